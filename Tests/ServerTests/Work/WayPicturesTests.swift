import Testing

@testable import Server

@Suite("Pictures on the way")
struct WayPicturesTests {
    private let start = ContinuousClock.now

    @Test func `of a hand that waits, one is made every 25 ms`() {
        var pace = WayPace(.some([]), to: 1000, since: start)
        let due = (1...100).filter { step in
            pace.isDue(step, at: start + .milliseconds(step))
        }
        #expect(due == [25, 50, 75, 100])
    }

    @Test func `of a hand that waits, it is rather one that the hand passed`() {
        var pace = WayPace(.some([30, 62, 63, 64, 210, 998]), to: 1000, since: start)
        let due = (1...1000).filter { step in
            pace.isDue(step, at: start + .milliseconds(step))
        }
        #expect(due == [30, 62, 137, 210] + Array(stride(from: 285, to: 995, by: 75)) + [1000])
    }

    @Test func `none is made right before the goal, which is about to come`() {
        var pace = WayPace(.some([]), to: 6, since: start)
        let due = (0...6).filter { step in
            pace.isDue(step, at: start + .milliseconds(30 * (step + 1)))
        }
        #expect(due == [0, 6])
    }

    /// On the way to frame 100, by a decoder that is quicker than that.
    @Test(arguments: [
        (WayPictures.none, [100]),
        (.some([]), [100]),
        (.last, Array(88...100)),
        (.spaced, Array(stride(from: 0, to: 100, by: 6)) + [100]),
        (.all, Array(0...100)),
    ])
    func `the goal is always among them`(_ pictures: WayPictures, _ expected: [Int]) {
        var pace = WayPace(pictures, to: 100, since: start)
        let due = (0...100).filter { pace.isDue($0, at: start + .milliseconds(24)) }
        #expect(due == expected)
    }

    @Test func `spaced ones are no further apart where a decoder skips frames`() {
        var pace = WayPace(.spaced, to: 100, since: start)
        let shown = [0, 1, 5, 7, 8, 12, 13, 19, 25, 26, 100]
        #expect(shown.filter { pace.isDue($0, at: start) } == [0, 7, 13, 19, 25, 100])
    }
}
