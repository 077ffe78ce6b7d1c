import Glibc
import Testing

@testable import System
@testable import Transport

@Suite("Clients that send more than their share", .serialized, .timeLimit(.minutes(1)))
struct FloodTests {
    /// A socket may send 100 messages at once and 50 in a second; an address `share` times as many.
    private func settings(share: Int = 32, flood: Duration = .seconds(10)) -> ListenSettings {
        var settings = ListenSettings(port: 0)
        settings.limits.messageRate = 50
        settings.limits.addressShare = share
        settings.limits.floodTime = flood
        return settings
    }

    private func messages(_ range: Range<Int>, bytes: Int = 0) -> [String] {
        range.map { "\($0)" + String(repeating: "x", count: bytes) }
    }

    private func send(_ texts: [String], to client: RawClient) throws {
        try client.send(texts.flatMap { RawClient.frame(Array($0.utf8)) })
    }

    private func receive(_ texts: [String], from client: RawClient) throws {
        for text in texts { #expect(try client.frame().text == text) }
    }

    @Test func `every message is answered, at the rate, and a neighbour meanwhile`() throws {
        try TestLoop.run(settings()) { loop in
            let (eager, neighbour) = try (
                RawClient.socket(port: loop.port), RawClient.socket(port: loop.port)
            )
            let texts = messages(0..<200)
            let start = ContinuousClock.now
            try send(texts, to: eager)
            try receive(Array(texts.prefix(101)), from: eager)
            for text in messages(0..<20) {
                try send([text], to: neighbour)
                #expect(try neighbour.frame().text == text)
            }
            try receive(Array(texts.dropFirst(101)), from: eager)
            #expect(ContinuousClock.now - start >= .milliseconds(1900))
        }
    }

    @Test func `a big message counts as several`() throws {
        try TestLoop.run(settings()) { loop in
            let client = try RawClient.socket(port: loop.port)
            let texts = messages(0..<4, bytes: 25_600)
            let start = ContinuousClock.now
            try send(texts, to: client)
            try receive(texts, from: client)
            // 51 tokens each: the second is one too many, the third 50 more.
            #expect(ContinuousClock.now - start >= .milliseconds(900))
        }
    }

    @Test func `a client that waits for answers is slowed down and never disconnected`() throws {
        try TestLoop.run(settings(flood: .milliseconds(300))) { loop in
            let client = try RawClient.socket(port: loop.port)
            for text in messages(0..<180) {
                try send([text], to: client)
                #expect(try client.frame().text == text)
            }
        }
    }

    @Test func `a client that goes on sending is disconnected`() throws {
        try TestLoop.run(settings(flood: .milliseconds(500))) { loop in
            let client = try RawClient.socket(port: loop.port)
            try send(messages(0..<20_000), to: client)
            var frame = try client.frame()
            while frame.opcode != 8 { frame = try client.frame() }
            #expect(frame.closeCode == 1008)
            #expect(frame.payload.dropFirst(2).elementsEqual("too many messages".utf8))
            try client.send(RawClient.frame(frame.payload, opcode: 8))
            #expect(loop.journal.wait(for: "closed"))
        }
    }

    @Test func `clients of one address are slowed down together, and none disconnected`() throws {
        try TestLoop.run(settings(share: 2, flood: .milliseconds(300))) { loop in
            let clients = try (0..<4).map { _ in try RawClient.socket(port: loop.port) }
            let texts = messages(0..<100, bytes: 500)
            let start = ContinuousClock.now
            for client in clients { try send(texts, to: client) }
            for client in clients { try receive(texts, from: client) }
            // 400 messages, of which 200 at once and 100 in a second.
            #expect(ContinuousClock.now - start >= .milliseconds(1900))
        }
    }

    @Test func `without a rate nobody waits`() throws {
        var settings = settings(flood: .zero)
        settings.limits.messageRate = nil
        try TestLoop.run(settings) { loop in
            let client = try RawClient.socket(port: loop.port)
            let texts = messages(0..<2000)
            try send(texts, to: client)
            try receive(texts, from: client)
        }
    }

    @Test func `an address that connects too often is answered 503 for a while`() throws {
        var settings = settings()
        // 40 at once, and 20 in a second.
        settings.limits.messageRate = 5
        try TestLoop.run(settings) { loop in
            let clients = try (0..<400).map { number in
                let client = try RawClient(port: loop.port)
                // At once: who connects and says nothing is closed, before the last is there
                // where the machine is busy.
                if number < 40 { try client.send(loop.get("/")) }
                return client
            }
            #expect(try clients[399].answer().status == 503)
            #expect(clients[399].isClosed())
            usleep(200_000)
            let later = try RawClient(port: loop.port)
            try later.send(loop.get("/"))
            for client in clients.prefix(40) + [later] {
                #expect(try client.answer().status == 200)
            }
        }
    }
}

/// Ten tokens come back in a second, and twenty are kept.
@Suite("Token buckets")
struct TokenBucketTests {
    private let start = ContinuousClock.now

