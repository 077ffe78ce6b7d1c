import TestSupport
import Testing

@testable import Basics
@testable import Transport

@Suite("A turn of the loop", .serialized, .timeLimit(.minutes(1)))
struct TurnQuotaTests {
    /// More clients than a turn serves.
    private let crowd = 3 * TurnQuota.clients + 8

    private var settings: ListenSettings {
        var settings = ListenSettings(port: 0)
        settings.limits.connectionsPerAddress = nil
        return settings
    }

    /// Opens a crowd of sockets, has all of them do something while the loop is busy, so that it
    /// meets them at once, and waits until each of `lines` has been noted for each.
    @discardableResult private func meet(
        with lines: [String] = [],
        _ act: (inout [RawClient]) throws -> Void
    ) throws -> Journal.Turn {
        try TestLoop.run(settings) { loop in
            var clients = try (0..<crowd).map { _ in try RawClient.socket(port: loop.port) }
            let busy = try RawClient(port: loop.port)
            try busy.send(loop.get("/sleep"))
            try act(&clients)
            for line in lines { #expect(loop.journal.wait(for: line, times: crowd)) }
            return loop.journal.fullest
        }
    }

    @Test func `messages of a crowd are taken some in each turn, and every one is answered`() throws
    {
        let turn = try meet { clients in
            for (number, client) in clients.enumerated() {
                try client.send(RawClient.frame(Array("I am \(number)".utf8)))
            }
            for (number, client) in clients.enumerated() {
                #expect(try client.frame().text == "I am \(number)")
            }
        }
        #expect(2...TurnQuota.clients ~= turn.heard && turn.written <= TurnQuota.clients)
    }

    @Test func `a crowd that goes away together is seen off some in each turn`() throws {
        let turn = try meet(with: ["closed"]) { $0 = [] }
        #expect(2...TurnQuota.clients ~= turn.closed)
    }

    @Test func `what a crowd has sent before it goes away is heard before it has gone`() throws {
        try meet(with: ["closed", "goodbye"]) { clients in
            for client in clients { try client.send(RawClient.frame(Array("goodbye".utf8))) }
            clients = []
        }
    }

    @Test func `what waits of a client is answered in its order, and it is read from again`() throws
    {
        try meet { clients in
            let texts = (0..<400).map { "message \($0) of a client that does not wait for answers" }
            for client in clients.dropFirst() { try client.send(RawClient.frame([0x2E])) }
            for text in texts { try clients[0].send(RawClient.frame(Array(text.utf8))) }
            for text in texts { #expect(try clients[0].frame().text == text) }
            for client in clients.dropFirst() { #expect(try client.frame().text == ".") }
        }
    }

    @Test func `nothing that waits is heard of a client that is told to go`() throws {
        let turn = try meet(with: ["closed"]) { clients in
            for client in clients {
                for text in ["close", "goodbye"] {
                    try client.send(RawClient.frame(Array(text.utf8)))
                }
            }
            for client in clients { #expect(try client.frame().closeCode == 1008) }
            clients = []
        }
        #expect(turn.heard <= TurnQuota.clients)
    }

    @Test func `a client that sends without end keeps none of a crowd waiting`() throws {
        _ = try meet { clients in
            let message = RawClient.frame(Array("more".utf8))
            for _ in 0..<50 { try clients[0].send(message) }
            for client in clients.dropFirst() { try client.send(message) }
            for _ in 0..<50 { try clients[0].send(message) }
            for client in clients.dropFirst().reversed() {
                #expect(try client.frame().text == "more")
            }
            for _ in 0..<100 { #expect(try clients[0].frame().text == "more") }
        }
    }

    @Test func `who has been served waits until everyone has been`() {
        var quota = TurnQuota()
        let now = ContinuousClock.now
        for _ in 0..<3 {
            let served = (1...TurnQuota.clients).map { _ in quota.serve(at: now) }
            #expect(served.firstIndex { $0 != nil } == TurnQuota.clients - 1)
            #expect(served.last == .active)
            quota.endTurn()
            #expect(quota.round == 0)
        }
        let isLast = quota.serve(at: now)
        #expect(isLast == nil)
        quota.endTurn()
        #expect(quota.round == nil && quota.turn == 4)
    }

    @Test func `those who had been silent wait, too, once some of them are served besides`() {
        var quota = TurnQuota()
        let now = ContinuousClock.now
        let served = (1...TurnQuota.clients + 10).map { _ in quota.serve(at: now) }
        #expect(served.compactMap(\.self) == [.active, .all])
        #expect(served.firstIndex(of: .all) == TurnQuota.clients + 3)
        quota.endTurn()
        let late = [0, 1, 1.9, 2].map { quota.serve(at: now + TurnQuota.time * $0) }
        #expect(late == [nil, .active, nil, .all])
    }

    @Test func `a turn that takes long serves no other, and writes to one in any case`() {
        var quota = TurnQuota()
        let now = ContinuousClock.now
        let served = [0, 0.9, 1, 1.1].map { quota.serve(at: now + TurnQuota.time * $0) }
        #expect(served == [nil, nil, .active, nil])
        let written = (0..<2).map { _ in quota.admitsWrite(at: now + TurnQuota.time * 1.1) }
        #expect(written == [true, false])
        quota.endTurn()
        #expect(quota.round == 0)
        let next = quota.admitsWrite(at: now + .seconds(1))
        #expect(next)
    }

    @Test func `so many have messages handled in half of a turn, and one in any case`() {
        let now = ContinuousClock.now
        var quota = TurnQuota()
        let handled = (0...TurnQuota.clients).map { _ in quota.admitsMessage(at: now) }
        #expect(handled == Array(repeating: true, count: TurnQuota.clients) + [false])
        quota.endTurn()
        let late = [0, 0.4, 0.5, 0].map { quota.admitsMessage(at: now + TurnQuota.time * $0) }
        #expect(late == [true, true, false, true])
        quota.endTurn()
        _ = quota.serve(at: now)
        let latest = (0..<2).map { _ in quota.admitsMessage(at: now + TurnQuota.time) }
        #expect(latest == [true, false])
    }

    @Test func `clients are read from for as long as there is time, however many they are`() {
        var quota = TurnQuota()
        let now = ContinuousClock.now
        let read = (0..<10 * TurnQuota.clients).compactMap { _ in quota.serve(isRead: true, at: now)
        }
        #expect(read == [])
        let late = quota.serve(isRead: true, at: now + TurnQuota.time)
        #expect(late == .active)
    }

    @Test func `what is handled before a wait takes time of the turn, and the wait takes none`() {
        var quota = TurnQuota()
        let now = ContinuousClock.now
        _ = quota.admitsMessage(at: now)
        quota.wait(at: now + TurnQuota.time * 0.6)
        let end = now + .seconds(1)
        let served = [0, 0.3, 0.5].map { quota.serve(isRead: true, at: end + TurnQuota.time * $0) }
        #expect(served == [nil, nil, .active])
    }

    @Test func `so many are written to after a wait, and others after the next`() {
        var quota = TurnQuota()
        let now = (0...TurnQuota.clients).map { _ in quota.write() }
        #expect(now == Array(repeating: true, count: TurnQuota.clients) + [false])
        quota.endTurn()
        let early = quota.write()
        #expect(!early)
        quota.wait(at: .now)
        let next = quota.write()
        #expect(next)
    }
}
