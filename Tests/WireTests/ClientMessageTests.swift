import ScrubModel
import Testing
import Wire

extension ClientMessage {
    init(_ json: String) throws(WireError) {
        try self.init(json: Array(json.utf8))
    }
}

@Suite("Client messages")
struct ClientMessageTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let json: String
        let message: ClientMessage
        var testDescription: String { json }

        init(_ json: String, _ message: ClientMessage) {
            (self.json, self.message) = (json, message)
        }
    }

    @Test(arguments: [
        Example(#"{"type":"open","media":"abc"}"#, .open(Open(media: "abc"))),
        Example(
            #"{"type":"open","seq":3,"media":"ä","resume":"r","preview":{"width":320}}"#,
            .open(Open(media: "ä", resume: "r", preview: PreviewRequest(width: 320), seq: 3))
        ),
        Example(#"{"type":"open","media":"a","stream":3}"#, .open(Open(media: "a", stream: 3))),
        Example(#"{"type":"open","media":"a","preview":null}"#, .open(Open(media: "a"))),
        Example(
            #"{"type":"begin","gesture":1,"x":10,"y":-2.5,"extent":400}"#,
            .begin(Begin(gesture: 1, x: 10, y: -2.5, extent: 400))
        ),
        Example(
            #"{"type":"begin","gesture":-7,"seq":0,"control":"bar","x":0,"y":0,"extent":1e-9}"#,
            .begin(Begin(gesture: -7, x: 0, y: 0, extent: 1e-9, seq: 0))
        ),
        Example(
            #"{"type":"begin","gesture":1,"control":"confirm","action":"cut","x":1,"y":2,"#
                + #""extent":9}"#,
            .begin(Begin(gesture: 1, control: .confirm(action: "cut"), x: 1, y: 2, extent: 9))
        ),
        Example(
            #"{"type":"move","gesture":1,"seq":2,"samples":[[16.7,1,2],[16.7,3,4.5]]}"#,
            .move(
                Move(
                    gesture: 1,
                    seq: 2,
                    samples: [Sample(t: 16.7, x: 1, y: 2), Sample(t: 16.7, x: 3, y: 4.5)]
                )
            )
        ),
        Example(#"{"type":"end","gesture":1,"seq":4294967295}"#, .end(gesture: 1, seq: .max)),
        Example(#"{"type":"cancel","gesture":1,"seq":9}"#, .cancel(gesture: 1, seq: 9)),
        Example(#"{"type":"painted","seq":5}"#, .painted(seq: 5)),
        Example(#" { "type" : "painted" , "seq" : 5.0 } "#, .painted(seq: 5)),
        Example(#"{"\u0074ype":"painted","seq":5,"new":[{"a":null}]}"#, .painted(seq: 5)),
        Example(#"{"type":"painted","seq":5,"note":"a, ] \" ,}"}"#, .painted(seq: 5)),
    ])
    func `say what they mean`(_ example: Example) throws {
        #expect(try ClientMessage(example.json) == example.message)
    }

    @Test(
        arguments: [
            (#""turn":{"position":1}"#, .position(1), .jog),
            (#""turn":{"frames":25},"mode":"jog""#, .frames(25), .jog),
            (#""turn":{"frames":2.5},"mode":"absolute","extent":7"#, .frames(2.5), .absolute),
        ] as [(String, Dial.Turn, Dial.Mode)]
    )
    func `begin with every dial`(json: String, turn: Dial.Turn, mode: Dial.Mode) throws {
        let text = #"{"type":"begin","gesture":1,"control":"dial","x":3,"y":4,\#(json)}"#
        guard case .begin(let begin) = try ClientMessage(text) else {
            Issue.record("not a begin")
            return
        }
        #expect(begin.control == .dial(try #require(Dial(turn: turn, mode: mode))))
        #expect((begin.x, begin.y) == (3, 4))
    }

    /// The destinations of `protocol.md` section 2, word for word but for the placeholders.
    @Test(
        arguments: [
            (#"{"position":0.25}"#, .position(0.25)), (#"{"time":12.5}"#, .time(12.5)),
            (#"{"frame":1234}"#, .frame(1234)),
            (#"{"timecode":"01:00:00;02"}"#, .timecode("01:00:00;02")),
            (#"{"frames":-3}"#, .frames(-3)), (#"{"frames":3}"#, .frames(3)),
            (#"{"keyframe":"next"}"#, .keyframe(.next)),
            (#"{"keyframe":"previous"}"#, .keyframe(.previous)),
            (#"{"keyframe":"nearest"}"#, .keyframe(.nearest)),
            (#"{"chapter":"next"}"#, .chapter(.next)),
            (#"{"chapter":"previous"}"#, .chapter(.previous)), (#"{"step":-1}"#, .step(-1)),
            (#"{"undo":true}"#, .undo), (#"{"frame":0,"reason":"mine"}"#, .frame(0)),
        ] as [(String, Destination)]
    )
    func `seek every destination`(json: String, destination: Destination) throws {
        let message = try ClientMessage(#"{"type":"seek","seq":7,"to":\#(json)}"#)
        #expect(message == .seek(seq: 7, to: destination))
        #expect(message.seq == 7)
    }

    /// The laws and snaps of `protocol.md` section 3, as they stand there.
    @Test(
        arguments: [
            (#""law":{"kind":"quadratic","falloff":10000,"floor":0.01}"#, .init(law: .standard)),
            (#""law":{"kind":"quadratic"}"#, .init(law: .standard)),
            (
                #""law":{"kind":"quadratic","falloff":9,"floor":"frame"}"#,
                .init(law: .quadratic(falloff: 9, floor: .frame))
            ),
            (
                #""law":{"kind":"linear","reach":200,"floor":0.01}"#,
                .init(law: .linear(reach: 200, floor: 0.01))
            ),
            (#""law":{"kind":"linear"}"#, .init(law: .linear(reach: 200, floor: 0.01))),
            (
                #""law":{"kind":"tiered","tiers":[[0,1],[50,0.5],[100,0.25],[150,0.1]],"#
                    + #""hysteresis":15}"#,
                .init(law: .tiered(.standard))
            ),
            (#""law":{"kind":"tiered"}"#, .init(law: .tiered(.standard))),
            (
                #""law":{"kind":"geometric","from":24,"reach":240,"floor":"frame"}"#,
                .init(law: .geometric(from: 24, reach: 240, floor: .frame))
            ),
            (
                #""law":{"kind":"geometric","from":0,"floor":0.5}"#,
                .init(law: .geometric(from: 0, reach: 240, floor: 0.5))
            ),
            (#""law":{"kind":"flat"}"#, .init(law: .flat)),
            (#""snap":{"to":"none"}"#, .init(snap: Snap())),
            (
                #""snap":{"to":"step","step":0.1,"when":"live"}"#,
                .init(snap: Snap(stops: .step(0.1)))
            ),
            (
                #""snap":{"to":"count","count":8,"when":"release"}"#,
                .init(snap: Snap(stops: .count(8), timing: .release))
            ),
            (
                #""snap":{"to":"time","seconds":2.5}"#,
                .init(snap: Snap(stops: .media(.time(seconds: 2.5))))
            ),
            (#""snap":{"to":"frame"}"#, .init(snap: Snap(stops: .media(.frame)))),
            (
                #""snap":{"to":"keyframe"}"#,
                .init(snap: Snap(stops: .media(.keyframe(.nearest))))
            ),
            (
                #""snap":{"to":"keyframe","rule":"after","when":"release"}"#,
                .init(snap: Snap(stops: .media(.keyframe(.after)), timing: .release))
            ),
            (#""snap":{"to":"chapter"}"#, .init(snap: Snap(stops: .media(.chapter)))),
            (
                #""snap":{"to":"stops","stops":[0,0.25,1]}"#,
                .init(snap: Snap(stops: .places([0, 0.25, 1])))
            ),
            (#""overshoot":"clamp""#, .init(overshoot: .clamp)),
            (#""overshoot":"accumulate""#, .init(overshoot: .accumulate)),
            (#""press":"jump""#, .init(press: .jump)), (#""press":"hold""#, .init(press: .hold)),
            (#""preview":null"#, .init(preview: .off)), (#""seq":1"#, .init(seq: 1)),
        ] as [(String, ConfigurationChange)]
    )
    func `configure every setting`(json: String, change: ConfigurationChange) throws {
        #expect(try ClientMessage(#"{"type":"configure",\#(json)}"#) == .configure(change))
    }

    @Test func `configure previews within their limits`() throws {
        let json = #"{"type":"configure","preview":{"width":4096,"quality":1}}"#
        let request = try #require(PreviewRequest(width: 4096, quality: 1))
        #expect(try ClientMessage(json) == .configure(.init(preview: .set(request))))
        #expect(PreviewRequest(width: 15) == nil && PreviewRequest(width: 16)?.quality == 80)
        #expect(PreviewRequest(width: 320, quality: 101) == nil)
    }

    @Test func `change what they name and nothing else`() {
        var old = Configuration()
        old.press = .jump
        old.law = .flat
        let change = ConfigurationChange(snap: Snap(stops: .count(3)), overshoot: .clamp)
        var expected = old
        expected.snap = Snap(stops: .count(3))
        expected.overshoot = .clamp
        #expect(change.apply(to: old) == expected)
        #expect(ConfigurationChange().apply(to: old) == old)
        let all = ConfigurationChange(law: .standard, press: .hold)
        #expect(all.apply(to: old) == Configuration())
    }

    @Test func `carry 64 samples, and the first of a key that comes twice`() throws {
        let samples = (0..<64).map { "[\($0),0,0]" }.joined(separator: ",")
        let json = #"{"type":"move","gesture":1,"seq":2,"seq":3,"samples":[\#(samples)]}"#
        guard case .move(let move) = try ClientMessage(json) else {
            Issue.record("not a move")
            return
        }
        #expect(move.samples.count == 64 && move.seq == 2)
    }
}
