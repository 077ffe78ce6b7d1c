import Basics
import TestSupport
import Testing

@testable import Cluster

@Suite("What is said to Redis and by it", .fuzzed)
struct RedisReplyTests {
    /// All replies of a text that comes in pieces of a length.
    private static func replies(_ text: String, by count: Int) throws -> [RedisReply] {
        var reader = ReplyReader()
        var replies: [RedisReply] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: count) {
            let piece = bytes[start..<min(start + count, bytes.count)]
            try piece.withUnsafeBytes { try reader.add($0) }
            while let reply = try reader.next() { replies.append(reply) }
        }
        return replies
    }

    @Test(arguments: [1, 2, 3, 7, 1000])
    func `is read from pieces of any length`(count: Int) throws {
        let text =
            "+OK\r\n:-7\r\n$5\r\na\r\nbc\r\n$-1\r\n-ERR no\r\n*0\r\n*-1\r\n"
            + "*2\r\n$1\r\nx\r\n*2\r\n:1\r\n$0\r\n\r\n"
        let replies = try Self.replies(text, by: count)
        let expected: [RedisReply] = [
            .text(Array("OK".utf8)), .integer(-7), .text(Array("a\r\nbc".utf8)), .none,
            .error("ERR no"), .list([]), .none,
            .list([.text([120]), .list([.integer(1), .text([])])]),
        ]
        #expect(replies == expected)
    }

    @Test(arguments: [
        "?\r\n", "hello\r\n", "*x\r\n", "$-2\r\nx", "*2147483647\r\n", "*16385\r\n",
        "*1\r\n*1000000000\r\n", "*4294967297\r\n", "$9223372036854775808\r\n",
        String(repeating: "*1\r\n", count: 8), String(repeating: "*1\r\n", count: 1_000_000),
        String(repeating: "*16384\r\n", count: 100_000),
    ])
    func `is refused where it is none, or has more parts than anybody asks for`(_ text: String) {
        #expect(throws: LinkFault.absurd) { try Self.replies(text, by: 1000) }
    }

    @Test func `may be a list in seven others`() throws {
        let text = String(repeating: "*1\r\n", count: 7) + ":5\r\n"
        var replies = try Self.replies(text, by: 1000)
        for _ in 1...7 { replies = replies.first?.elements ?? [] }
        #expect(replies == [.integer(5)])
    }

    @Test func `is refused where it is longer than anything that anybody asks for`() {
        let piece = String(repeating: "x", count: 1 << 20)
        #expect(throws: LinkFault.absurd) {
            try Self.replies("$1000000000\r\n" + String(repeating: piece, count: 5), by: 1 << 16)
        }
    }

    @Test(arguments: 0..<8)
    func `does no harm whatever it is`(stream: Int) {
        var chance = Fuzz.generator(UInt64(9200 + stream))
        let alphabet = Array("*$:+-0123456789\r\n\r\n\r\nx".utf8)
        for _ in 0..<300 * Fuzz.factor {
            let text = (0..<40).map { _ in alphabet.randomElement(using: &chance) ?? 0 }
            _ = try? Self.replies(String(decoding: text, as: UTF8.self), by: 9)
        }
    }

    @Test(arguments: [
        (["PING"], "*1\r\n$4\r\nPING\r\n"),
        (["SET", "a b", ""], "*3\r\n$3\r\nSET\r\n$3\r\na b\r\n$0\r\n\r\n"),
        (["X", "é\r\n"], "*2\r\n$1\r\nX\r\n$4\r\né\r\n\r\n"),
    ])
    func `is written with the length of each word`(_ words: [String], _ text: String) {
        #expect(RedisCommand.bytes(words) == Array(text.utf8))
    }

    @Test(arguments: [
        ("# Server\r\nredis_version:7.0.15\r\nx:1\r\n", nil),
        ("redis_version:6.0.0", nil), ("redis_version:10.1", nil),
        ("redis_version:5.0.14\r\n", "its version is 5.0.14, and 6 is needed"),
        ("redis_version:\r\n", LinkFault.absurd.reason), ("", LinkFault.absurd.reason),
        ("x redis_version:7.0.15", LinkFault.absurd.reason),
    ])
    func `tells a version that is old enough to lack something`(_ text: String, _ reason: String?) {
        #expect(RedisGreeting.versionFault(.text(Array(text.utf8)))?.reason == reason)
    }
}
