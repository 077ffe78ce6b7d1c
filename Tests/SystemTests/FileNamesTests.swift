import System
import Testing

/// Names as the system has them, and as text.
@Suite struct FileNamesTests {
    /// Names, and as people may read them: what Python's `bytes.decode(errors='replace')` gives.
    static let names: [([UInt8], String)] = [
        (Array("film.mp4".utf8), "film.mp4"),
        (Array("Über 日本 🎞.mkv".utf8), "Über 日本 🎞.mkv"),
        ([0x66, 0xFC, 0x72, 0x2E, 0x74, 0x73], "f\u{FFFD}r.ts"),
        ([0xFF, 0xFE, 0x61], "\u{FFFD}\u{FFFD}a"),
        // A character of three bytes that lacks its last, before another one.
        ([0xE6, 0x97, 0xE6, 0x97, 0xA5], "\u{FFFD}日"),
        // A half of a pair of UTF-16, and an overlong slash.
        ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
        ([0xC0, 0xAF], "\u{FFFD}\u{FFFD}"),
        ([], ""),
    ]

    @Test("A name comes back as it was, and can be read", arguments: names)
    func namesComeBack(name: [UInt8], readable: String) {
        #expect(String(fileName: name).fileName == name)
        #expect(String(fileName: name).readable == readable)
    }

    @Test("A name of the very scalars that stand for bytes is another name than those bytes")
    func standInsAreNames() {
        let odd = Array("a\u{F7FF}b".utf8)
        #expect(String(fileName: odd).fileName == odd)
        #expect(String(fileName: odd) != String(fileName: [0x61, 0xFF, 0x62]))
        #expect(String(fileName: odd).readable == "a\u{F7FF}b")
    }

    @Test("C is given the bytes and their end")
    func cIsGivenBytes() {
        let seen = String(fileName: [0x61, 0xFF]).withFileName { name in
            (0..<3).map { UInt8(bitPattern: name[$0]) }
        }
        #expect(seen == [0x61, 0xFF, 0])
    }
}
