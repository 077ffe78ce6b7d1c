import Basics
import Marks
import ScrubModel
import TestSupport
import Testing

@testable import Wire

/// What comes and goes hundreds of times a second is read and written without a coder; Foundation's
/// decoder and encoder, which do the same for everything, are the oracle.
@Suite("The hot path", .timeLimit(.minutes(10)))
struct HotPathTests {
    @Test(arguments: [
        #"{"type":"move","gesture":1,"seq":2,"samples":[[16.7,1,2],[17.7,3,4.5],[18,9,9]]}"#,
        #"{"samples":[[0,-0.5,-12]],"seq":4294967295,"gesture":-3,"type":"move"}"#,
        #" { "seq" : 0 , "type" : "move" , "gesture" : 7 , "samples" : [ [ 1 , 2 , 3 ] ] } "#,
        #"{"type":"move","gesture":1,"seq":2,"samples":[[0.1,301.3333333333333,123.33333587646484]]}"#,
        #"{"type":"move","gesture":1,"seq":2,"samples":[[9007199254740993,0.000000000000000000001,-0]]}"#,
        #"{"type":"move","gesture":9007199254740991,"seq":2.0,"samples":[[1,2,3]]}"#,
        #"{"type":"painted","seq":5}"#, #" { "seq" : 4294967295 , "type" : "painted" } "#,
    ])
    func `a usual move or painted is read, as the decoder reads it`(_ text: String) throws {
        let bytes = Array(text.utf8)
        let message = try #require(FrequentMessageReader.read(bytes))
        #expect(try ClientMessage.decoded(from: bytes) == message)
    }

    @Test(arguments: [
        "", "{}", "[]", "{", #"{"type":"move"}"#,
        #"{"type":"move","gesture":1,"seq":2,"samples":[]}"#,
        #"{"type":"move","gesture":1,"seq":2,"samples":[[1,2]]}"#,
        #"{"type":"move","gesture":1,"seq":2,"samples":[[1,2,3,4]]}"#,
        #"{"type":"move","gesture":1,"seq":2,"samples":[[2,0,0],[1,0,0]]}"#,
        #"{"type":"move","gesture":1,"seq":2,"samples":[[01,0,0]]}"#,
        #"{"type":"move","gesture":1,"seq":2,"samples":[[1.,0,0]]}"#,
        #"{"type":"move","gesture":1,"seq":2,"samples":[[.5,0,0]]}"#,
        #"{"type":"move","gesture":1,"seq":2,"samples":[[-,0,0]]}"#,
        #"{"type":"move","gesture":1,"seq":2,"samples":[[+1,0,0]]}"#,
        #"{"type":"move","gesture":1,"seq":2,"samples":[[1e2,0,0]]}"#,
        #"{"type":"move","gesture":1,"seq":2,"samples":[[NaN,0,0]]}"#,
        #"{"type":"move","gesture":1,"seq":2,"samples":[[1,2,3],]}"#,
        #"{"type":"move","gesture":1,"seq":2,"samples":[[1,2,3]],}"#,
        #"{"type":"move","gesture":1,"seq":2,"samples":[[1,2,3]]}x"#,
        #"{"type":"move","gesture":1,"seq":2,"seq":3,"samples":[[1,2,3]]}"#,
        #"{"type":"move","gesture":1,"seq":4294967296,"samples":[[1,2,3]]}"#,
        #"{"type":"move","gesture":1.5,"seq":2,"samples":[[1,2,3]]}"#,
        #"{"type":"move","gesture":1,"seq":-1,"samples":[[1,2,3]]}"#,
        #"{"type":"move","gesture":1,"seq":2,"samples":[[1,2,3]],"more":1}"#,
        #"{"type":"m\u006fve","gesture":1,"seq":2,"samples":[[1,2,3]]}"#,
        #"{"type":"end","gesture":1,"seq":2}"#,
        #"{"type":"painted"}"#, #"{"type":"painted","seq":-1}"#, #"{"type":"painted","seq":"5"}"#,
        #"{"type":"painted","gesture":1,"seq":2}"#, #"{"type":"painted","type":"move","seq":5}"#,
        #"{"type":"painted","seq":5,"samples":[[1,2,3]]}"#, #"{"seq":5}"#,
    ])
    func `whatever else it is, is left to the decoder`(_ text: String) {
        #expect(FrequentMessageReader.read(Array(text.utf8)) == nil)
    }

    @Test func `of 64 samples no more are read`() {
        let isRead = { (count: Int) in
            let list = (0..<count).map { "[\($0),1,2]" }.joined(separator: ",")
            let text = #"{"type":"move","gesture":1,"seq":2,"samples":[\#(list)]}"#
            return FrequentMessageReader.read(Array(text.utf8)) != nil
        }
        #expect(isRead(64) && !isRead(65))
    }

    @Test func `20,000 states are written as the encoder writes them`() {
        var generator = SplitMix64(seed: 62)
        for _ in 0..<20_000 {
            let state = Self.state(using: &generator)
            let written = StateWriter.write(state).map { String(decoding: $0, as: UTF8.self) }
            let encoded = String(decoding: ServerMessage.state(state).encoded(), as: UTF8.self)
            #expect(written == encoded)
        }
    }

