import Testing

@testable import Server

/// Ten tokens come back in a second, and twenty are kept.
@Suite("What may still be spent")
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
