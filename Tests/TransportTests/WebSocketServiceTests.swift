import Foundation
import Testing

@testable import Transport

@Suite("WebSocket over a real connection", .serialized, .timeLimit(.minutes(1)))
struct WebSocketServiceTests {
    struct Handshake: Sendable, CustomTestStringConvertible {
        let why: String
        var line = "GET /api/v1/scrub HTTP/1.1"
        var changes: [String: String?] = [:]
        let status: Int
        var testDescription: String { why }
    }

    @Test(arguments: [
        Handshake(why: "as it should be", status: 101),
        Handshake(
            why: "ours among others",
            changes: ["Sec-WebSocket-Protocol": "zzz, vernier.v1"],
            status: 101
        ),
        Handshake(
            why: "in a browser's words",
            changes: [
                "Connection": "keep-alive, Upgrade", "Upgrade": "WebSocket",
                "Origin": "http://HOST",
            ],
            status: 101
        ),
        Handshake(why: "localhost", changes: ["Host": "localhost:PORT"], status: 101),
        Handshake(why: "version 8", changes: ["Sec-WebSocket-Version": "8"], status: 426),
        Handshake(why: "version 14", changes: ["Sec-WebSocket-Version": "14"], status: 426),
        Handshake(why: "no version", changes: ["Sec-WebSocket-Version": String?.none], status: 426),
        Handshake(why: "POST", line: "POST /api/v1/scrub HTTP/1.1", status: 405),
        Handshake(why: "HEAD", line: "HEAD /api/v1/scrub HTTP/1.1", status: 405),
        Handshake(why: "PUT", line: "PUT /api/v1/scrub HTTP/1.1", status: 405),
        Handshake(why: "another path", line: "GET /ws HTTP/1.1", status: 404),
        Handshake(why: "HTTP/1.0", line: "GET /api/v1/scrub HTTP/1.0", status: 400),
        Handshake(why: "a short key", changes: ["Sec-WebSocket-Key": "abc"], status: 400),
        Handshake(why: "a key of marks", changes: ["Sec-WebSocket-Key": "!!!"], status: 400),
        Handshake(why: "no key", changes: ["Sec-WebSocket-Key": String?.none], status: 400),
        Handshake(why: "another origin", changes: ["Origin": "http://evil.example"], status: 403),
        Handshake(why: "an opaque origin", changes: ["Origin": "null"], status: 403),
        Handshake(
            why: "another port's page",
            changes: ["Origin": "http://127.0.0.1:1"],
            status: 403
        ),
        Handshake(why: "another host", changes: ["Host": "evil.example"], status: 421),
        Handshake(why: "two hosts", changes: ["Host": "HOST\r\nHost: HOST"], status: 400),
        Handshake(
            why: "no protocol",
            changes: ["Sec-WebSocket-Protocol": String?.none],
            status: 400
        ),
        Handshake(why: "our inner name", changes: ["Sec-WebSocket-Protocol": "http"], status: 400),
        Handshake(
            why: "our inner name before ours",
            changes: ["Sec-WebSocket-Protocol": "http,, vernier.v1"],
            status: 400
        ),
        Handshake(why: "unknown only", changes: ["Sec-WebSocket-Protocol": "zzz"], status: 400),
        Handshake(
            why: "a long list",
            changes: ["Sec-WebSocket-Protocol": String(repeating: "z, ", count: 50) + "vernier.v1"],
            status: 400
        ),
        Handshake(why: "nothing to upgrade", changes: ["Connection": "keep-alive"], status: 400),
        Handshake(why: "u for upgrade", changes: ["Connection": "u"], status: 400),
        Handshake(why: "a body", changes: ["Content-Length": "4"], status: 400),
    ])
    func `a handshake gets the right answer`(_ example: Handshake) throws {
        try TestLoop.run { loop in
            let client = try RawClient(port: loop.port)
            let text = RawClient.handshake(line: example.line, port: loop.port, example.changes)
                .replacing("HOST", with: "127.0.0.1:\(loop.port)")
                .replacing("PORT", with: "\(loop.port)")
            try client.send(text)
            let answer = try client.answer()
            #expect(answer.status == example.status)
            guard example.status == 101 else {
                #expect(client.isClosed())
                return
            }
            #expect(answer.headers["sec-websocket-protocol"] == "vernier.v1")
            #expect(answer.headers["x-content-type-options"] == "nosniff")
            // The example of RFC 6455, section 1.3.
            #expect(answer.headers["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
            try client.send(RawClient.frame(Array("hello".utf8)))
            #expect(try client.frame().text == "hello")
        }
    }

