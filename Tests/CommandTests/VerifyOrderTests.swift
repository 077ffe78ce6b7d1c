import Basics
import Media
import Testing

@testable import vernier

@Suite("Orders in which frames are reached")
struct VerifyOrderTests {
    private func frames(_ order: SeekOrder, of count: Int, seeks: Int, seed: UInt64 = 1) -> [Int] {
        var generator = SplitMix64(seed: seed)
        return order.frames(of: count, seeks: seeks, using: &generator)
    }

    @Test(arguments: SeekOrder.allCases, [0, 1, 2, 7, 400])
    func `an order stays within the file and within its number`(_ order: SeekOrder, _ count: Int) {
        for seeks in [1, 5, 100, 1000] {
            let frames = frames(order, of: count, seeks: seeks)
            #expect(frames.count == min(seeks, count))
            #expect(frames.allSatisfy((0..<count).contains))
        }
    }

    @Test(arguments: [SeekOrder.random, .reverse])
    func `as many seeks as frames reach every frame`(_ order: SeekOrder) {
        #expect(frames(order, of: 150, seeks: 150).sorted() == Array(0..<150))
    }

    @Test func `reverse goes back by single frames`() {
        let frames = frames(.reverse, of: 400, seeks: 50)
        #expect(zip(frames, frames.dropFirst()).allSatisfy { $0 == $1 + 1 })
    }

    @Test func `scrubbing goes to and fro in bounded steps`() {
        let frames = frames(.scrub, of: 400, seeks: 300)
        let steps = zip(frames, frames.dropFirst()).map { $1 - $0 }
        #expect(steps.contains { $0 > 0 } && steps.contains { $0 < 0 })
        #expect(steps.allSatisfy { abs($0) <= 24 })
    }

    @Test(arguments: SeekOrder.allCases)
    func `a seed makes the same order every time, another another`(_ order: SeekOrder) {
        let first = frames(order, of: 400, seeks: 50, seed: 9)
        #expect(first == frames(order, of: 400, seeks: 50, seed: 9))
        #expect(first != frames(order, of: 400, seeks: 50, seed: 10))
    }

    @Test func `going back the frames before are ready, going on they are not`() {
        #expect(SeekOrder.scrub.selection(to: 50, from: 60) == .since(38))
        #expect(SeekOrder.scrub.selection(to: 50, from: 40) == .since(50))
        #expect(SeekOrder.scrub.selection(to: 50, from: nil) == .since(50))
        #expect(SeekOrder.random.selection(to: 50, from: 60) == .alone)
    }
}
