import Testing

@testable import Server

@Suite("The end of a socket, and of a server", .serialized, .timeLimit(.minutes(1)))
struct EndTests {
    @Test(
        arguments: [
            (RawClient.frame([0x03, 0xE8], opcode: 8), .left(.normal)),
            (RawClient.frame([0x03, 0xE9, 0x62, 0x79], opcode: 8), .left(.goingAway)),
            (RawClient.frame([], opcode: 8), .left(.noStatus)),
            (RawClient.frame([0x61], isFinal: false), .lost),
            (
                RawClient.frame(Array("close".utf8)),
                .sentAway(.policyViolation, reason: "as you wish")
            ),
            (RawClient.frame([1], opcode: 2), .sentAway(.unsupportedData, reason: "")),
        ] as [([UInt8], SocketEnd)]
    )
    func `who has ended a socket is known`(_ last: [UInt8], _ end: SocketEnd) throws {
        try TestLoop.run { loop in
            var client: RawClient? = try RawClient.socket(port: loop.port)
            try client?.send(last)
            if end != .lost, let goodbye = try client?.frame() {
                try? client?.send(RawClient.frame(goodbye.payload, opcode: 8))
            }
            client = nil
            #expect(loop.journal.wait(for: "\(end)"))
        }
    }

    @Test func `a server that drains serves on, until it is asked again`() throws {
        var settings = ListenSettings(port: 0)
        settings.limits.drainTime = .seconds(3600)
        try TestLoop.run(settings) { loop in
            loop.waker.stop()
            let asked = loop.waker.heartbeat
            while loop.waker.heartbeat < asked + 3 {}
            let client = try RawClient(port: loop.port)
            try client.send(loop.get("/"))
            #expect(try client.answer().text == "hello")
        }
    }
}
