import Testing
import Wire

@Suite("Trace")
struct TraceTests {
    static let lines = [
        #"{"at":0,"type":"open","media":"long-gop.mp4"}"#,
        #"{"at":12.5,"type":"begin","gesture":1,"x":40,"y":10,"extent":800}"#,
        #"{"at":12.5,"type":"move","gesture":1,"seq":1,"samples":[[8,44,10]]}"#,
        #"{"at":400,"type":"end","gesture":1,"seq":2}"#,
    ]

    @Test(arguments: ["\n", "\r\n", "\n\n", "\n \t\n"])
    func `holds each line's moment, message and text`(separator: String) throws {
        let file = Self.lines.joined(separator: separator) + separator
        let entries = try Trace(jsonLines: Array(file.utf8)).entries
        #expect(entries.map(\.at) == [0, 12.5, 12.5, 400])
        #expect(entries.map(\.message.seq) == [nil, nil, 1, 2])
        #expect(entries.first?.message == .open(Open(media: "long-gop.mp4")))
        for (entry, line) in zip(entries, Self.lines) {
            #expect(try ClientMessage(json: entry.json) == ClientMessage(line))
        }
    }

    @Test(arguments: ["", "\n", "\n\n \n"])
    func `may be empty`(file: String) throws {
        #expect(try Trace(jsonLines: Array(file.utf8)).entries.isEmpty)
    }

    @Test(arguments: [
        (
            #"{"type":"painted","seq":5}"#,
            "at: expected a number of milliseconds, 0 or more, got nothing"
        ),
        (
            #"{"at":-1,"type":"painted","seq":5}"#,
            "at: expected a number of milliseconds, 0 or more, got -1"
        ),
        (
            #"{"at":1e999,"type":"painted","seq":5}"#,
            "at: expected a number of milliseconds, 0 or more, got a value that is malformed or too large"
        ),
        (#"{"at":399,"type":"painted","seq":5}"#, "at: expected 400.0 or more, got 399.0"),
        (
            #"{"at":500,"type":"painted"}"#,
            "seq: expected a whole number in 0...4294967295, got nothing"
        ),
        (#"{"at":500,"type":"play"}"#, WireError.unknownType(name: "play", seq: nil).message),
        ("{", "expected one JSON object, complete and well formed"),
    ])
    func `names the line at fault`(line: String, reason: String) {
        let file = (Self.lines + ["", line]).joined(separator: "\n")
        let error = #expect(throws: WireError.self) { try Trace(jsonLines: Array(file.utf8)) }
        #expect(error?.message == "line 6: \(reason)")
    }

    @Test func `passes on the code and the number of the message at fault`() {
        let file = #"{"at":0,"type":"seek","seq":9,"to":{"frame":-1}}"#
        let error = #expect(throws: WireError.self) { try Trace(jsonLines: Array(file.utf8)) }
        #expect(error?.code == .invalidMessage && error?.seq == 9)
    }
}
