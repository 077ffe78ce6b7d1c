import Testing
import Wire

@Suite("Bad messages")
struct BadMessageTests {
    @Test(arguments: [
        "", " ", "{", "{}}", "nonsense", "{type:1}", #"{"type":"painted","seq":5,}"#,
        #"{"type":"move","gesture":1,"seq":2,"samples":[[0,0,0],]}"#, #"{"type":NaN}"#,
        #"{"type":"painted","seq":Infinity}"#, #"{"type":"painted","seq":+5}"#,
        "{\"type\":\"painted\", // five\n\"seq\":5}", #"{"type":"painted","seq":5} {}"#,
        "{\"type\":\"painted\",\"seq\":5}\0",
    ])
    func `that are not JSON say so`(json: String) {
        let error = #expect(throws: WireError.self) { try ClientMessage(json) }
        #expect(error?.code == .invalidJSON && error?.seq == nil && error?.message.isEmpty == false)
    }

    @Test func `in other encodings are not JSON`() {
        let json = #"{"type":"painted","seq":5}"#
        let wide = json.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let latin = Array(#"{"type":"open","media":""#.utf8) + [0xE4] + Array(#""}"#.utf8)
        let hidden = Array(#"{"type":"painted","seq":5,"note":""#.utf8) + [0xFF, 0x22, 0x7D]
        for bytes in [wide, [0xFF, 0xFE] + wide, latin, hidden] {
            let error = #expect(throws: WireError.self) { try ClientMessage(json: bytes) }
            #expect(error?.code == .invalidJSON)
        }
    }

    @Test(arguments: ["[", #"{"a":"#, #"{"type":"painted","seq":5,"a":["#, "[[],"])
    func `nested 64 KiB deep are refused`(opening: String) {
        let text = String(repeating: opening, count: 65_536 / opening.utf8.count)
        let error = #expect(throws: WireError.self) { try ClientMessage(text) }
        #expect(error?.code == .invalidJSON)
    }

    struct Example: Sendable, CustomTestStringConvertible {
        let json: String
        let reason: String
        var testDescription: String { json }

        init(_ json: String, _ reason: String) {
            (self.json, self.reason) = (json, reason)
        }
    }

    @Test(arguments: [
        Example("[1]", "expected a JSON object"),
        Example("7", "expected a JSON object"),
        Example("null", "expected a JSON object"),
        Example("{}", "type: expected a string, got nothing"),
        Example(#"{"type":7}"#, "type: expected a string, got 7"),
        Example(#"{"type":"open"}"#, "media: expected a string, got nothing"),
        Example(#"{"type":"open","media":null}"#, "media: expected a string, got null"),
        Example(
            #"{"type":"open","media":"a","resume":[]}"#,
            "resume: expected a string, got an array"
        ),
        Example(
            #"{"type":"open","media":"a","stream":"1"}"#,
            "stream: expected a whole number in 0...32767, got \"1\""
        ),
        Example(
            #"{"type":"open","media":"a","stream":-1}"#,
            "stream: expected a whole number in 0...32767, got -1"
        ),
        Example(
            #"{"type":"painted","seq":-1}"#,
            "seq: expected a whole number in 0...4294967295, got -1"
        ),
        Example(
            #"{"type":"painted","seq":4294967296}"#,
            "seq: expected a whole number in 0...4294967295, got 4294967296"
        ),
        Example(
            #"{"type":"painted","seq":1.5}"#,
            "seq: expected a whole number in 0...4294967295, got 1.5"
        ),
        Example(
            #"{"type":"painted","seq":"5"}"#,
            #"seq: expected a whole number in 0...4294967295, got "5""#
        ),
        Example(
            #"{"type":"painted","seq":true}"#,
            "seq: expected a whole number in 0...4294967295, got true"
        ),
    ])
    func `say which field is wrong, what was expected and what came`(_ example: Example) {
        #expect(throws: WireError.invalidMessage(reason: example.reason, seq: nil)) {
            try ClientMessage(example.json)
        }
    }

    @Test(arguments: [
        Example(
            #""gesture":1,"x":1e999,"y":0,"extent":9"#,
            "x: expected a finite number, got a value that is malformed or too large"
        ),
        Example(#""gesture":1,"x":0,"y":"0","extent":9"#, #"y: expected a finite number, got "0""#),
        Example(#""gesture":1,"x":0,"y":0"#, "extent: expected a number above 0, got nothing"),
        Example(#""gesture":1,"x":0,"y":0,"extent":0"#, "extent: expected a number above 0, got 0"),
        Example(
            #""gesture":1,"x":0,"y":0,"extent":-2.5"#,
            "extent: expected a number above 0, got -2.5"
        ),
        Example(
            #""gesture":1,"control":"lever","x":0,"y":0,"extent":9"#,
            #"control: expected one of "bar", "dial", "confirm", got "lever""#
        ),
        Example(
            #""gesture":1,"control":"dial","x":0,"y":0"#,
            "turn: expected an object, got nothing"
        ),
        Example(
            #""gesture":1,"control":"dial","turn":{},"x":0,"y":0"#,
            "turn: expected exactly one of position, frames"
        ),
        Example(
            #""gesture":1,"control":"dial","turn":{"frames":0},"x":0,"y":0"#,
            "turn.frames: expected a number above 0, got 0"
        ),
        Example(
            #""gesture":1,"control":"dial","turn":{"frames":1},"mode":"free","x":0,"y":0"#,
            #"mode: expected one of "jog", "absolute", got "free""#
        ),
        Example(
            #""gesture":1,"control":"dial","turn":{"frames":1},"x":0,"y":0,"extent":0"#,
            "extent: expected a number above 0, got 0"
        ),
        Example(
            #""gesture":1,"control":"confirm","x":0,"y":0,"extent":9"#,
            "action: expected a string, got nothing"
        ),
        Example(
            #""x":0,"y":0,"extent":9"#,
            "gesture: expected a whole number in \(Int.min)...\(Int.max), got nothing"
        ),
    ])
    func `do not begin a gesture`(_ example: Example) {
        #expect(throws: WireError.invalidMessage(reason: example.reason, seq: 4)) {
            try ClientMessage(#"{"type":"begin","seq":4,\#(example.json)}"#)
        }
    }

    @Test(arguments: [
        Example("[]", "samples: expected 1...64 samples [t, x, y], got 0"),
        Example("{}", "samples: expected 1...64 samples [t, x, y], got an object"),
        Example("[[0,0,0],[1,2]]", "samples[1]: expected [t, x, y], three finite numbers"),
        Example("[[0,0,0,0]]", "samples[0]: expected [t, x, y], three finite numbers"),
        Example("[[0,0,null]]", "samples[0]: expected [t, x, y], three finite numbers"),
        Example("[[0,1e400,0]]", "samples[0]: expected [t, x, y], three finite numbers"),
        Example("[7]", "samples[0]: expected [t, x, y], three finite numbers"),
        Example("[[5,0,0],[4,0,0]]", "samples[1]: expected t ≥ 5.0, got 4.0"),
        Example(
            "[" + [String](repeating: "[0,0,0]", count: 65).joined(separator: ",") + "]",
            "samples: expected 1...64 samples [t, x, y], got 65"
        ),
    ])
    func `do not move`(_ example: Example) {
        #expect(throws: WireError.invalidMessage(reason: example.reason, seq: 2)) {
            try ClientMessage(
                #"{"type":"move","gesture":1,"seq":2,"samples":\#(example.json)}"#
            )
        }
    }

    static let destinations =
        "position, time, frame, timecode, frames, keyframe, chapter, step, undo"

    @Test(arguments: [
        Example("{}", "to: expected exactly one of \(destinations), got 0"),
        Example(#"{"frame":1,"time":2}"#, "to: expected exactly one of \(destinations), got 2"),
        Example("7", "to: expected an object, got 7"),
        Example(#"{"position":1.5}"#, "to.position: expected a number in 0...1, got 1.5"),
        Example(#"{"position":-0.1}"#, "to.position: expected a number in 0...1, got -0.1"),
        Example(#"{"time":"1"}"#, #"to.time: expected a finite number, got "1""#),
        Example(#"{"frame":-1}"#, "to.frame: expected a whole number in 0...4294967295, got -1"),
        Example(
            #"{"frames":3e9}"#,
            "to.frames: expected a whole number in -2147483648...2147483647, got 3000000000"
        ),
        Example(
            #"{"keyframe":"last"}"#,
            #"to.keyframe: expected one of "next", "previous", "nearest", got "last""#
        ),
        Example(
            #"{"chapter":"nearest"}"#,
            #"to.chapter: expected one of "next", "previous", got "nearest""#
        ),
        Example(#"{"undo":false}"#, "to.undo: expected true, got false"),
    ])
    func `do not seek`(_ example: Example) {
        #expect(throws: WireError.invalidMessage(reason: example.reason, seq: 8)) {
            try ClientMessage(#"{"type":"seek","seq":8,"to":\#(example.json)}"#)
        }
    }

    @Test(arguments: [
        Example(
            #""overshoot":"bounce""#,
            #"overshoot: expected one of "accumulate", "clamp", got "bounce""#
        ),
        Example(#""press":1"#, #"press: expected one of "hold", "jump", got 1"#),
        Example(
            #""preview":{"width":15}"#,
            "preview.width: expected a whole number in 16...4096, got 15"
        ),
        Example(
            #""preview":{"width":320,"quality":101}"#,
            "preview.quality: expected a whole number in 1...100, got 101"
        ),
        Example(#""preview":true"#, "preview: expected an object, got true"),
    ])
    func `do not configure`(_ example: Example) {
        #expect(throws: WireError.invalidConfiguration(reason: example.reason, seq: 6)) {
            try ClientMessage(#"{"type":"configure","seq":6,\#(example.json)}"#)
        }
    }

    @Test func `of another type are answered with the types that there are`() {
        let error = WireError.unknownType(name: "play", seq: 3)
        #expect(throws: error) { try ClientMessage(#"{"type":"play","seq":3}"#) }
        #expect(
            error.message == """
                type: expected one of "open", "configure", "begin", "move", "end", "cancel", \
                "seek", "painted", "heard", "marks", "export", "follow", "lead", "transport", \
                "ping", got "play"
                """
        )
    }

    @Test func `are not sent back at full length`() {
        let name = String(repeating: "x", count: 60_000)
        let error = #expect(throws: WireError.self) { try ClientMessage(#"{"type":"\#(name)"}"#) }
        #expect((error?.message.count ?? .max) < 300)
    }

    /// The codes of `protocol.md`, sections 2 and 5.
    @Test func `have the codes of the protocol`() {
        let codes = """
            invalid-json invalid-message unknown-type not-open unknown-media unknown-gesture \
            invalid-configuration index-failed decode-failed wrong-media busy too-many \
            internal
            """
        #expect(ErrorCode.allCases.map(\.rawValue).joined(separator: " ") == codes)
        #expect(WireError.invalidJSON(reason: "").code == .invalidJSON)
        #expect(WireError.invalidMessage(reason: "", seq: 1).code == .invalidMessage)
        #expect(WireError.unknownType(name: "", seq: 1).code == .unknownType)
        #expect(WireError.invalidConfiguration(reason: "", seq: 1).code == .invalidConfiguration)
    }
}