    @Test func `a configured name and origin are let in`() throws {
        var settings = ListenSettings(port: 0)
        settings.allowedHosts = ["media.example"]
        settings.allowedOrigins = ["https://media.example"]
        try TestLoop.run(settings) { loop in
            let client = try RawClient(port: loop.port)
            try client.send(
                RawClient.handshake(
                    port: loop.port,
                    ["Host": "media.example", "Origin": "https://media.example"]
                )
            )
            #expect(try client.answer().status == 101)
        }
    }

    @Test func `a message in fragments, with a ping between them, is one message`() throws {
        try TestLoop.run { loop in
            let client = try RawClient.socket(port: loop.port)
            try client.send(RawClient.frame(Array("Grüß".utf8.prefix(3)), isFinal: false))
            try client.send(RawClient.frame([1, 2, 3], opcode: 9))
            try client.send(
                RawClient.frame(Array("Grüß".utf8.dropFirst(3)), opcode: 0, isFinal: false)
            )
            try client.send(RawClient.frame([], opcode: 0))
            #expect(try client.frame() == RawClient.Frame(opcode: 10, payload: [1, 2, 3]))
            #expect(try client.frame().text == "Grüß")
        }
    }

    @Test func `a message may come byte by byte`() throws {
        try TestLoop.run { loop in
            let client = try RawClient.socket(port: loop.port)
            for byte in RawClient.frame(Array("slow".utf8)) {
                try client.send([byte])
                usleep(2000)
            }
            #expect(try client.frame().text == "slow")
        }
    }

