import System
import TestSupport
import Testing

@testable import Cluster

/// A loop that turns when it is told to.
private final class ManualLoop {
    final class Watch: DescriptorWatch {
        let readiness: Descriptor.Readiness
        let action: () -> Void
        private(set) var isPaused = false

        init(_ readiness: Descriptor.Readiness, _ action: @escaping () -> Void) {
            (self.readiness, self.action) = (readiness, action)
        }

        func pause() { isPaused = true }
        func resume() { isPaused = false }
    }

    private struct Entry {
        let descriptor: Descriptor
        weak var watch: Watch?
    }

    private var entries: [Entry] = []

    func watch(
        _ descriptor: Descriptor,
        _ readiness: Descriptor.Readiness,
        _ action: @escaping () -> Void
    ) -> (any DescriptorWatch)? {
        let watch = Watch(readiness, action)
        entries.append(Entry(descriptor: descriptor, watch: watch))
        return watch
    }

    /// Calls the actions of what is ready now.
    func turn() {
        for entry in entries {
            guard let watch = entry.watch, !watch.isPaused else { continue }
            if entry.descriptor.wait(until: watch.readiness, atMost: .zero) { watch.action() }
        }
    }
}

@Suite("A connection to Redis", .scratchDirectory)
struct RedisConnectionTests {
    private let loop = ManualLoop()
    private let server: ListeningSocket
    private let place: RedisAddress.Place

    /// What a connection tells.
    private final class Log {
        var replies: [RedisReply] = []
        var faults: [LinkFault] = []
    }

    private let log = Log()

    init() throws {
        let path = Scratch.directory + "/redis.sock"
        server = try ListeningSocket.listen(at: path, mode: 0o600)
        place = .file(path: path)
    }

    private func connect() throws -> (RedisConnection, Descriptor) {
        let connection = try RedisConnection(to: place, watch: loop.watch) { [log] in
            log.faults.append($0)
        }
        return (connection, try server.accept())
    }

    private func say(_ text: String, on client: Descriptor) throws {
        _ = try client.send(Array(text.utf8)[...])
        loop.turn()
    }

    @Test func `gives each question its answer, in their order`() throws {
        let (connection, client) = try connect()
        defer { client.close() }
        for _ in 0..<3 { connection.send(["PING"]) { [log] in log.replies.append($0) } }
        #expect(connection.backlog == 3)
        loop.turn()
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = try client.read(into: &bytes)
        let ping = "*1\r\n$4\r\nPING\r\n"
        #expect(String(decoding: bytes.prefix(count), as: UTF8.self) == ping + ping + ping)
        try say(":1\r\n:2", on: client)
        #expect(log.replies == [.integer(1)])
        try say("\r\n:3\r\n", on: client)
        #expect(log.replies == [.integer(1), .integer(2), .integer(3)])
        #expect(connection.backlog == 0 && log.faults.isEmpty)
    }

    @Test func `ends when something comes that nobody asked for, and not where somebody listens`()
        throws
    {
        let (connection, client) = try connect()
        defer { client.close() }
        connection.listener = { [log] in log.replies.append($0) }
        try say(":1\r\n", on: client)
        #expect(log.replies == [.integer(1)] && log.faults.isEmpty)
        connection.listener = nil
        try say(":2\r\n", on: client)
        #expect(log.faults == [.absurd])
        try say(":3\r\n", on: client)
        #expect(log.faults == [.absurd], "it has ended")
    }

    @Test func `ends with the other side`() throws {
        let (connection, client) = try connect()
        client.close()
        loop.turn()
        #expect(log.faults.map(\.kind) == [.lost])
        connection.send(["PING"]) { _ in }
        loop.turn()
        #expect(log.faults.count == 1)
    }

    @Test func `asks for a sign of life, and ends without one`() throws {
        let (connection, client) = try connect()
        defer { client.close() }
        for _ in 0..<10 { connection.tick() }
        loop.turn()
        var bytes = [UInt8](repeating: 0, count: 100)
        #expect(try client.read(into: &bytes) == 14, "PING")
        try say("+PONG\r\n", on: client)
        for _ in 0..<29 { connection.tick() }
        #expect(log.faults.isEmpty)
        connection.tick()
        #expect(log.faults == [.silent])
    }

    @Test func `ends when more waits than it keeps`() throws {
        let (connection, client) = try connect()
        defer { client.close() }
        let word = String(repeating: "x", count: 100_000)
        for _ in 0..<50 { connection.send([word]) { _ in } }
        connection.tick()
        #expect(log.faults == [.silent])
    }

    @Test func `tells nothing more once it was closed`() throws {
        let (connection, client) = try connect()
        defer { client.close() }
        connection.send(["PING"]) { [log] in log.replies.append($0) }
        connection.close()
        try say("+PONG\r\n", on: client)
        #expect(log.replies.isEmpty && log.faults.isEmpty)
    }
}
