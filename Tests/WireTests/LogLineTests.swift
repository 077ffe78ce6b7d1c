import Foundation
import Testing

@testable import Wire

@Suite("Lines of the log")
struct LogLineTests {
    @Test func `a line is an object that says when, how grave and what, and nothing else`() throws {
        let line = LogLine(level: "info", event: "stopped").text(at: Date(timeIntervalSince1970: 0))
        #expect(line == #"{"event":"stopped","level":"info","time":"1970-01-01T00:00:00.000Z"}"#)
    }

    @Test(arguments: [
        (0.001, "1970-01-01T00:00:00.001Z"), (951_782_400, "2000-02-29T00:00:00.000Z"),
        (1_735_689_599.5, "2024-12-31T23:59:59.500Z"),
    ])
    func `the time is UTC`(_ seconds: Double, _ text: String) throws {
        let line = LogLine(level: "info", event: "x")
        #expect(
            line.text(at: Date(timeIntervalSince1970: seconds)).contains("\"time\":\"\(text)\"")
        )
    }

    /// What ends a line for one reader or another, or moves a terminal's cursor or writing.
    static let acting = [
        "\n", "\r", "\u{b}", "\u{c}", "\u{1c}", "\u{1b}[2J", "\u{0}", "\u{7f}", "\u{85}",
        "\u{9b}2J", "\u{2028}", "\u{2029}", "\u{202e}", "\u{200b}", "\u{feff}", "\u{e0041}",
    ]

    @Test(arguments: acting)
    func `no name forges a line, and every name can be read back`(_ acting: String) throws {
        var line = LogLine(level: "info", event: "indexed")
        line.name = "a\(acting){\"event\":\"forged\"}\"\\ü映.mp4"
        let text = line.text(at: .now)
        #expect(!text.unicodeScalars.contains { acting.unicodeScalars.first == $0 })
        #expect(text.components(separatedBy: .newlines).count == 1)
        let read = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        #expect(read?["name"] as? String == line.name)
        #expect(read?["event"] as? String == "indexed")
    }

    @Test(arguments: [
        ("a\nb", "a\\u000ab"), ("\u{202e}x", "\\u202ex"), ("\u{e0041}", "\\udb40\\udc41"),
        ("ü映 “x”\\n", "ü映 “x”\\n"),
    ])
    func `what acts is written as what it is`(_ text: String, _ written: String) {
        #expect(text.withoutControls == written)
    }
}
