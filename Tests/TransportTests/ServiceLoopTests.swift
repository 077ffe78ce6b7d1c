import Basics
import Foundation
import Testing

@testable import System
@testable import Transport

@Suite("The service loop", .serialized, .timeLimit(.minutes(1)))
struct ServiceLoopTests {
    @Test func `a port in use is named, with what to do`() throws {
        let first = try Listener(.network(host: "127.0.0.1", port: 0))
        let port = try #require(first.port)
        let expected = TransportError.cannotListen(
            .network(host: "127.0.0.1", port: port),
            reason: .addressInUse
        )
        #expect(throws: expected) { try ServiceLoop(ListenSettings(port: port)) }
        #expect(expected.description.contains("127.0.0.1:\(port)"))
        #expect(expected.description.contains("choose another port"))
    }

    @Test(arguments: [("203.0.113.7", 0), ("127.0.0.1", 70_000), ("no such name.", 0)])
    func `an address that cannot be had is refused`(host: String, port: Int) {
        #expect(throws: TransportError.self) {
            try ServiceLoop(ListenSettings(host: host, port: port))
        }
    }

    @Test func `a loop that never runs goes away quietly`() throws {
        var loop: ServiceLoop? = try ServiceLoop(ListenSettings(port: 0))
        weak let kept = loop
        let (port, waker) = try (#require(loop).port, #require(loop).waker)
        loop = nil
        #expect(kept == nil)
        #expect(throws: RawClient.Failure.self, "nobody listens") { try RawClient(port: port) }
        let before = waker.heartbeat
        waker.wake()
        waker.stop()
        #expect(waker.heartbeat == before, "the loop does not run")
    }

    @Test func `a waker reaches the loop from another thread, and outlives it`() throws {
        var waker: Waker?
        try TestLoop.run { loop in
            waker = loop.waker
            loop.waker.wake()
            #expect(loop.journal.wait(for: "woken"))
            let before = loop.waker.heartbeat
            usleep(500_000)
            #expect(loop.waker.heartbeat > before)
        }
        for _ in 0..<100 { waker?.wake() }
        waker?.stop()
    }

    @Test func `a turn is as long as the processor has worked on it, not as it has lasted`() throws
    {
        try TestLoop.run { loop in
            let client = try RawClient(port: loop.port)
            try client.send(loop.get("/sleep"))
            #expect(try client.answer().text == "slept")
            #expect(!loop.journal.wait(for: "a long turn", seconds: 0.3))
            try client.send(loop.get("/compute"))
            #expect(try client.answer().text == "computed")
            #expect(loop.journal.wait(for: "a long turn"))
        }
    }

    @Test func `many threads may wake a loop while it stops`() throws {
        try TestLoop.run { loop in
            DispatchQueue.concurrentPerform(iterations: 8) { number in
                for _ in 0..<2000 { loop.waker.wake() }
                if number == 4 { loop.waker.stop() }
            }
            loop.stop()
            let beats = loop.waker.heartbeat
            loop.waker.wake()
            #expect(loop.waker.heartbeat == beats, "the loop no longer runs")
            #expect(throws: RawClient.Failure.self) { try RawClient(port: loop.port) }
        }
    }

    @Test func `beyond its capacity the loop answers 503, and recovers`() throws {
        var settings = ListenSettings(port: 0)
        settings.limits.connections = 2
        try TestLoop.run(settings) { loop in
            var clients = try (0..<2).map { _ in try RawClient.socket(port: loop.port) }
            let third = try RawClient(port: loop.port)
            #expect(try third.answer().status == 503)
            #expect(third.isClosed())
            clients.removeLast()
            #expect(loop.journal.wait(for: "closed"))
            _ = try RawClient.socket(port: loop.port)
            withExtendedLifetime(clients) {}
        }
    }

    @Test func `sockets leave room for requests, and one too many is told to try later`() throws {
        var settings = ListenSettings(port: 0)
        settings.limits.connections = 16
        try TestLoop.run(settings) { loop in
            var clients = try (0..<15).map { _ in try RawClient.socket(port: loop.port) }
            let late = try RawClient.socket(port: loop.port)
            let end = try late.frame()
            #expect(end.closeCode == 1013)
            #expect(end.payload.dropFirst(2).starts(with: "the server has as many sockets".utf8))
            try late.send(RawClient.frame(end.payload, opcode: 8))
            #expect(late.isClosed())
            let request = try RawClient(port: loop.port)
            try request.send(loop.get("/"))
            #expect(try request.answer().text == "hello")
            #expect(!loop.journal.all.contains("closed"), "the handler never knew of it")
            clients.removeLast()
            #expect(loop.journal.wait(for: "closed"))
            let next = try RawClient.socket(port: loop.port)
            try next.send(RawClient.frame(Array("still here".utf8)))
            #expect(try next.frame().text == "still here")
            withExtendedLifetime(clients) {}
        }
    }

    @Test func `a proxy's socket too many is answered 503, so that it asks another server`() throws
    {
        var settings = ListenSettings(port: 0)
        settings.limits.connections = 16
        settings.proxies = [.address(HostAddress([127, 0, 0, 1]))]
        try TestLoop.run(settings) { loop in
            let clients = try (0..<15).map { _ in try RawClient.socket(port: loop.port) }
            let late = try RawClient(port: loop.port)
            try late.send(RawClient.handshake(port: loop.port, ["X-Forwarded-For": "192.0.2.1"]))
            let answer = try late.answer()
            #expect(answer.status == 503 && answer.headers["retry-after"] == "1")
            withExtendedLifetime(clients) {}
        }
    }

    @Test func `a loop that has stopped frees its port`() throws {
        var (port, settings) = (0, ListenSettings(port: 0))
        settings.limits.closeTime = .milliseconds(200)
        try TestLoop.run(settings) { loop in
            port = loop.port
            let client = try RawClient.socket(port: loop.port)
            loop.stop()
            #expect(throws: RawClient.Failure.self) { try RawClient(port: loop.port) }
            withExtendedLifetime(client) {}
        }
        try TestLoop.run(ListenSettings(port: port)) { loop in #expect(loop.port == port) }
    }

    @Test func `two loops live side by side`() throws {
        try TestLoop.run { first in
            try TestLoop.run { second in
                for loop in [first, second] {
                    let client = try RawClient(port: loop.port)
                    try client.send(loop.get("/"))
                    #expect(try client.answer().text == "hello")
                }
            }
        }
    }
}

@Suite("The end of a socket, and of a server", .serialized, .timeLimit(.minutes(1)))
struct EndTests {
    @Test(
        arguments: [
            (RawClient.frame([0x03, 0xE8], opcode: 8), .closedByClient(.normal)),
            (RawClient.frame([0x03, 0xE9, 0x62, 0x79], opcode: 8), .closedByClient(.goingAway)),
            (RawClient.frame([], opcode: 8), .closedByClient(.noStatus)),
            (RawClient.frame([0x61], isFinal: false), .lost),
            (
                RawClient.frame(Array("close".utf8)),
                .closedByServer(.policyViolation, reason: "as you wish")
            ),
            (RawClient.frame([1], opcode: 2), .closedByServer(.unsupportedData, reason: "")),
        ] as [([UInt8], SocketEnd)]
    )
    func `it is known which side has ended a socket`(_ last: [UInt8], _ end: SocketEnd) throws {
        try TestLoop.run { loop in
            var client: RawClient? = try RawClient.socket(port: loop.port)
            try client?.send(last)
            if end != .lost, let closeFrame = try client?.frame() {
                try? client?.send(RawClient.frame(closeFrame.payload, opcode: 8))
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

@Suite("Slots")
struct SlotTableTests {
    @Test func `a slot names one entry and never the next`() {
        var table = SlotTable<Slot>()
        let first = table.insert { $0 }
        table.remove(first)
        let second = table.insert { $0 }
        #expect(first.index == second.index)
        #expect(table[first] == nil)
        #expect(table[second] == second)
    }

    @Test func `removing twice does no harm`() {
        var table = SlotTable<Slot>()
        let first = table.insert { $0 }
        table.remove(first)
        let second = table.insert { $0 }
        table.remove(first)
        #expect(table.count == 1)
        #expect(table[second.index] == second)
    }

    @Test func `a slot of another table names nothing`() {
        let table = SlotTable<Slot>()
        #expect(table[Slot(index: 9, generation: 0)] == nil)
        #expect(table[-1] == nil)
    }
}
