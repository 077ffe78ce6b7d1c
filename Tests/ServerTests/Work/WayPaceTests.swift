import Testing

@testable import Server

@Suite("Pictures on the way")
struct WayPaceTests {
    private let start = ContinuousClock.now

    @Test func `going forward, one is made every 25 ms`() throws {
        var pace = try pace(to: 1000, goesBack: false)
        let due = (1...100).filter { step in
            pace.isDue(step, at: start + .milliseconds(step))
        }
        #expect(due == [25, 50, 75, 100])
    }

    @Test func `a quick decoder makes none`() throws {
        var pace = try pace(to: 100, goesBack: false)
        let due = (0..<100).filter { pace.isDue($0, at: start + .milliseconds(24)) }
        #expect(due.isEmpty)
    }

    @Test func `going back, the last twelve before the goal are all made`() throws {
        var pace = try pace(to: 100, goesBack: true)
        let due = (0..<100).filter { pace.isDue($0, at: start) }
        #expect(due == Array(88..<100))
    }

    private func pace(to frame: Int, goesBack: Bool) throws -> WayPace {
        WayPace(try PictureOrder(frame, of: .unread(), goesBack: goesBack), since: start)
    }
}
