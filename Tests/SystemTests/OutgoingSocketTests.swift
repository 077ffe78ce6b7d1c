import TestSupport
import Testing

@testable import System

@Suite("A connection to a server", .scratchDirectory)
struct OutgoingSocketTests {
    /// Sends a word over a connection, and returns what the server reads.
    private func heard(
        over socket: borrowing OutgoingSocket,
        by server: ListeningSocket
    ) throws -> [UInt8] {
        socket.descriptor.wait(until: .writable, atMost: .seconds(10))
        #expect(socket.failure == nil)
        #expect(try socket.descriptor.send([7, 8]) == 2)
        server.descriptor.wait(until: .readable, atMost: .seconds(10))
        let client = try server.accept()
        defer { client.close() }
        client.wait(until: .readable, atMost: .seconds(10))
        var bytes = [UInt8](repeating: 0, count: 8)
        let count = try client.read(into: &bytes)
        return Array(bytes.prefix(count))
    }

    @Test(arguments: ["127.0.0.1", "::1"])
    func `is made to a port of a host`(_ host: String) throws {
        let server = try ListeningSocket.listen(host: host, port: 0)
        let address = try #require(HostAddress(host))
        let socket = try OutgoingSocket(to: address, port: UInt16(try #require(server.port)))
        #expect(try heard(over: socket, by: server) == [7, 8])
    }

    @Test func `is made to a socket in the file system`() throws {
        let path = Scratch.directory + "/socket"
        let server = try ListeningSocket.listen(at: path, mode: 0o600)
        let socket = try OutgoingSocket(to: try #require(UnixAddress(path: path)))
        #expect(try heard(over: socket, by: server) == [7, 8])
    }

    @Test func `fails at once, or later, where nobody listens`() throws {
        let path = Scratch.directory + "/nothing"
        #expect(throws: SystemFailure.self) {
            _ = try OutgoingSocket(to: try #require(UnixAddress(path: path)))
        }
        let port: Int
        do {
            let server = try ListeningSocket.listen(host: "127.0.0.1", port: 0)
            port = try #require(server.port)
        }
        let host = try #require(HostAddress("127.0.0.1"))
        do throws(SystemFailure) {
            let socket = try OutgoingSocket(to: host, port: UInt16(port))
            socket.descriptor.wait(until: .writable, atMost: .seconds(10))
            #expect(socket.failure?.kind == .refused)
        } catch {
            #expect(error.kind == .refused)
        }
    }
}
