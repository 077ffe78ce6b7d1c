import Testing
import Wire

@testable import Server

@Suite("Pictures that fit the link")
struct LinkPaceTests {
    private static let full = PreviewRequest(width: 960)!

    @Test func `nothing is kept for a client that never says what it has painted`() {
        var window = PictureWindow()
        let start = ContinuousClock.now
        for number in 1...1000 {
            let now = start + .milliseconds(250 * number)
            let hasRoom = window.makesRoom(at: now)
            #expect(hasRoom)
            window.send(number, seq: UInt32(number), at: now)
            #expect(window.link.onTheWay.count <= 2)
        }
    }

    /// A link with a delay, and two pictures on the way.
    ///
    /// It takes `whole` milliseconds for the bytes of a picture in full size, and a quarter of
    /// that for one half as wide.
    private struct Link {
        let whole: Int
        var delay = 0
        var pace = LinkPace()
        private(set) var widths: [Int] = []
        private var seq: UInt32 = 0
        private var start = ContinuousClock.now
        private var arrivals: [ContinuousClock.Instant] = []

        init(whole: Int, delay: Int = 0) { (self.whole, self.delay) = (whole, delay) }

        mutating func carry(_ pictures: Int, whole: Int? = nil) {
            for _ in 0..<pictures {
                let free = arrivals.last ?? start
                let now = arrivals.count < 2 ? start : arrivals.removeFirst()
                if seq >= 2 { pace.painted(seq - 1, at: now) }
                seq += 1
                let width = pace.fitted(LinkPaceTests.full).width
                pace.sent(seq, at: now)
                widths.append(width)
                let share = (width * width * 1000) / (960 * 960)
                let time = (whole ?? self.whole) * share
                arrivals.append(
                    max(now + .milliseconds(delay), free) + .microseconds(time)
                )
            }
        }
    }

    @Test(arguments: [(whole: 5, width: 960), (100, 960), (400, 480), (1500, 240), (9000, 120)])
    func `are as small as they must be to come in time`(_ example: (whole: Int, width: Int)) {
        var link = Link(whole: example.whole)
        link.carry(12)
        #expect(link.widths.last == example.width)
    }

    @Test func `are not kept small by a delay that size does not change`() {
        var link = Link(whole: 10, delay: 400)
        link.carry(100)
        #expect(link.widths.filter { $0 < 960 }.count <= 6)
        #expect(link.widths.suffix(80).allSatisfy { $0 == 960 })
    }

    @Test func `grow again with the link, step by step`() {
        var link = Link(whole: 1500)
        link.carry(12)
        link.carry(60, whole: 5)
        #expect(link.widths.last == 960)
        let seen = link.widths.suffix(60)
        #expect(seen.contains(480))
    }

    @Test func `grow in vain less and less often`() {
        var link = Link(whole: 1500)
        link.carry(1000)
        let late = link.widths.dropFirst(500).filter { $0 > 240 }
        #expect(late.count < 50)
    }

    @Test(arguments: [(960, 120), (200, 96), (96, 96), (64, 64), (16, 16)])
    func `never become smaller than what still shows something`(_ width: Int, _ least: Int) {
        var link = Link(whole: 100_000)
        link.carry(40)
        let request = PreviewRequest(width: width, quality: 50)!
        #expect(link.pace.fitted(request) == PreviewRequest(width: least, quality: 50))
    }
}
