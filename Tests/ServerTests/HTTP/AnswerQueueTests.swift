import Basics
import ClipSupport
import Dispatch
import Synchronization
import System
import Testing

@testable import Server
@testable import Transport

@Suite("How much is written at once")
struct AnswerBudgetTests {
    private static func cost(
        _ bytes: Int,
        _ client: String,
        _ kind: AnswerCost<String>.Kind = .table
    ) -> AnswerCost<String> {
        AnswerCost(kind, rows: bytes, of: 1, for: client)
    }

    @Test func `is bounded for all and for each client`() {
        var budget = AnswerBudget<String>(limit: 101, forOne: 60)
        let taken = [(40, "a"), (20, "a"), (1, "a"), (40, "b"), (1, "b"), (1, "c")].map {
            budget.take(Self.cost($0, $1))
        }
        #expect(taken == [true, true, false, true, true, false])
    }

    @Test func `is bounded for each kind by itself`() {
        var budget = AnswerBudget<String>(limit: 10, forOne: 10)
        let taken = [AnswerCost<String>.Kind.table, .list, .marks, .marks].map {
            budget.take(Self.cost(10, "a", $0))
        }
        #expect(taken == [true, true, true, false])
    }

    @Test func `is free again when it is done`() {
        var budget = AnswerBudget<String>(limit: 100, forOne: 60)
        for _ in 0..<1000 {
            let isTaken = budget.take(Self.cost(60, "a"))
            let isTooMuch = budget.take(Self.cost(1, "a"))
            #expect(isTaken && !isTooMuch)
            budget.giveBack(Self.cost(60, "a"))
        }
    }

    @Test(arguments: [101, Int.max])
    func `lets in what is larger than its bound, alone`(bytes: Int) {
        var budget = AnswerBudget<String>(limit: 100, forOne: 60)
        let taken = [(bytes, "a"), (bytes, "a"), (1, "b")].map { budget.take(Self.cost($0, $1)) }
        #expect(taken == [true, false, false])
        budget.giveBack(Self.cost(bytes, "a"))
        let isTaken = budget.take(Self.cost(1, "b"))
        #expect(isTaken)
    }

    @Test func `counts rows without overflow`() {
        #expect(AnswerCost(.table, rows: .max, of: 64, for: "a").bytes == .max)
        #expect(AnswerCost(.table, rows: 200_000, of: 64, for: "a").bytes == 12_800_000)
    }
}

@Suite("Answers that other threads write", .timeLimit(.minutes(1)))
struct AnswerQueueTests {
    private let results = Reports<JobResult>()

    private func exchange(_ index: Int) -> ExchangeID {
        ExchangeID(connection: Slot(index: index, generation: 0), number: 1)
    }

    @Test func `come back with their exchange`() throws {
        let queue = AnswerQueue(results.mailbox)
        let exchange = exchange(1)
        try queue.post(AnswerCost(.list, rows: 1, of: 1, for: nil), for: exchange) {
            .written(exchange, .success([7]))
        }
        guard case .written(exchange, .success([7])) = try results.next() else {
            Issue.record("something else has come")
            return
        }
    }

    @Test func `are refused while too much is under way, and when one is done no more`() throws {
        let queue = AnswerQueue(results.mailbox, threads: 1)
        let gate = DispatchSemaphore(value: 0)
        let all = AnswerCost<PeerAddress?>(.table, rows: 1, of: .max, for: nil)
        let (first, second) = (exchange(1), exchange(2))
        try queue.post(all, for: first) {
            gate.wait()
            return .written(first, .success([]))
        }
        #expect(throws: RequestError.busy) {
            try queue.post(all, for: second) { .written(second, .success([])) }
        }
        gate.signal()
        _ = try results.next()
        queue.finish(first)
        try queue.post(all, for: second) { .written(second, .success([])) }
        _ = try results.next()
    }

    @Test func `that wait for a thread are not written for who has gone`() throws {
        let queue = AnswerQueue(results.mailbox, threads: 1)
        let gate = DispatchSemaphore(value: 0)
        let small = AnswerCost<PeerAddress?>(.list, rows: 1, of: 1, for: nil)
        let (first, second, third) = (exchange(1), exchange(2), exchange(3))
        try queue.post(small, for: first) {
            gate.wait()
            return .written(first, .success([]))
        }
        for exchange in [second, third] {
            try queue.post(small, for: exchange) { .written(exchange, .success([])) }
        }
        queue.withdraw(second)
        gate.signal()
        var written: [ExchangeID] = []
        for _ in 0..<2 {
            if case .written(let exchange, _) = try results.next() { written.append(exchange) }
        }
        #expect(written == [first, third])
        #expect(results.isSilent)
    }
}

@Suite("A request that is refused for a while")
struct BusyTests {
    @Test func `is told when to come again`() {
        let response = Response(RequestError.busy)
        #expect(response.status == 503)
        #expect(response.headers.contains { $0 == ("retry-after", "1") })
        #expect(response.headers.contains { $0 == ("content-type", "application/problem+json") })
    }
}
