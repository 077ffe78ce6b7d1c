import Foundation
import Testing

@testable import Transport

@Suite("The socket client", .serialized, .timeLimit(.minutes(1)))
struct SocketClientTests {
    private func connect(to loop: TestLoop) throws -> SocketClient {
        try SocketClient(connectingTo: "http://127.0.0.1:\(loop.port)")
    }

    @Test func `what it sends comes back, in order and whole`() throws {
        try TestLoop.run { loop in
            let client = try connect(to: loop)
            let texts =
                (0..<200).map { Array("message \($0)".utf8) } + [Array(repeating: 97, count: 65536)]
            for text in texts { try client.send(text: text) }
            for text in texts { #expect(client.receive(timeout: .seconds(5)) == .text(text)) }
        }
    }

    @Test func `it waits no longer than it is told`() throws {
        try TestLoop.run { loop in
            let client = try connect(to: loop)
            let start = ContinuousClock.now
            #expect(client.receive(timeout: .milliseconds(100)) == nil)
            #expect(ContinuousClock.now - start < .seconds(5))
        }
    }

    @Test func `binary messages arrive, and a slow reader holds the server back`() throws {
        try TestLoop.run { loop in
            let client = try connect(to: loop)
            try client.send(text: Array("flood".utf8))
            usleep(500_000)
            let sent = loop.journal.all.count { $0 == "flooded" }
            #expect(sent < 500)
            for _ in 0..<sent + 200 {
                let message = client.receive(timeout: .seconds(5))
                #expect(message == .binary([UInt8](repeating: 7, count: 100_000)))
            }
        }
    }

    @Test func `the server's close frame is the last message`() throws {
        try TestLoop.run { loop in
            let client = try connect(to: loop)
            loop.waker.stop()
            let closeFrame = client.receive(timeout: .seconds(5))
            #expect(closeFrame == .closed(code: 1001, reason: "server going away"))
            #expect(throws: TransportError.closed) { try client.send(text: [97]) }
            #expect(client.receive(timeout: .milliseconds(10)) == nil)
        }
    }

    @Test func `what was sent before closing still leaves`() throws {
        try TestLoop.run { loop in
            let client = try connect(to: loop)
            try client.send(text: [97])
            client.close()
            var message = client.receive(timeout: .seconds(5))
            // The server's answer may have come before the client closed.
            if message == .text([97]) { message = client.receive(timeout: .seconds(5)) }
            #expect(message == .closed(code: 1000, reason: ""))
            #expect(loop.journal.wait(for: "closed"))
        }
    }

    @Test func `dropping the client closes its socket`() throws {
        try TestLoop.run { loop in
            _ = try connect(to: loop)
            #expect(loop.journal.wait(for: "closed"))
        }
    }

    @Test func `a port where nobody listens is an error`() throws {
        let port = try #require(try Listener(.network(host: "127.0.0.1", port: 0)).port)
        let error = #expect(throws: TransportError.self) {
            try SocketClient(connectingTo: "http://127.0.0.1:\(port)")
        }
        #expect(error?.description.contains("http://127.0.0.1:\(port)") == true)
    }

    @Test func `a server that never answers is an error in time`() throws {
        let listener = try Listener(.network(host: "127.0.0.1", port: 0))
        let port = try #require(listener.port)
        #expect(throws: TransportError.self) {
            try SocketClient(
                connectingTo: "http://127.0.0.1:\(port)",
                timeout: .milliseconds(300)
            )
        }
    }

    @Test(arguments: [
        "127.0.0.1:8080", "https://127.0.0.1", "http://", "http://a:0", "http://a/b", "http://[::1",
    ])
    func `what is no address is refused`(text: String) {
        #expect(throws: TransportError.invalidURL(text)) { try ServerAddress(text) }
    }

    @Test(arguments: [
        ("http://127.0.0.1:8080", "127.0.0.1", 8080, "127.0.0.1:8080"),
        ("http://localhost:8080/", "localhost", 8080, "localhost:8080"),
        ("ws://[::1]:9", "::1", 9, "[::1]:9"),
        ("HTTP://media.example", "media.example", 80, "media.example"),
    ])
    func `addresses are read`(text: String, host: String, port: Int, authority: String) throws {
        let address = try ServerAddress(text)
        #expect(address.host == host && address.port == port && address.authority == authority)
    }
}
