import Basics
import TestSupport
import Testing

@testable import LoadTest

@Suite("The plan of a load")
struct LoadPlanTests {
    private func plan(_ clients: Int, _ rate: Int, _ seconds: Int, seed: UInt64 = 1) -> LoadPlan {
        var generator = SplitMix64(seed: seed)
        return LoadPlan(clients: clients, rate: rate, seconds: seconds, using: &generator)
    }

    @Test(arguments: [(1, 1, 1), (7, 60, 2), (200, 240, 1), (3, 7, 5)])
    func `every client sends each of its messages once, in order, and before the end`(
        _ clients: Int,
        _ rate: Int,
        _ seconds: Int
    ) {
        let plan = plan(clients, rate, seconds)
        let all = (0..<plan.count).map { plan[$0] }
        #expect(all.count == clients * rate * seconds)
        #expect(zip(all, all.dropFirst()).allSatisfy { $0.time <= $1.time })
        for client in 0..<clients {
            let numbers = all.filter { $0.client == client }.map(\.number)
            #expect(numbers == Array(0..<rate * seconds))
        }
        #expect(all.allSatisfy { $0.time >= .zero && $0.time < plan.end })
        #expect(all.allSatisfy { $0.time == plan.time(of: $0.number, by: $0.client) })
    }

    @Test(arguments: [1, 60, 240])
    func `messages of a client are a period apart, also after ten minutes`(_ rate: Int) {
        let plan = plan(5, rate, 600)
        for client in 0..<5 {
            let first = plan.time(of: 0, by: client)
            #expect(first < .seconds(1) / rate)
            #expect(plan.time(of: rate * 599, by: client) - first == .seconds(599))
            let step = plan.time(of: 1, by: client) - first
            #expect(abs(step / .seconds(1) * Double(rate) - 1) < 1e-6)
        }
    }

    @Test func `the seed alone says when each client begins`() {
        let times = { (seed: UInt64) in (0..<50).map { plan(50, 60, 1, seed: seed)[$0] } }
        #expect(times(3) == times(3))
        #expect(times(3) != times(4))
        #expect(Set(times(3).map(\.time)).count > 40)
    }

    @Test func `without clients nothing is sent, and time passes`() {
        #expect(plan(0, 60, 3).count == 0)
        #expect(plan(0, 60, 3).end == .seconds(3))
    }
}

/// Sorted lists are the oracle.
@Suite("Quantiles of many times")
struct LatencyHistogramTests {
    private func histogram(_ microseconds: [Int]) -> LatencyHistogram {
        microseconds.reduce(into: LatencyHistogram()) { $0.observe(.microseconds($1)) }
    }

    @Test(arguments: [1, 2, 10, 999, 20_000])
    func `none is below the truth, nor more than 1 in 128 above`(_ count: Int) throws {
        var generator = SplitMix64(seed: UInt64(count))
        // Of all sizes alike, from a microsecond to an hour.
        let times = (0..<count).map { _ in
            Int.random(in: 0..<1 << Int.random(in: 1...32, using: &generator), using: &generator)
        }
        let (sorted, histogram) = (times.sorted(), histogram(times))
        for share in [0.0001, 0.01, 0.5, 0.9, 0.99, 0.999, 1] {
            let place = max(1, Int((share * Double(count)).rounded(.up)))
            let (truth, told) = (sorted[place - 1], try #require(histogram.quantile(share)))
            #expect(told >= truth && told - truth <= truth / 128, "\(share): \(truth), \(told)")
        }
        #expect(histogram.quantile(1) == sorted.last)
        #expect((histogram.count, histogram.longest) == (count, sorted[count - 1]))
    }

    @Test func `short times are told exactly`() {
        for time in 0..<256 { #expect(histogram([time, 5000]).quantile(0.5) == time) }
    }

    @Test func `a part of a microsecond counts as a whole one, and less than nothing as nothing`() {
        var histogram = LatencyHistogram()
        for time in [Duration.nanoseconds(1), .nanoseconds(1001), .seconds(-1)] {
            histogram.observe(time)
        }
        #expect([0.3, 0.6, 1].map { histogram.quantile($0) } == [0, 1, 2])
    }

    @Test func `of nothing there is none`() {
        #expect(LatencyHistogram().quantile(0.5) == nil)
    }
}
