import Basics
import Testing

@testable import Transport

@Suite("Answers, before they meet a connection")
struct HTTPExchangeTests {
    private let id = ExchangeID(connection: Slot(index: 0, generation: 0), number: 1)

    /// Everything that the exchange writes, in pieces of at most `size` bytes.
    private func pieces(
        _ exchange: inout HTTPExchange,
        size: Int
    ) -> (pieces: [[UInt8]], end: HTTPExchange.Step) {
        var pieces: [[UInt8]] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 1)
        defer { buffer.deallocate() }
        while true {
            let step = exchange.next(into: buffer)
            guard case .write(let count) = step else { return (pieces, step) }
            pieces.append(Array(buffer[..<count]))
        }
    }

    private func exchange(_ method: Request.Method = .get, keepsAlive: Bool = true) -> HTTPExchange
    {
        HTTPExchange(id: id, method: method, keepsAlive: keepsAlive)
    }

    private static let bare = [("x", "y")] + ResponseHead.defaults.map { ($0.0, "z") }

    @Test(arguments: [1, 2, 7, 64, 100_000])
    func `the pieces add up, whatever their size`(size: Int) {
        var exchange = exchange()
        #expect(exchange.next(into: UnsafeMutableRawBufferPointer(start: nil, count: 0)) == .wait)
        exchange.respond(
            with: Response(status: 200, headers: Self.bare, body: .bytes(Array("0123456789".utf8)))
        )
        let (pieces, end) = pieces(&exchange, size: size)
        let text = String(decoding: pieces.joined(), as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 200 OK\r\nx: y\r\n"))
        #expect(text.hasSuffix("content-length: 10\r\n\r\n0123456789"))
        #expect(pieces.dropLast().allSatisfy { $0.count == size })
        #expect(end == .finish)
    }

    @Test func `a small answer leaves in one piece`() {
        var exchange = exchange()
        exchange.respond(with: Response(status: 200, body: .bytes([1])))
        #expect(pieces(&exchange, size: 64 * 1024).pieces.count == 1)
    }

    @Test(arguments: [0, -1, 11])
    func `a body that gives nothing, or too much, ends the answer`(count: Int) {
        var exchange = exchange()
        let body = Body.made(length: 10) { _ in .bytes(count) }
        exchange.respond(with: Response(status: 200, body: body))
        #expect(pieces(&exchange, size: 4096).end == .fail)
    }

    @Test func `a body that is still being made is waited for, and goes on where it stood`() {
        var exchange = exchange()
        var made: [UInt8] = []
        let body = Body.made(length: 5) { room in
            guard !made.isEmpty else { return .notYet }
            let count = min(made.count, room.count)
            room.copyBytes(from: made.prefix(count))
            made.removeFirst(count)
            return .bytes(count)
        }
        exchange.respond(with: Response(status: 200, body: body))
        var parts = [pieces(&exchange, size: 4096)]
        #expect(exchange.isWaiting)
        for more: [UInt8] in [[1, 2], [3, 4, 5]] {
            made = more
            parts.append(pieces(&exchange, size: 4096))
        }
        #expect(parts.map(\.end) == [.wait, .wait, .finish])
        #expect(parts.dropFirst().flatMap(\.pieces) == [[1, 2], [3, 4, 5]])
        #expect(!exchange.isWaiting)
    }

    @Test func `a body that ends before its length cuts the connection`() {
        var exchange = exchange()
        let body = Body.made(length: 5) { _ in .failed }
        exchange.respond(with: Response(status: 200, body: body))
        #expect(pieces(&exchange, size: 4096).end == .fail)
    }

    @Test func `HEAD reads nothing`() {
        var exchange = exchange(.head)
        let body = Body.made(length: 5) { _ in
            Issue.record("read")
            return .failed
        }
        exchange.respond(with: Response(status: 200, body: body))
        let (pieces, end) = pieces(&exchange, size: 4096)
        #expect(
            String(decoding: pieces.joined(), as: UTF8.self).hasSuffix("content-length: 5\r\n\r\n")
        )
        #expect(end == .finish)
    }

    @Test(arguments: [
        (200, true, true), (206, true, true), (404, true, false), (200, false, false),
    ])
    func `only what went well keeps the connection`(status: Int, asked: Bool, kept: Bool) {
        var exchange = exchange(keepsAlive: asked)
        exchange.respond(with: Response(status: status))
        let text = String(decoding: pieces(&exchange, size: 4096).pieces.joined(), as: UTF8.self)
        #expect(exchange.keepsAlive == kept)
        #expect(text.contains("connection: close\r\n") == !kept)
    }

    @Test func `a field of the answer replaces ours`() {
        let policy = "default-src 'self'"
        let response = Response(status: 200, headers: [("content-security-policy", policy)])
        let values = ResponseHead(response, closes: false).fields
            .filter { $0.0 == "content-security-policy" }.map(\.1)
        #expect(values == [policy])
    }

    @Test func `a value cannot start a new field`() {
        let bytes = ResponseHead.encode([("x", "a\r\nSet-Cookie: b\0")])
        #expect(String(decoding: bytes, as: UTF8.self) == "x: a  Set-Cookie: b \r\n")
    }

    @Test func `a problem is one line of JSON`() {
        let response = Refusal.method(allowed: "GET").response
        guard case .bytes(let body) = response.body else {
            Issue.record("no body")
            return
        }
        let expected = #"""
            {"detail":"the methods here are GET","status":405,\#
            "title":"Method Not Allowed","type":"about:blank"}
            """#
        #expect(String(decoding: body, as: UTF8.self) == expected)
        #expect(response.headers.contains { $0 == ("content-type", "application/problem+json") })
        #expect(response.headers.contains { $0 == ("cache-control", "no-store") })
        #expect(response.headers.contains { $0 == ("allow", "GET") })
    }

    @Test func `a client must take its share in every window`() {
        let start = ContinuousClock.now
        var rate = TransferRate(bytes: 100, per: .seconds(10), from: start)
        func isTooSlow(after seconds: Int) -> Bool { rate.isTooSlow(at: start + .seconds(seconds)) }
        #expect(isTooSlow(after: 9) == false)
        rate.took(100)
        #expect(isTooSlow(after: 10) == false)
        rate.took(99)
        #expect(isTooSlow(after: 19) == false)
        #expect(isTooSlow(after: 20))
    }
}