    @Test func `marks are written as the encoder writes them, whatever their names hold`() throws {
        let controls = (0...0x22).map { String(UnicodeScalar($0)!) } + ["\\", "/", "\u{7F}"]
        let names = controls + ["ä", "\u{2028}", "試し", "🎞️", "", "a \"b\"\n"]
        for count in 0..<names.count {
            let segments = names[..<count].enumerated().map { index, name in
                MarksDocument.Segment(
                    id: index % 3 == 0 ? nil : index,
                    name: index % 5 == 4 ? nil : name,
                    first: index,
                    last: index * 7
                )
            }
            var message = MarksMessage(
                VersionedMarks(version: count),
                seq: count % 2 == 0 ? nil : UInt32(count)
            )
            message.marks.segments = segments
            if count % 3 == 0 { (message.marks.in, message.marks.canUndo) = (count, nil) }
            if count % 4 == 0 { (message.marks.out, message.marks.version) = (count, nil) }
            let written = String(decoding: ServerMessage.marks(message).json(), as: UTF8.self)
            let encoded = String(decoding: ServerMessage.marks(message).encoded(), as: UTF8.self)
            #expect(written == encoded)
        }
    }

    @Test func `what is no JSON number or needs an escape is left to the encoder`() {
        var generator = SplitMix64(seed: 1)
        let state = Self.state(using: &generator)
        let odd: [(inout StateMessage) -> Void] = [
            { $0.gain = .nan }, { $0.secondsPerUnit = .infinity }, { $0.target.time = -.infinity },
            { $0.target.keyframe.time = .nan }, { $0.target.timecode = "\"" },
            { $0.target.timecode = "\\" }, { $0.target.timecode = "ä" },
            { $0.target.timecode = "\n" },
        ]
        for change in odd {
            var changed = state
            change(&changed)
            #expect(StateWriter.write(changed) == nil)
            #expect(ServerMessage.state(changed).json() == ServerMessage.state(changed).encoded())
        }
    }

    fileprivate static func move(using generator: inout SplitMix64) -> [UInt8] {
        let samples = (0..<Int.random(in: 1...4, using: &generator)).map { index in
            let numbers = (0..<3).map { _ in number(using: &generator) }
            return "[\(index * 17),\(numbers[1]),\(numbers[2])]"
        }
        let seq = UInt32.random(in: .min ... .max, using: &generator)
        let list = samples.joined(separator: ",")
        return Array(#"{"type":"move","gesture":1,"seq":\#(seq),"samples":[\#(list)]}"#.utf8)
    }

    private static func number(using generator: inout SplitMix64) -> Double {
        let value = Double.random(in: -5000...5000, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: return value.rounded(.down)
        case 1: return (value * 8).rounded(.down) / 8
        case 2: return Double(Float(value))
        default: return value
        }
    }

    private static func state(using generator: inout SplitMix64) -> StateMessage {
        func some() -> Double {
            let bits = Double(bitPattern: UInt64.random(in: .min ... .max, using: &generator))
            let number = number(using: &generator)
            return Bool.random(using: &generator) && bits.isFinite ? bits : number
        }
        func whole() -> Int { Int.random(in: -1000...1 << 40, using: &generator) }
        func maybe<Value>(_ value: Value) -> Value? {
            Bool.random(using: &generator) ? value : nil
        }
        return StateMessage(
            seq: UInt32.random(in: .min ... .max, using: &generator),
            phase: Bool.random(using: &generator) ? .idle : .scrubbing,
            position: some(),
            raw: some(),
            gain: some(),
            secondsPerUnit: maybe(some()),
            framesPerUnit: maybe(some()),
            stop: maybe(whole()),
            target: TargetDescription(
                frame: whole(),
                pts: Int64(whole()),
                time: some(),
                timecode: "01:00:00;02",
                key: Bool.random(using: &generator),
                keyframe: .init(frame: maybe(whole()), pts: Int64(whole()), time: some()),
                exact: Bool.random(using: &generator)
            )
        )
    }
}

@Suite("The hot path, with untrusted input", .fuzzed, .timeLimit(.minutes(30)))
struct HotPathFuzzTests {
    @Test func `of 30,000 damaged moves, what is read is what the decoder reads`() {
        var generator = Fuzz.generator(1)
        var read = 0
        for _ in 0..<30_000 * Fuzz.factor {
            var bytes = HotPathTests.move(using: &generator)
            if Bool.random(using: &generator) { FuzzTests.damage(&bytes, using: &generator) }
            guard let message = FrequentMessageReader.read(bytes) else { continue }
            read += 1
            let decoded = try? ClientMessage.decoded(from: bytes)
            #expect(decoded == message, "\(String(decoding: bytes, as: UTF8.self))")
        }
        let share = read / Fuzz.factor
        #expect((14_000...29_000).contains(share), "\(read) were read")
    }
}
