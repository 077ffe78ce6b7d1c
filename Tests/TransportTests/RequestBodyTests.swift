import Glibc
import Testing

@testable import Transport

@Suite("Requests with a body", .serialized, .timeLimit(.minutes(1)))
struct RequestBodyTests {
    private static func put(_ loop: TestLoop, _ length: Int, _ lines: String...) -> String {
        let fields = ["PUT /put HTTP/1.1", "Host: 127.0.0.1:\(loop.port)"]
        return (fields + ["Content-Length: \(length)"] + lines).joined(separator: "\r\n")
            + "\r\n\r\n"
    }

    @Test(arguments: [1, 100, 70_000, 1 << 20])
    func `a body arrives as it left, in however many pieces`(_ length: Int) throws {
        let body = (0..<length).map { Pattern.byte(at: Int64($0)) }
        try TestLoop.run { loop in
            for size in [length, max(1, length / 3)] {
                let client = try RawClient(port: loop.port)
                try client.send(Self.put(loop, length))
                for start in stride(from: 0, to: length, by: size) {
                    try client.send(Array(body[start..<min(start + size, length)]))
                    usleep(20_000)
                }
                let answer = try client.answer()
                #expect((answer.status, answer.body == body) == (200, true))
                #expect(answer.headers["connection"] == "close" && client.isClosed())
            }
        }
    }

    @Test func `a body may come with its head, or be empty`() throws {
        try TestLoop.run { loop in
            for body in ["abc", ""] {
                let client = try RawClient(port: loop.port)
                try client.send(Self.put(loop, body.utf8.count) + body)
                #expect(try client.answer().text == body)
                #expect(client.isClosed())
            }
        }
    }

    @Test(arguments: [0, 1, 2])
    func `what comes behind a body is not taken for a request`(_ early: Int) throws {
        try TestLoop.run { loop in
            let client = try RawClient(port: loop.port)
            try client.send(Self.put(loop, 3) + "abc".prefix(early))
            usleep(20_000)
            try client.send("abc".dropFirst(early) + loop.get("/"))
            #expect(try client.answer().text == "abc")
            #expect(client.isClosed())
        }
    }

    @Test func `a body that does not come is waited for no longer than its time`() throws {
        var settings = ListenSettings(port: 0)
        settings.limits.bodyTime = .milliseconds(300)
        try TestLoop.run(settings) { loop in
            let client = try RawClient(port: loop.port)
            try client.send(Self.put(loop, 3) + "ab")
            #expect(client.isClosed())
            #expect(!loop.journal.all.contains("put"))
        }
    }

    struct Refused: Sendable, CustomTestStringConvertible {
        let why: String
        let lines: String
        let status: Int
        var testDescription: String { why }
    }

    @Test(arguments: [
        Refused(why: "no length", lines: "", status: 411),
        Refused(why: "chunks", lines: "\r\nTransfer-Encoding: chunked", status: 411),
        Refused(why: "no number", lines: "\r\nContent-Length: 1e3", status: 411),
        Refused(
            why: "two lengths",
            lines: "\r\nContent-Length: 3\r\nContent-Length: 4",
            status: 411
        ),
        Refused(
            why: "chunks and a length",
            lines: "\r\nContent-Length: 3\r\nTransfer-Encoding: chunked",
            status: 411
        ),
        Refused(why: "too much", lines: "\r\nContent-Length: 1048577", status: 413),
        Refused(
            why: "another site's page",
            lines: "\r\nContent-Length: 3\r\nSec-Fetch-Site: cross-site",
            status: 403
        ),
        Refused(
            why: "another origin's page",
            lines: "\r\nContent-Length: 3\r\nOrigin: http://evil.example",
            status: 403
        ),
        Refused(
            why: "no origin at all",
            lines: "\r\nContent-Length: 3\r\nOrigin: null",
            status: 403
        ),
    ])
    func `a request is refused before its body is read`(_ example: Refused) throws {
        try TestLoop.run { loop in
            let client = try RawClient(port: loop.port)
            let host = "127.0.0.1:\(loop.port)"
            try client.send("PUT /put HTTP/1.1\r\nHost: \(host)\(example.lines)\r\n\r\n")
            #expect(try client.answer().status == example.status)
            #expect(client.isClosed())
            #expect(!loop.journal.all.contains("put"))
        }
    }

    @Test(arguments: [3000, 1 << 20, 4 << 20])
    func `a client that still sends after a refusal can read it`(_ length: Int) throws {
        try TestLoop.run { loop in
            let client = try RawClient(port: loop.port)
            try client.send(Self.put(loop, length, "Origin: http://evil.example"))
            // Long enough for a connection that was closed to be reset by what comes now.
            usleep(200_000)
            for _ in 0..<length / 1000 { try client.send([UInt8](repeating: 120, count: 1000)) }
            let answer = try client.answer()
            #expect(answer.status == (length > 1 << 20 ? 413 : 403))
            #expect(client.isClosed())
            #expect(!loop.journal.all.contains("put"))
        }
    }

    @Test func `a refused body that never ends is not read for ever`() throws {
        var settings = ListenSettings(port: 0)
        settings.limits.lingerTime = .milliseconds(300)
        try TestLoop.run(settings) { loop in
            let client = try RawClient(port: loop.port)
            try client.send(Self.put(loop, 1 << 20, "Origin: http://evil.example"))
            #expect(try client.answer().status == 403)
            #expect(throws: (any Error).self) {
                for _ in 0..<2000 {
                    try client.send([120])
                    usleep(10_000)
                }
            }
        }
    }

    @Test func `nothing is put where nothing can be`() throws {
        try TestLoop.run { loop in
            let client = try RawClient(port: loop.port)
            try client.send(loop.get("/echo", method: "PUT", "Content-Length: 0"))
            let answer = try client.answer()
            #expect(answer.status == 405 && answer.headers["allow"] == "GET, HEAD")
        }
    }

    @Test func `the server's own page may put`() throws {
        try TestLoop.run { loop in
            let client = try RawClient(port: loop.port)
            let origin = "Origin: http://127.0.0.1:\(loop.port)"
            try client.send(Self.put(loop, 3, origin, "Sec-Fetch-Site: same-origin") + "abc")
            #expect(try client.answer().text == "abc")
        }
    }

    @Test func `a client that leaves in mid-body leaves nothing behind`() throws {
        try TestLoop.run { loop in
            for _ in 0..<20 {
                let client = try RawClient(port: loop.port)
                try client.send(Self.put(loop, 1000) + "abc")
            }
            let client = try RawClient(port: loop.port)
            try client.send(loop.get("/"))
            #expect(try client.answer().text == "hello")
            #expect(!loop.journal.all.contains("put"))
        }
    }
}
