import Glibc
import Testing

@testable import Transport

@Suite("HTTP over a real connection", .serialized, .timeLimit(.minutes(1)))
struct HTTPServiceTests {
    @Test func `a GET is answered with its body and the headers that keep a page safe`() throws {
        try TestLoop.run { loop in
            let client = try RawClient(port: loop.port)
            try client.send(loop.get("/"))
            let answer = try client.answer()
            #expect(answer.status == 200)
            #expect(answer.text == "hello")
            #expect(answer.headers["content-type"] == "text/plain")
            #expect(answer.headers["x-content-type-options"] == "nosniff")
            #expect(answer.headers["cross-origin-resource-policy"] == "same-origin")
            #expect(
                answer.headers["content-security-policy"]?.contains("default-src 'none'") == true
            )
        }
    }

    @Test func `a HEAD is answered with the length and no body`() throws {
        try TestLoop.run { loop in
            let client = try RawClient(port: loop.port)
            try client.send(loop.get("/stream?bytes=3000000", method: "HEAD"))
            let answer = try client.answer(hasBody: false)
            #expect(answer.headers["content-length"] == "3000000")
            // Were there a body, this answer could not be read.
            try client.send(loop.get("/"))
            #expect(try client.answer().text == "hello")
        }
    }

    @Test func `a connection serves one request after the other`() throws {
        try TestLoop.run { loop in
            let client = try RawClient(port: loop.port)
            for _ in 0..<3 {
                try client.send(loop.get("/"))
                #expect(try client.answer().text == "hello")
            }
            try client.send(loop.get("/", "Connection: close"))
            #expect(try client.answer().headers["connection"] == "close")
            #expect(client.isClosed())
        }
    }

    @Test func `a connection ends after its hundredth request`() throws {
        try TestLoop.run { loop in
            let client = try RawClient(port: loop.port)
            for number in 1...100 {
                try client.send(loop.get("/"))
                let answer = try client.answer()
                #expect((answer.headers["connection"] == "close") == (number == 100))
            }
            #expect(client.isClosed())
        }
    }

    @Test func `3 MB arrive as they left`() throws {
        try TestLoop.run { loop in
            let client = try RawClient(port: loop.port)
            try client.send(loop.get("/stream?bytes=3000000"))
            let body = try client.answer().body
            // At once: the look at each byte may take longer than the server waits.
            try client.send(loop.get("/"))
            #expect(try client.answer().text == "hello")
            #expect(body.count == 3_000_000)
            #expect(body.indices.allSatisfy { body[$0] == Pattern.byte(at: Int64($0)) })
        }
    }

    @Test func `an answer whose source fails is cut off`() throws {
        try TestLoop.run { loop in
            let client = try RawClient(port: loop.port)
            try client.send(loop.get("/broken"))
            #expect(throws: RawClient.Failure.self) { try client.answer() }
        }
    }

    @Test func `304 has neither body nor length`() throws {
        try TestLoop.run { loop in
            let client = try RawClient(port: loop.port)
            try client.send(loop.get("/unchanged"))
            let answer = try client.answer()
            #expect(answer.status == 304)
            #expect(answer.headers["content-length"] == nil)
            try client.send(loop.get("/"))
            #expect(try client.answer().text == "hello")
        }
    }

    @Test func `an error ends the connection`() throws {
        try TestLoop.run { loop in
            let client = try RawClient(port: loop.port)
            try client.send(loop.get("/missing"))
            let answer = try client.answer()
            #expect(answer.status == 404)
            #expect(answer.headers["connection"] == "close")
            #expect(client.isClosed())
        }
    }

    @Test func `paths and queries arrive decoded`() throws {
        try TestLoop.run { loop in
            let client = try RawClient(port: loop.port)
            try client.send(loop.get("//x/../echo?b=1%2B1&a=%3B%26&c="))
            #expect(
                try client.answer().text
                    == #"["echo"] [(key: "a", value: ";&"), (key: "b", value: "1+1"), (key: "c", value: "")]"#
            )
        }
    }

    @Test func `an answer may come later, from another thread's work`() throws {
        try TestLoop.run { loop in
            let client = try RawClient(port: loop.port)
            try client.send(loop.get("/later"))
            _ = loop.journal.wait(for: "ticked")
            loop.waker.wake()
            #expect(try client.answer().text == "at last")
        }
    }

    @Test func `of two requests sent at once the second is refused`() throws {
        try TestLoop.run { loop in
            let client = try RawClient(port: loop.port)
            try client.send(loop.get("/") + loop.get("/"))
            #expect(try client.answer().status == 200)
            #expect(try client.answer().status == 400)
            #expect(client.isClosed())
        }
    }

    @Test func `an answer that nobody takes is given up`() throws {
        var settings = ListenSettings(port: 0)
        settings.limits.rateWindow = .milliseconds(300)
        try TestLoop.run(settings) { loop in
            let client = try RawClient(port: loop.port)
            try client.send(loop.get("/stream?bytes=300000000"))
            usleep(1_000_000)
            #expect(throws: RawClient.Failure.self) { try client.answer() }
        }
    }

    struct Refused: Sendable, CustomTestStringConvertible {
        let why: String
        let head: String
        let status: Int
        /// Whether libwebsockets 4.3 hangs up on it before it is answered.
        var isHungUpOn = false
        var testDescription: String { why }
    }

    @Test(arguments: [
        Refused(why: "another host", head: "GET / HTTP/1.1\r\nHost: evil.example", status: 421),
        Refused(why: "the port missing", head: "GET / HTTP/1.1\r\nHost: 127.0.0.1", status: 421),
        Refused(why: "two hosts", head: "GET / HTTP/1.1\r\nHost: HOST\r\nHost: HOST", status: 400),
        Refused(
            why: "a host and an empty one",
            head: "GET / HTTP/1.1\r\nHost: HOST\r\nHost:",
            status: 400
        ),
        Refused(why: "no host", head: "GET / HTTP/1.1", status: 400),
        Refused(why: "POST", head: "POST / HTTP/1.1\r\nHost: HOST", status: 405),
        Refused(why: "DELETE", head: "DELETE / HTTP/1.1\r\nHost: HOST", status: 405),
        Refused(why: "OPTIONS", head: "OPTIONS / HTTP/1.1\r\nHost: HOST", status: 405),
        Refused(
            why: "a body",
            head: "GET / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 4",
            status: 400
        ),
        Refused(
            why: "a body in chunks",
            head: "GET / HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked",
            status: 400
        ),
        Refused(why: "HTTP/1.2", head: "GET / HTTP/1.2\r\nHost: HOST", status: 400),
        Refused(
            why: "a path with a parameter",
            head: "GET /a;b HTTP/1.1\r\nHost: HOST",
            status: 400
        ),
        Refused(
            why: "a path with NUL",
            head: "GET /%00x HTTP/1.1\r\nHost: HOST",
            status: 400,
            isHungUpOn: true
        ),
        Refused(
            why: "a path that is not UTF-8",
            head: "GET /%FF HTTP/1.1\r\nHost: HOST",
            status: 400
        ),
        Refused(why: "a name twice", head: "GET /?a=1&a=2 HTTP/1.1\r\nHost: HOST", status: 400),
        Refused(
            why: "another site's page",
            head: "GET / HTTP/1.1\r\nHost: HOST\r\nSec-Fetch-Site: cross-site",
            status: 403
        ),
        Refused(
            why: "a bare socket",
            head: "GET /api/v1/scrub HTTP/1.1\r\nHost: HOST",
            status: 426
        ),
        Refused(
            why: "an unknown upgrade",
            head: "GET / HTTP/1.1\r\nHost: HOST\r\nConnection: Upgrade\r\nUpgrade: irc",
            status: 403
        ),
        Refused(
            why: "HTTP/2 in plain text",
            head: "GET / HTTP/1.1\r\nHost: HOST\r\nConnection: Upgrade\r\nUpgrade: h2c",
            status: 400
        ),
    ])
    func `a request is refused, and the next client served`(_ example: Refused) throws {
        try TestLoop.run { loop in
            let head = example.head.replacing("HOST", with: "127.0.0.1:\(loop.port)")
            for prelude in ["", loop.get("/")] {
                let client = try RawClient(port: loop.port)
                if !prelude.isEmpty {
                    try client.send(prelude)
                    _ = try client.answer()
                }
                try client.send(head + "\r\n\r\nbody")
                do {
                    #expect(try client.answer().status == example.status)
                } catch RawClient.Failure.closed where example.isHungUpOn {}
                #expect(client.isClosed())
            }
            let next = try RawClient(port: loop.port)
            try next.send(loop.get("/"))
            #expect(try next.answer().text == "hello")
        }
    }

    @Test(arguments: [
        "CONNECT 127.0.0.1:1 HTTP/1.1\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "\0\0\0\0\r\n\r\n",
        "GET / HTTP/1.1\r\nX: " + String(repeating: "x", count: 9000) + "\r\n\r\n",
        "GET /%zz HTTP/1.1\r\n\r\n",
    ])
    func `what is not HTTP is hung up on`(bytes: String) throws {
        try TestLoop.run { loop in
            let client = try RawClient(port: loop.port)
            try client.send(bytes)
            // libwebsockets hangs up on some with an answer of its own, on some without.
            if let answer = try? client.answer() { #expect(answer.status == 403) }
            #expect(client.isClosed())
            let next = try RawClient(port: loop.port)
            try next.send(loop.get("/"))
            #expect(try next.answer().text == "hello")
        }
    }
}
