import Testing

@testable import Wire

@Suite("What a load sends and reads")
struct LoadTests {
    @Test func `a begin and a move are what a server reads`() throws {
        let message = BeginMessage(gesture: 3, x: 1.5, y: -2, extent: 800)
        let begin = Begin(gesture: 3, x: 1.5, y: -2, extent: 800)
        #expect(try ClientMessage(json: message.json()) == .begin(begin))
        let samples = [Sample(t: 0.1, x: 301.3, y: 20), Sample(t: 8.3, x: -7, y: 0.25)]
        let move = Move(gesture: 3, seq: .max, samples: samples)
        #expect(try ClientMessage(json: move.json()) == .move(move))
    }

    @Test func `a move has the form that is read without a decoder`() {
        let move = Move(gesture: 1, seq: 2, samples: [Sample(t: 16.7, x: 300.5, y: -20)])
        #expect(FrequentMessageReader.read(move.json()) == .move(move))
    }

    @Test(arguments: [0, 1, 4_294_967_295] as [UInt32], ["00:00:00:07", #"","seq":5,""#, "\\"])
    func `a state's number is found, whatever else is in it`(_ seq: UInt32, _ timecode: String) {
        var state = ServerMessageTests.idle
        state.seq = seq
        state.target.timecode = timecode
        #expect(StateGist(in: ServerMessage.state(state).json())?.seq == seq)
    }

    @Test(arguments: [nil, 0, 123_456] as [Int?], [nil, "m2", #"a"b"#] as [String?])
    func `a state's frame is found, and whether a leader led there`(_ frame: Int?, _ by: String?) {
        var state = ServerMessageTests.idle
        (state.target.frame, state.by, state.stop) = (frame, by, 4)
        let gist = StateGist(in: ServerMessage.state(state).json())
        #expect(gist == StateGist(seq: state.seq, frame: frame, isLed: by != nil))
    }

    @Test func `a cursor is no state`() {
        let cursor = CursorMessage(member: "m", frame: 3, position: 0.5, scrubbing: true)
        #expect(StateGist(in: ServerMessage.cursor(cursor).json()) == nil)
    }

    @Test func `whoever takes the lead says what a server reads`() throws {
        for on in [true, false] {
            #expect(try ClientMessage(json: LeadMessage(on: on).json()) == .lead(on))
        }
    }

    @Test(arguments: [
        "", "{}", #"{"type":"state"}"#, #"{"seq":1,"type":"state"}"#, #"x,"seq":,"type":"state"}"#,
        #"{"code":"internal","message":"","seq":3,"type":"error"}"#,
    ])
    func `what is no state has none`(_ text: String) {
        #expect(StateGist(in: Array(text.utf8)) == nil)
    }

    @Test func `the report of a load`() throws {
        let report = LoadReport(
            clients: .init(idle: 1, scrubbing: 2, refused: 0, lost: 0),
            messages: .init(sent: 5, answered: 5, superseded: 1, dropped: 0),
            milliseconds: .init(p50: 0.5, p99: 1, p999: 2.25, max: 3),
            rate: 60,
            seconds: 10,
            complaint: nil
        )
        let json =
            #"{"clients":{"idle":1,"lost":0,"refused":0,"scrubbing":2},"#
            + #""messages":{"answered":5,"dropped":0,"sent":5,"superseded":1},"#
            + #""milliseconds":{"max":3,"p50":0.5,"p99":1,"p999":2.25},"rate":60,"seconds":10}"#
        #expect(String(decoding: report.json(), as: UTF8.self) == json)
        #expect(report.isClean)
    }

    @Test(arguments: [0, 2]) func `the report of a load with rooms`(_ dropped: Int) throws {
        let report = LoadReport(
            clients: .init(idle: 0, scrubbing: 1, refused: 0, lost: 0),
            messages: .init(sent: 5, answered: 5, superseded: 0, dropped: 0),
            milliseconds: .init(p50: 1, p99: 1, p999: 1, max: 1),
            followers: .init(
                clients: 1,
                messages: .init(sent: 5, answered: 5 - dropped, superseded: 1, dropped: dropped),
                milliseconds: .init(p50: 2, p99: 2, p999: 2, max: 2)
            ),
            rate: 60,
            seconds: 10,
            complaint: nil
        )
        let json = String(decoding: report.json(), as: UTF8.self)
        let followers =
            #""followers":{"clients":1,"messages":{"answered":\#(5 - dropped),"dropped":\#(dropped),"#
            + #""sent":5,"superseded":1},"milliseconds":{"max":2,"p50":2,"p99":2,"p999":2}}"#
        #expect(json.contains(followers))
        #expect(report.isClean == (dropped == 0))
    }
}