    private func bucket() -> TokenBucket { TokenBucket(TokenBucket.Size(perSecond: 10), at: start) }

    /// Tokens spent at so many milliseconds, and how many milliseconds it is then until the next.
    struct Row: Sendable, CustomTestStringConvertible {
        let why: String
        let spent: [(at: Int, cost: Double)]
        let wait: Int
        var testDescription: String { why }
    }

    @Test(arguments: [
        Row(why: "nothing", spent: [], wait: 0),
        Row(why: "all there is", spent: [(0, 20)], wait: 0),
        Row(why: "one more", spent: [(0, 20), (0, 1)], wait: 100),
        Row(why: "one more at once", spent: [(0, 21)], wait: 100),
        Row(why: "what has come back", spent: [(0, 20), (500, 5)], wait: 0),
        Row(why: "more than has come back", spent: [(0, 20), (500, 7)], wait: 200),
        Row(why: "no more is kept than fits", spent: [(0, 0), (60_000, 25)], wait: 500),
        Row(why: "the fraction of a token", spent: [(0, 20.5)], wait: 50),
        Row(why: "no more is owed than fits", spent: [(0, 1_000_000)], wait: 2000),
        Row(why: "what is owed is not forgotten", spent: [(0, 30), (500, 5)], wait: 1000),
    ])
    func `the wait is as long as what is owed takes to come back`(_ row: Row) {
        var bucket = bucket()
        var now = start
        for (at, cost) in row.spent {
            now = start + .milliseconds(at)
            let told = bucket.spend(cost, at: now)
            #expect(told == bucket.wait(at: now))
        }
        let error = bucket.wait(at: now) - .milliseconds(row.wait)
        #expect(error > .microseconds(-1) && error < .microseconds(1))
    }

    @Test func `after the wait nothing is owed`() {
        var bucket = bucket()
        let wait = bucket.spend(33, at: start)
        #expect(bucket.wait(at: start + wait - .milliseconds(1)) > .zero)
        #expect(bucket.wait(at: start + wait + .microseconds(1)) == .zero)
    }

    @Test(arguments: [(0, true), (1, false), (5, false), (20, false)])
    func `a bucket is full until something is spent, and again later`(_ cost: Int, _ isFull: Bool) {
        var bucket = bucket()
        _ = bucket.spend(Double(cost), at: start)
        #expect(bucket.isFull(at: start) == isFull)
        #expect(bucket.isFull(at: start + .milliseconds(100 * cost + 1)))
    }

    @Test(arguments: [(0, 1), (1, 1), (512, 1), (513, 2), (1024, 2), (65_536, 128)])
    func `a message costs a token for every 512 bytes`(_ bytes: Int, _ cost: Double) {
        #expect(TokenBucket.cost(ofBytes: bytes) == cost)
    }
}

@Suite("Rate limits of addresses")
struct AddressBudgetsTests {
    private let start = ContinuousClock.now
    private let here = HostAddress([127, 0, 0, 1]).household
    private let there = HostAddress([192, 0, 2, 7]).household

    private func budgets() -> AddressBudgets { AddressBudgets(TokenBucket.Size(perSecond: 10)) }

    @Test func `all of an address spend of one budget, and no other does`() {
        var budgets = budgets()
        #expect(budgets.spend(15, of: here, at: start) == .zero)
        #expect(budgets.spend(15, of: there, at: start) == .zero)
        #expect(budgets.spend(15, of: here, at: start) == .seconds(1))
        #expect(budgets.wait(of: here, at: start) == .seconds(1))
        #expect(budgets.wait(of: there, at: start) == .zero)
    }

    @Test func `an address is forgotten once its budget is whole`() {
        var budgets = budgets()
        _ = budgets.spend(1, of: here, at: start)
        _ = budgets.spend(20, of: there, at: start)
        budgets.forget(at: start + .milliseconds(50))
        #expect(budgets.count == 2)
        budgets.forget(at: start + .seconds(1))
        #expect(budgets.count == 1)
        budgets.forget(at: start + .seconds(3))
        #expect(budgets.count == 0)
    }

    @Test func `no more addresses are kept than there is room for`() {
        var budgets = budgets()
        for number in 0..<5000 {
            let bytes = [10, 0, UInt8(number >> 8), UInt8(number & 255)]
            _ = budgets.spend(30, of: HostAddress(bytes).household, at: start)
        }
        #expect(budgets.count == 4096)
        #expect(budgets.wait(of: HostAddress([10, 0, 0, 0]).household, at: start) == .seconds(1))
    }

    @Test func `a peer without an address is not limited, nor is any without a rate`() {
        var budgets = budgets()
        #expect(budgets.spend(1_000_000, of: nil, at: start) == .zero)
        var boundless = AddressBudgets(nil)
        #expect(boundless.spend(1_000_000, of: here, at: start) == .zero)
        #expect(boundless.count == 0)
    }
}
