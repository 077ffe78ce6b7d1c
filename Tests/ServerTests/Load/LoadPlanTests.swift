import TestSupport
import Testing

@testable import Server

@Suite("The plan of a load")
struct LoadPlanTests {
    private func plan(_ hands: Int, _ rate: Int, _ seconds: Int, seed: UInt64 = 1) -> LoadPlan {
        var generator = SplitMix64(seed: seed)
        return LoadPlan(hands: hands, rate: rate, seconds: seconds, using: &generator)
    }

    @Test(arguments: [(1, 1, 1), (7, 60, 2), (200, 240, 1), (3, 7, 5)])
    func `every hand sends each of its messages once, in order, and before the end`(
        _ hands: Int,
        _ rate: Int,
        _ seconds: Int
    ) {
        let plan = plan(hands, rate, seconds)
        let all = (0..<plan.count).map { plan[$0] }
        #expect(all.count == hands * rate * seconds)
        #expect(zip(all, all.dropFirst()).allSatisfy { $0.time <= $1.time })
        for hand in 0..<hands {
            let numbers = all.filter { $0.hand == hand }.map(\.number)
            #expect(numbers == Array(0..<rate * seconds))
        }
        #expect(all.allSatisfy { $0.time >= .zero && $0.time < plan.end })
        #expect(all.allSatisfy { $0.time == plan.time(of: $0.number, by: $0.hand) })
    }

    @Test(arguments: [1, 60, 240])
    func `messages of a hand are a period apart, also after ten minutes`(_ rate: Int) {
        let plan = plan(5, rate, 600)
        for hand in 0..<5 {
            let first = plan.time(of: 0, by: hand)
            #expect(first < .seconds(1) / rate)
            #expect(plan.time(of: rate * 599, by: hand) - first == .seconds(599))
            let step = plan.time(of: 1, by: hand) - first
            #expect(abs(step / .seconds(1) * Double(rate) - 1) < 1e-6)
        }
    }

    @Test func `the seed alone says when each hand begins`() {
        let times = { (seed: UInt64) in (0..<50).map { plan(50, 60, 1, seed: seed)[$0] } }
        #expect(times(3) == times(3))
        #expect(times(3) != times(4))
        #expect(Set(times(3).map(\.time)).count > 40)
    }

    @Test func `without hands nothing is sent, and time passes`() {
        #expect(plan(0, 60, 3).count == 0)
        #expect(plan(0, 60, 3).end == .seconds(3))
    }
}
