import Foundation
import TestSupport
import Testing
import Wire

@testable import Basics
@testable import LoadTest
@testable import Transport

@Suite("Many clients on one thread", .serialized, .timeLimit(.minutes(1)))
struct CrowdLoopTests {
    private func load(clients: Int, idle: Int) -> Load {
        var generator = SplitMix64(seed: 7)
        let plan = LoadPlan(clients: clients, rate: 60, seconds: 1, using: &generator)
        let moves = (0..<plan.messages).map { Array("message \($0)".utf8) }
        return Load(of: moves, by: plan, idle: idle, on: .echo)
    }

    @Test func `each message is sent and answered, beside those who are silent`() throws {
        var settings = ListenSettings(port: 0)
        settings.limits.connectionsPerAddress = nil
        try TestLoop.run(settings) { loop in
            let url = "http://127.0.0.1:\(loop.port)"
            let report = try CrowdLoop.play(load(clients: 10, idle: 90), to: [url])
            #expect(report.isClean && report.complaint == nil)
            #expect(report.messages == .init(sent: 600, answered: 600, superseded: 0, dropped: 0))
            #expect(loop.journal.all.count { $0 == "opened" } == 100)
        }
    }

    @Test func `those for whom there is no room are refused`() throws {
        var settings = ListenSettings(port: 0)
        settings.limits.connections = 6
        try TestLoop.run(settings) { loop in
            let url = "http://127.0.0.1:\(loop.port)"
            let report = try CrowdLoop.play(load(clients: 0, idle: 10), to: [url])
            #expect(report.clients == .init(idle: 10, scrubbing: 0, refused: 4, lost: 0))
            #expect(report.complaint != nil)
        }
    }

    @Test func `a server that goes away loses all`() throws {
        try TestLoop.run { loop in
            let url = "http://127.0.0.1:\(loop.port)"
            DispatchQueue.global().asyncAfter(deadline: .now() + 0.9) { loop.waker.stop() }
            let report = try CrowdLoop.play(load(clients: 3, idle: 2), to: [url])
            #expect(report.clients.lost == 5)
            #expect(report.messages.dropped > 0)
            #expect(report.messages.dropped + report.messages.answered == 180)
            #expect(report.complaint == "closed with 1001 server going away")
        }
    }

    @Test func `a port where nobody listens is an error`() throws {
        let port = try #require(try Listener(.network(host: "127.0.0.1", port: 0)).port)
        #expect(throws: TransportError.self) {
            try CrowdLoop.play(load(clients: 1, idle: 0), to: ["http://127.0.0.1:\(port)"])
        }
    }
}
