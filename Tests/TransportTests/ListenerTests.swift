import Glibc
import TestSupport
import Testing

@testable import System
@testable import Transport

@Suite("A socket in the file system", .serialized, .scratchDirectory, .timeLimit(.minutes(1)))
struct UnixSocketTests {
    private var path: String { Scratch.directory + "/s" }
    private var address: ListenAddress { .file(path: path, mode: 0o600) }

    private func failure(_ reason: ListenFailure) -> TransportError {
        .cannotListen(address, reason: reason)
    }

    @Test func `clients are served there by a name without a port`() throws {
        try TestLoop.run(ListenSettings(address)) { _ in
            let client = try RawClient(path: path)
            try client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(try client.answer().text == "hello")
            let socket = try RawClient(path: path)
            try socket.send(RawClient.handshake(port: 0, ["Host": "localhost"]))
            #expect(try socket.answer().status == 101)
            try socket.send(RawClient.frame(Array("echo".utf8)))
            #expect(try socket.frame().text == "echo")
        }
    }

    @Test func `a name that is not allowed is refused there too`() throws {
        try TestLoop.run(ListenSettings(address)) { _ in
            let client = try RawClient(path: path)
            try client.send("GET / HTTP/1.1\r\nHost: rebound.example\r\n\r\n")
            #expect(try client.answer().status == 421)
        }
    }

    @Test func `the file is there while the server listens, and no longer`() throws {
        try TestLoop.run(ListenSettings(address)) { _ in
            #expect(access(path, F_OK) == 0)
        }
        #expect(access(path, F_OK) != 0)
    }

    @Test(arguments: [0o600, 0o660, 0o666] as [UInt32])
    func `the mode says who may connect, whatever the umask`(mode: UInt32) throws {
        let listener = try Listener(.file(path: path, mode: mode))
        var status = stat()
        #expect(lstat(path, &status) == 0)
        #expect(status.st_mode == S_IFSOCK | mode_t(mode))
        withExtendedLifetime(listener) {}
    }

    @Test func `what a dead server has left is replaced`() throws {
        leaveBehind()
        try TestLoop.run(ListenSettings(address)) { _ in
            _ = try RawClient(path: path)
        }
    }

    @Test func `the place of a server that lives is not taken`() throws {
        try TestLoop.run(ListenSettings(address)) { _ in
            #expect(throws: failure(.pathInUse)) { try Listener(address) }
            _ = try RawClient(path: path)
        }
    }

    @Test func `a file that is no socket is left alone`() throws {
        _ = try Scratch.write([1], to: "s")
        #expect(throws: failure(.pathInUse)) { try Listener(address) }
        #expect(access(path, F_OK) == 0)
    }

    @Test func `the file of a successor stays`() throws {
        var first: Listener? = try Listener(address)
        unlink(path)
        let second = try Listener(address)
        withExtendedLifetime(first) {}
        first = nil
        _ = try RawClient(path: path)
        withExtendedLifetime(second) {}
    }

    @Test(arguments: ["", "@name", "no such folder/s", String(repeating: "x", count: 108)])
    func `a path that cannot be is refused`(path: String) {
        #expect(throws: TransportError.self) { try Listener(.file(path: path, mode: 0o600)) }
    }

    /// A socket's file that nobody listens on.
    private func leaveBehind() {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let code = UnixAddress(path: path)?.withPointer { bind(descriptor, $0, $1) }
        #expect(code == 0)
        close(descriptor)
    }
}

@Suite("An inherited socket", .serialized, .scratchDirectory, .timeLimit(.minutes(1)))
struct InheritedDescriptorTests {
    @Test func `clients are served, and the file is left to its owner`() throws {
        let path = Scratch.directory + "/s"
        let owner = try Listener(.file(path: path, mode: 0o600))
        let address = ListenAddress.inherited(descriptor: dup(owner.descriptor.number))
        try TestLoop.run(ListenSettings(address)) { _ in
            let client = try RawClient(path: path)
            try client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(try client.answer().text == "hello")
        }
        #expect(access(path, F_OK) == 0)
        withExtendedLifetime(owner) {}
    }

    @Test func `the port of one that has a port is known`() throws {
        let owner = try Listener(.network(host: "127.0.0.1", port: 0))
        let address = ListenAddress.inherited(descriptor: dup(owner.descriptor.number))
        try TestLoop.run(ListenSettings(address)) { loop in
            #expect(loop.port == owner.port)
            let client = try RawClient(port: loop.port)
            try client.send(loop.get("/"))
            #expect(try client.answer().text == "hello")
        }
    }

    @Test func `it neither blocks us nor passes to our children`() throws {
        let owner = try Listener(.network(host: "127.0.0.1", port: 0))
        let descriptor = dup(owner.descriptor.number)
        _ = fcntl(descriptor, F_SETFL, 0)
        let listener = try Listener(.inherited(descriptor: descriptor))
        #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
        #expect(fcntl(descriptor, F_GETFL) & O_NONBLOCK != 0)
        withExtendedLifetime(listener) {}
    }

    @Test func `what is no listening stream socket is refused`() {
        let file = open("/dev/null", O_RDONLY)
        let silent = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let datagrams = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        for descriptor in [file, silent, datagrams, -1] {
            #expect(throws: TransportError.self) {
                try Listener(.inherited(descriptor: descriptor))
            }
        }
        for descriptor in [file, silent, datagrams] { close(descriptor) }
    }
}
