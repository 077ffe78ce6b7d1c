import Glibc
import Testing

@testable import System
@testable import Transport

@Suite("Who may connect, and stay", .serialized, .timeLimit(.minutes(1)))
struct ConnectionLimitsTests {
    /// Two connections of an address; `proxy` is believed.
    private func settings(proxy: TrustedProxy? = nil) -> ListenSettings {
        var settings = ListenSettings(port: 0)
        settings.limits.connectionsPerAddress = 2
        settings.proxies = proxy.map { [$0] } ?? []
        return settings
    }

    private static let here = TrustedProxy.address(HostAddress([127, 0, 0, 1]))

    /// A connection that asks for a socket on behalf of a client; gives the answer's status.
    private func ask(
        _ loop: TestLoop,
        for client: String,
        keeping clients: inout [RawClient]
    ) throws -> RawClient.Answer {
        clients.append(try RawClient(port: loop.port))
        let fields = ["X-Forwarded-For": client]
        // Who is refused before has been answered, and may not take it.
        try? clients.last?.send(RawClient.handshake(port: loop.port, fields))
        return try #require(try clients.last?.answer())
    }

    @Test func `an address with as many connections as it may is refused, until one has gone`()
        throws
    {
        try TestLoop.run(settings()) { loop in
            var clients = try (0..<2).map { _ in try RawClient.socket(port: loop.port) }
            let third = try RawClient(port: loop.port)
            let answer = try third.answer()
            #expect(answer.status == 503 && answer.headers["retry-after"] == "1")
            #expect(answer.text.contains("your address has as many connections as it may"))
            #expect(third.isClosed())
            clients.removeLast()
            #expect(loop.journal.wait(for: "closed"))
            _ = try RawClient.socket(port: loop.port)
            withExtendedLifetime(clients) {}
        }
    }

    @Test func `whoever is not named as a proxy is counted itself, whatever it says`() throws {
        let other = TrustedProxy.address(HostAddress([127, 0, 0, 2]))
        for proxy in [nil, other, .file] {
            try TestLoop.run(settings(proxy: proxy)) { loop in
                var clients: [RawClient] = []
                let told = try (1...3).map {
                    try ask(loop, for: "192.0.2.\($0)", keeping: &clients).status
                }
                #expect(told == [101, 101, 503])
            }
        }
    }

    @Test func `the clients of a named proxy are counted, and the proxy is not`() throws {
        try TestLoop.run(settings(proxy: Self.here)) { loop in
            var clients: [RawClient] = []
            let told = try ["192.0.2.1", "192.0.2.1", "192.0.2.2", "x, 192.0.2.1", "192.0.2.3"]
                .map { try ask(loop, for: $0, keeping: &clients).status }
            #expect(told == [101, 101, 101, 503, 101])
            clients.removeFirst()
            #expect(loop.journal.wait(for: "closed"))
            #expect(try ask(loop, for: "192.0.2.1", keeping: &clients).status == 101)
        }
    }

    @Test func `a proxy's connection counts for a client only while it has a request of it`()
        throws
    {
        try TestLoop.run(settings(proxy: Self.here)) { loop in
            let clients = try (0..<4).map { _ in try RawClient(port: loop.port) }
            let field = "X-Forwarded-For: 192.0.2.1"
            for client in clients {
                try client.send(loop.get("/", field))
                #expect(try client.answer().text == "hello")
            }
            for client in clients.prefix(2) { try client.send(loop.get("/never", field)) }
            #expect(loop.journal.wait(for: "waiting", times: 2))
            try clients[2].send(loop.get("/", field))
            let refusal = try clients[2].answer()
            #expect(refusal.status == 503 && refusal.headers["retry-after"] == "1")
            try clients[3].send(loop.get("/", "X-Forwarded-For: 192.0.2.2"))
            #expect(try clients[3].answer().text == "hello")
        }
    }

    @Test func `a socket that only answers pings is closed, one that is kept stays`() throws {
        var settings = ListenSettings(port: 0)
        settings.limits.openTime = .milliseconds(400)
        try TestLoop.run(settings) { loop in
            // Before they open: a busy machine takes its time for that, too.
            let start = ContinuousClock.now
            let (silent, kept) = try (
                RawClient.socket(port: loop.port), RawClient.socket(port: loop.port)
            )
            try kept.send(RawClient.frame(Array("keep".utf8)))
            while ContinuousClock.now - start < .milliseconds(300) {
                try silent.send(RawClient.frame([], opcode: 10))
                usleep(20_000)
            }
            let frame = try silent.frame()
            #expect(frame.closeCode == 1008)
            #expect(frame.payload.dropFirst(2).elementsEqual("no open message has come".utf8))
            #expect(ContinuousClock.now - start >= settings.limits.openTime)
            try kept.send(RawClient.frame(Array("still here".utf8)))
            #expect(try kept.frame().text == "still here")
        }
    }
}
