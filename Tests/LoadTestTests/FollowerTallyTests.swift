import Basics
import TestSupport
import Testing

@testable import LoadTest

@Suite("How soon those who follow are shown what leaders do")
struct FollowerTallyTests {
    /// One room with two who follow.
    private var tally = FollowerTally(
        LoadRoles(alone: 0, rooms: 1, idle: 0, members: 3, servers: 1)
    )

    private mutating func show(_ frames: [Int]) {
        for (number, frame) in frames.enumerated() {
            tally.show(frame, ofMoveDueAt: .milliseconds(10 * number), in: 0)
        }
    }

    @Test mutating func `a time is from when the leader's move was meant to leave`() {
        show([5, 8])
        tally.lead(0, in: 0, to: 5, at: .microseconds(30))
        tally.lead(0, in: 0, to: 8, at: .microseconds(10_070))
        #expect((tally.answered, tally.superseded, tally.dropped) == (2, 0, 2))
        #expect([0.5, 1].map { tally.latencies.quantile($0) } == [30, 70])
    }

    @Test mutating func `a follower may be told before its leader`() {
        tally.lead(1, in: 0, to: 5, at: .milliseconds(2))
        #expect(tally.due == 0)
        show([5])
        #expect((tally.answered, tally.latencies.quantile(1)) == (1, 2000))
    }

    @Test mutating func `frames that were left out are superseded, and the last ones are dropped`()
    {
        show([1, 2, 3, 4, 5])
        tally.lead(0, in: 0, to: 3, at: .milliseconds(30))
        #expect((tally.due, tally.answered, tally.superseded, tally.dropped) == (10, 3, 2, 7))
        #expect(tally.latencies.quantile(1) == 10_000)
    }

    @Test mutating func `where a leader stays nobody is told, and nothing is dropped`() {
        show([1, 1, 1])
        for follower in 0..<2 { tally.lead(follower, in: 0, to: 1, at: .milliseconds(1)) }
        #expect((tally.due, tally.answered, tally.dropped) == (2, 2, 0))
    }

    @Test mutating func `where a room was before the first move counts for nothing`() {
        tally.lead(0, in: 0, to: 99, at: .zero)
        show([1])
        tally.lead(0, in: 0, to: 1, at: .milliseconds(4))
        #expect((tally.answered, tally.latencies.quantile(1)) == (1, 4000))
    }

    /// Places to and fro, of which each follower is told some, in order, and always the last.
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    mutating func `all that were to be shown are told, left out or dropped`(_ seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var frame = 0
        var frames: [Int] = []
        for _ in 0..<200 {
            frame += [-3, -2, 2, 3].randomElement(using: &generator)!
            frames.append(frame)
        }
        show(frames)
        for follower in 0..<2 {
            for (number, frame) in frames.enumerated()
            where number == 199 || Bool.random(using: &generator) {
                let time = Duration.milliseconds(10 * number + 1)
                tally.lead(follower, in: 0, to: frame, at: time)
            }
        }
        #expect(tally.due == 400)
        // What is told is matched with itself, or with the same frame not long before.
        #expect(tally.answered > 380 && tally.answered + tally.dropped == 400)
        #expect(tally.latencies.count == tally.answered - tally.superseded)
    }
}