    @Test func `messages sent at once come back in order`() throws {
        try TestLoop.run { loop in
            let client = try RawClient.socket(port: loop.port)
            let texts = (0..<500).map { "message \($0)" }
            try client.send(texts.flatMap { RawClient.frame(Array($0.utf8)) })
            for text in texts { #expect(try client.frame().text == text) }
        }
    }

    @Test func `64 KiB is a message, and 65 KiB is too big`() throws {
        try TestLoop.run { loop in
            let client = try RawClient.socket(port: loop.port)
            let largest = [UInt8](repeating: UInt8(ascii: "a"), count: 64 * 1024)
            try client.send(RawClient.frame(largest))
            #expect(try client.frame().payload == largest)
            try client.send(RawClient.frame(largest + largest.prefix(1024)))
            let closeFrame = try client.frame()
            #expect(closeFrame.closeCode == 1009)
            try client.send(RawClient.frame(closeFrame.payload, opcode: 8))
            #expect(loop.journal.wait(for: "closed"))
        }
    }

    @Test(arguments: [65_537, 1 << 40, Int.max])
    func `a frame that claims too much is refused at once`(claim: Int) throws {
        try TestLoop.run { loop in
            let client = try RawClient.socket(port: loop.port)
            try client.send(RawClient.frame([0x61], claiming: claim))
            #expect(try client.frame().closeCode == 1009)
        }
    }

    @Test func `a message in too many fragments is refused`() throws {
        try TestLoop.run { loop in
            let client = try RawClient.socket(port: loop.port)
            var bytes = RawClient.frame([], isFinal: false)
            for _ in 0..<256 { bytes += RawClient.frame([], opcode: 0, isFinal: false) }
            try client.send(bytes)
            #expect(try client.frame().closeCode == 1009)
        }
    }

    @Test func `binary is refused with 1003`() throws {
        try TestLoop.run { loop in
            let client = try RawClient.socket(port: loop.port)
            try client.send(RawClient.frame([1, 2, 3], opcode: 2))
            let closeFrame = try client.frame()
            #expect(closeFrame.closeCode == 1003)
            try client.send(RawClient.frame(closeFrame.payload, opcode: 8))
            #expect(loop.journal.wait(for: "closed"))
        }
    }

    @Test(arguments: [[0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xC3]] as [[UInt8]])
    func `text that is not UTF-8 is refused with 1007`(bytes: [UInt8]) throws {
        try TestLoop.run { loop in
            let client = try RawClient.socket(port: loop.port)
            try client.send(RawClient.frame(bytes))
            #expect(try client.frame().closeCode == 1007)
        }
    }

    @Test func `a message that takes too long is refused`() throws {
        var settings = ListenSettings(port: 0)
        settings.limits.messageTime = .milliseconds(200)
        try TestLoop.run(settings) { loop in
            let client = try RawClient.socket(port: loop.port)
            try client.send(RawClient.frame([0x61, 0x62], isFinal: false))
            #expect(try client.frame().closeCode == 1008)
        }
    }

    @Test func `the application closes with a code and a reason`() throws {
        try TestLoop.run { loop in
            let client = try RawClient.socket(port: loop.port)
            try client.send(RawClient.frame(Array("close".utf8)))
            let frame = try client.frame()
            #expect(frame.closeCode == 1008)
            #expect(String(decoding: frame.payload.dropFirst(2), as: UTF8.self) == "as you wish")
        }
    }

    @Test func `a client that sends a close frame is answered and forgotten`() throws {
        try TestLoop.run { loop in
            let client = try RawClient.socket(port: loop.port)
            try client.send(RawClient.frame([0x03, 0xE8], opcode: 8))
            #expect(try client.frame().closeCode == 1000)
            #expect(loop.journal.wait(for: "closed"))
        }
    }

    @Test func `a client that never reads costs little and disturbs nobody`() throws {
        try TestLoop.run { loop in
            let silent = try RawClient.socket(port: loop.port)
            try silent.send(RawClient.frame(Array("flood".utf8)))
            #expect(loop.journal.wait(for: "flooded"))
            let other = try RawClient.socket(port: loop.port)
            for _ in 0..<50 {
                try other.send(RawClient.frame(Array("still here".utf8)))
                #expect(try other.frame().text == "still here")
                usleep(10_000)
            }
            let sent = loop.journal.all.count { $0 == "flooded" }
            usleep(300_000)
            // No more is asked of the application once the kernel holds a few megabytes.
            #expect(loop.journal.all.count { $0 == "flooded" } == sent)
            #expect(sent < 100)
        }
    }

    @Test func `a client that reads nothing and misbehaves is closed within a time`() throws {
        var settings = ListenSettings(port: 0)
        settings.limits.lingerTime = .milliseconds(300)
        try TestLoop.run(settings) { loop in
            let silent = try RawClient.socket(port: loop.port)
            try silent.send(RawClient.frame(Array("flood".utf8)))
            #expect(loop.journal.wait(for: "flooded"))
            usleep(200_000)
            try silent.send(RawClient.frame([1], opcode: 2))
            try silent.send([UInt8](repeating: 0, count: 10_000))
            #expect(loop.journal.wait(for: "closed"))
        }
    }

    @Test func `stopping says 1001 to every socket`() throws {
        try TestLoop.run { loop in
            let clients = try (0..<5).map { _ in try RawClient.socket(port: loop.port) }
            loop.waker.stop()
            for client in clients {
                let frame = try client.frame()
                #expect(frame.closeCode == 1001)
                #expect(frame.payload.dropFirst(2).elementsEqual("server going away".utf8))
                try client.send(RawClient.frame(frame.payload, opcode: 8))
            }
        }
    }

    @Test func `stopping does not wait for ever for clients that read nothing`() throws {
        var settings = ListenSettings(port: 0)
        settings.limits.closeTime = .milliseconds(300)
        try TestLoop.run(settings) { loop in
            let silent = try RawClient.socket(port: loop.port)
            try silent.send(RawClient.frame(Array("flood".utf8)))
            #expect(loop.journal.wait(for: "flooded"))
            loop.stop()
            #expect(loop.journal.all.last == "closed")
        }
    }
}
