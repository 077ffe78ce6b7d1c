import Testing

@testable import Basics
@testable import Transport

@Suite("Pings, and clients that do not answer them", .serialized, .timeLimit(.minutes(1)))
struct PingsTests {
    private var settings: ListenSettings {
        var settings = ListenSettings(port: 0)
        settings.limits.pingInterval = .milliseconds(500)
        return settings
    }

    private static let ping = RawClient.Frame(opcode: 9, payload: Pings.payload)
    private static let pong = RawClient.frame(Pings.payload, opcode: 10)

    @Test func `a silent client stays for as long as it answers pings`() throws {
        try TestLoop.run(settings) { loop in
            let client = try RawClient.socket(port: loop.port)
            for _ in 0..<3 {
                #expect(try client.frame() == Self.ping)
                try client.send(Self.pong)
            }
            try client.send(RawClient.frame(Array("still here".utf8)))
            #expect(try client.frame().text == "still here")
        }
    }

    @Test func `a client that does not answer is given up before a second ping`() throws {
        try TestLoop.run(settings) { loop in
            let client = try RawClient.socket(port: loop.port)
            #expect(try client.frame() == Self.ping)
            #expect(client.isClosed())
            #expect(loop.journal.wait(for: "lost"))
        }
    }

    @Test func `messages are a sign of life as good as a pong`() throws {
        try TestLoop.run(settings) { loop in
            let client = try RawClient.socket(port: loop.port)
            var pings = 0
            while pings < 3 {
                let frame = try client.frame()
                guard frame == Self.ping else { continue }
                pings += 1
                try client.send(RawClient.frame(Array("\(pings)".utf8)))
            }
            while try client.frame().text != "3" {}
        }
    }

    /// libwebsockets 4.1 answered some with the time of its own ping.
    @Test func `a client that pings as well gets its own payloads back`() throws {
        var settings = settings
        settings.limits.pingInterval = .milliseconds(1)
        try TestLoop.run(settings) { loop in
            var pings = 0
            while pings < 5 {
                pings += try exchangePings(try RawClient.socket(port: loop.port), until: 5 - pings)
            }
        }
    }

    /// Pings a server that pings as well, until it has done so `count` times or closes.
    ///
    /// It closes when a busy machine keeps this client from answering within a tick.
    private func exchangePings(_ client: RawClient, until count: Int) throws -> Int {
        var (number, pings) = (0, 0)
        do {
            while pings < count {
                number += 1
                let payload = Array("ping \(number)".utf8)
                try client.send(RawClient.frame(payload, opcode: 9))
                var frame = try client.frame()
                while frame == Self.ping {
                    pings += 1
                    try client.send(Self.pong)
                    frame = try client.frame()
                }
                #expect(frame == RawClient.Frame(opcode: 10, payload: payload))
            }
        } catch RawClient.Failure.closed {}
        return pings
    }

    /// Looks at a socket, each after so many signs of life, and whether the last look gives it up.
    @Test(arguments: [
        (signs: [0], isGivenUp: false), ([0, 0], true), ([0, 1], false), ([5, 0], true),
        ([0, 1, 1, 2], false), ([0, 1, 1, 0], true),
    ])
    func `each ping must have an answer of some kind before the next`(
        signs: [Int],
        isGivenUp: Bool
    ) throws {
        var socket = SignsOfLife()
        let verdicts = signs.map { count in
            for _ in 0..<count { socket.hear() }
            return socket.look(isRead: true)
        }
        #expect(verdicts.dropLast().allSatisfy { $0 == .ping })
        #expect(verdicts.last == (isGivenUp ? .giveUp : .ping))
    }

    @Test func `nobody is given up who is not read from`() {
        var socket = SignsOfLife()
        let verdicts = (0..<10).map { _ in socket.look(isRead: false) }
        #expect(verdicts.allSatisfy { $0 == .ping })
    }

    @Test func `a ping is sent once for each look`() {
        var socket = SignsOfLife()
        var taken = [socket.takePing()]
        _ = socket.look(isRead: true)
        taken += [socket.takePing(), socket.takePing()]
        #expect(taken == [false, true, false])
    }

    @Test func `of a crowd that comes at once a part is looked at with each tick`() {
        var pings = Pings(every: .seconds(15))
        let start = ContinuousClock.now
        for index in 0..<10_000 { pings.add(Slot(index: index, generation: 0), at: start) }
        #expect(pings.takeDue(at: start + .seconds(14)).isEmpty)
        var (indices, ticks) = ([Int](), 0)
        while indices.count < 10_000, ticks < 1000 {
            let slots = pings.takeDue(at: start + .seconds(15))
            #expect(slots.count <= 100)
            indices += slots.map(\.index)
            ticks += 1
        }
        #expect(indices == Array(0..<10_000))
    }
}
