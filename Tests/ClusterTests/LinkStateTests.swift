import Basics
import TestSupport
import Testing

@testable import Cluster

@Suite("The state of the connection to Redis", .fuzzed)
struct LinkStateTests {
    private static let lost = LinkFault(.lost, "gone")
    private static let refused = LinkFault(.refused, "NOPERM")
    private let start = ContinuousClock.now

    /// A link that has been connecting since the start.
    private var connecting: LinkState {
        var link = LinkState(at: start)
        _ = link.take(.tick, at: start)
        return link
    }

    @Test func `connects at once, and is ready when it was greeted`() {
        var link = LinkState(at: start)
        #expect(link.take(.tick, at: start) == [.connect])
        #expect(link.take(.tick, at: start).isEmpty && !link.isReady)
        #expect(link.take(.greeted, at: start) == [.tellReady])
        #expect(link.isReady)
        #expect(link.take(.greeted, at: start).isEmpty)
    }

    @Test func `waits longer after each failure, up to a bound`() {
        var link = connecting
        var (now, waits) = (start, [Duration]())
        for _ in 0..<8 {
            _ = link.take(.broken(Self.lost), at: now)
            var wait = Duration.zero
            while link.take(.tick, at: now + wait) != [.connect] { wait += .milliseconds(100) }
            waits.append(wait)
            now += wait
        }
        let tenths = [1, 2, 4, 8, 16, 30, 30, 30]
        #expect(waits == tenths.map { .milliseconds(100 * $0) })
    }

    @Test func `cuts a pause by half at most`() {
        var link = connecting
        _ = link.take(.broken(Self.lost), at: start, chance: 0)
        #expect(link.phase == .waiting(until: start + .milliseconds(50)))
    }

    @Test func `gives up an attempt that takes too long`() {
        var link = connecting
        #expect(link.take(.tick, at: start + .milliseconds(2999)).isEmpty)
        let actions = link.take(.tick, at: start + .seconds(3))
        #expect(actions == [.disconnect, .tellLost(.silent)])
    }

    @Test func `tells of a loss once, and once more when somebody has to act`() {
        var link = connecting
        let failures = [Self.lost, Self.lost, Self.refused, Self.lost, Self.refused]
        var (now, told) = (start, [LinkFault]())
        for fault in failures {
            for case .tellLost(let fault) in link.take(.broken(fault), at: now) {
                told.append(fault)
            }
            now += .seconds(5)
            _ = link.take(.tick, at: now)
        }
        #expect(told == [Self.lost, Self.refused])
        _ = link.take(.greeted, at: now)
        #expect(link.take(.broken(Self.lost), at: now) == [.disconnect, .tellLost(Self.lost)])
    }

    @Test(arguments: [(1, 200), (11, 100)])
    func `begins with the shortest pause again once a connection has lasted`(
        _ seconds: Int,
        _ milliseconds: Int
    ) {
        var link = connecting
        _ = link.take(.broken(Self.lost), at: start)
        let again = start + .seconds(1)
        _ = link.take(.tick, at: again)
        _ = link.take(.greeted, at: again)
        let end = again + .seconds(seconds)
        _ = link.take(.broken(Self.lost), at: end)
        #expect(link.phase == .waiting(until: end + .milliseconds(milliseconds)))
    }

    /// Whatever happens, it disconnects what it has connected, and connects one at a time.
    @Test(arguments: 0..<8)
    func `pairs each connection with its end`(stream: Int) {
        var chance = Fuzz.generator(UInt64(9100 + stream))
        var (link, now, open) = (LinkState(at: start), start, 0)
        for _ in 0..<500 * Fuzz.factor {
            let events: [LinkState.Event] = [
                .tick, .tick, .tick, .greeted, .broken(Self.lost), .broken(Self.refused),
            ]
            let event = events[Int.random(in: 0..<events.count, using: &chance)]
            now += .milliseconds(Int.random(in: 0...2000, using: &chance))
            for action in link.take(event, at: now) {
                if action == .connect { open += 1 }
                if action == .disconnect { open -= 1 }
            }
            #expect(open == 0 || open == 1)
            if case .waiting = link.phase { #expect(open == 0) } else { #expect(open == 1) }
        }
    }
}
