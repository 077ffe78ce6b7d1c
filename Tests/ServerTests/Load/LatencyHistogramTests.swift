import TestSupport
import Testing

@testable import Server

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
