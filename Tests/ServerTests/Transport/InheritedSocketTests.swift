import Glibc
import TestSupport
import Testing

@testable import Server

@Suite("A socket that was handed over", .serialized, .scratchDirectory, .timeLimit(.minutes(1)))
struct InheritedSocketTests {
    @Test func `clients are served, and the file is left to its owner`() throws {
        let path = Scratch.directory + "/s"
        let owner = try Listener(.file(path: path, mode: 0o600))
        let address = ListenAddress.inherited(descriptor: dup(owner.descriptor))
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
        let address = ListenAddress.inherited(descriptor: dup(owner.descriptor))
        try TestLoop.run(ListenSettings(address)) { loop in
            #expect(loop.port == owner.port)
            let client = try RawClient(port: loop.port)
            try client.send(loop.get("/"))
            #expect(try client.answer().text == "hello")
        }
    }

    @Test func `it neither blocks us nor passes to our children`() throws {
        let owner = try Listener(.network(host: "127.0.0.1", port: 0))
        let descriptor = dup(owner.descriptor)
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
