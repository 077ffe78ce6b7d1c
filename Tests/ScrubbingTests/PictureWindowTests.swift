import Pictures
import Testing
import Wire

@testable import Scrubbing

@Suite("Pictures in flight")
struct PictureWindowTests {
    @Test func `two go out unacknowledged, and the newest follows when one is painted`() throws {
        var viewer = try Self.viewer()
        for seq in 1...5 { viewer.aim(at: seq * 10, seq: UInt32(seq)) }
        #expect(viewer.look().map(\.seq) == [1, 2])
        viewer.paint(1)
        #expect(viewer.look() == [.init(50, seq: 5)], "3 and 4 were superseded")
        viewer.aim(at: 60, seq: 6)
        #expect(viewer.look().isEmpty, "2 and 5 are still in flight")
        viewer.paint(5)
        #expect(viewer.look() == [.init(60, seq: 6)])
    }

    @Test func `painting a picture acknowledges those before it`() throws {
        var viewer = try Self.viewer()
        for seq in 1...2 { viewer.aim(at: seq, seq: UInt32(seq)) }
        viewer.paint(2)
        for seq in 3...5 { viewer.aim(at: seq, seq: UInt32(seq)) }
        #expect(viewer.look().map(\.seq) == [1, 2, 3, 4])
    }

    @Test
    func `of pictures that answer the same message, as a follower's do, one by one is painted`()
        throws
    {
        var viewer = try Self.viewer()
        for step in 1...3 { viewer.aim(at: step * 10, seq: 0) }
        #expect(viewer.look().count == 2)
        viewer.paint(0)
        #expect(viewer.look() == [.init(30, seq: 0)])
        viewer.aim(at: 40, seq: 0)
        #expect(viewer.look().isEmpty, "20 and 30 are in flight")
        viewer.paint(0)
        viewer.paint(0)
        viewer.aim(at: 50, seq: 0)
        #expect(viewer.look().last == .init(50, seq: 0))
    }

    @Test func `painting what was never sent acknowledges nothing`() throws {
        var viewer = try Self.viewer()
        for seq in 5...8 { viewer.aim(at: seq, seq: UInt32(seq)) }
        viewer.paint(4)
        #expect(viewer.look().map(\.seq) == [5, 6])
    }

    @Test func `a client that never paints gets two, then one every 250 ms`() throws {
        var viewer = try Self.viewer()
        var times: [Int] = []
        for time in stride(from: 0, to: 1200, by: 10) {
            viewer.aim(at: time, seq: UInt32(time))
            if !viewer.look().isEmpty { times.append(time) }
            viewer.wait(milliseconds: 10)
            if !viewer.look().isEmpty { times.append(time + 10) }
        }
        #expect(times == [0, 10, 260, 510, 760, 1010])
    }

    @Test func `what waits for such a client is the newest`() throws {
        var viewer = try Self.viewer()
        for seq in 1...9 { viewer.aim(at: seq * 10, seq: UInt32(seq)) }
        _ = viewer.look()
        viewer.wait(milliseconds: 249)
        #expect(viewer.look().isEmpty)
        viewer.wait(milliseconds: 1)
        #expect(viewer.look() == [.init(90, seq: 9)])
        viewer.wait(milliseconds: 10_000)
        #expect(viewer.look().isEmpty, "nothing else is wanted")
    }

    @Test func `a client that has painted and stops gets nothing until it paints again`() throws {
        var viewer = try Self.viewer()
        viewer.aim(at: 1, seq: 1)
        viewer.paint(1)
        for seq in 2...9 { viewer.aim(at: seq, seq: UInt32(seq)) }
        #expect(viewer.look().map(\.seq) == [1, 2, 3])
        viewer.wait(milliseconds: 3_600_000)
        #expect(viewer.look().isEmpty)
        viewer.paint(3)
        #expect(viewer.look() == [.init(9, seq: 9)])
    }

    @Test func `what was dropped before it left is not waited for`() throws {
        var viewer = try Self.viewer()
        viewer.aim(at: 1, seq: 1)
        viewer.paint(1)
        for seq in 2...9 { viewer.aim(at: seq, seq: UInt32(seq)) }
        #expect(viewer.look().map(\.seq) == [1, 2, 3])
        viewer.flow.dropped(3)
        viewer.wait(milliseconds: 0)
        #expect(viewer.look() == [.init(9, seq: 9)])
        viewer.flow.dropped(3)
        viewer.aim(at: 10, seq: 10)
        #expect(viewer.look().isEmpty, "2 and 9 are in flight")
    }

    @Test func `a picture that waited is not sent once it is farther than what is shown`() throws {
        var viewer = try Self.viewer()
        for (seq, frame) in [100, 101, 500].enumerated() { viewer.aim(at: frame, seq: UInt32(seq)) }
        #expect(viewer.look().map(\.frame) == [100, 101])
        viewer.memory = []
        viewer.aim(at: 110, seq: 3)
        viewer.paint(1)
        #expect(viewer.look().isEmpty, "500 is no step towards 110")
        viewer.finish()
        #expect(viewer.look() == [.init(110, seq: 3)])
    }

    @Test func `a picture that waited is sent when it is nearer than what is shown`() throws {
        var viewer = try Self.viewer()
        for (seq, frame) in [100, 101, 500].enumerated() { viewer.aim(at: frame, seq: UInt32(seq)) }
        _ = viewer.look()
        viewer.memory = []
        viewer.aim(at: 510, seq: 3)
        viewer.paint(1)
        #expect(viewer.look() == [.init(500, seq: 2)])
    }

    @Test func `a client that wants no more pictures does not get the one that waited`() throws {
        var viewer = try Self.viewer()
        for seq in 1...3 { viewer.aim(at: seq, seq: UInt32(seq)) }
        _ = viewer.look()
        viewer.aimAtNothing()
        viewer.paint(2)
        #expect(viewer.look().isEmpty)
    }

    @Test func `over a slow link smaller pictures go out, and the whole one at rest`() throws {
        var viewer = try Self.viewerOverSlowLink()
        #expect(viewer.widths.first == 960)
        #expect(viewer.widths.last == 240)
        viewer.paint(40)
        viewer.wait(milliseconds: 100)
        viewer.wait(milliseconds: 100)
        #expect(viewer.widths.last == 960)
        #expect(viewer.look().last == .init(39, seq: 40))
        let count = viewer.widths.count
        viewer.paint(40)
        for _ in 0..<5 { viewer.wait(milliseconds: 100) }
        #expect(viewer.widths.count == count, "once is enough")
    }

    /// Once it was never sent where the pointer came to rest before the small one was painted.
    @Test(arguments: [true, false])
    func `the whole one follows when the small one is painted, or is not`(isPainted: Bool) throws {
        var viewer = try Self.viewerOverSlowLink()
        for _ in 0..<5 { viewer.wait(milliseconds: 100) }
        #expect(viewer.widths.last == 240, "the small one is on its way")
        if isPainted { viewer.paint(40) }
        for _ in 0..<(isPainted ? 1 : 5) { viewer.wait(milliseconds: 100) }
        #expect(viewer.widths.last == 960)
        #expect(viewer.look().last == .init(39, seq: 40))
    }

    /// A viewer who has dragged over 40 frames, whose last picture has not been painted.
    private static func viewerOverSlowLink() throws -> Viewer {
        var viewer = try Viewer()
        viewer.memory = Set(0..<100)
        for frame in 0..<40 {
            viewer.aim(at: frame, seq: UInt32(frame + 1))
            guard frame < 39 else { break }
            // The link needs most of a second for a whole picture.
            viewer.pass(milliseconds: 800 * viewer.widths.last! / 960)
            viewer.paint(UInt32(frame + 1))
        }
        return viewer
    }

    /// A viewer for whom every picture is cached.
    private static func viewer() throws -> Viewer {
        var viewer = try Viewer()
        viewer.memory = Set(0..<1000).union(stride(from: 0, to: 2000, by: 10))
        return viewer
    }
}

@Suite("Pictures that fit the link")
struct LinkPictureSizeTests {
    private static let full = PreviewRequest(width: 960)!

    @Test func `nothing is kept for a client that never says what it has painted`() {
        var window = PictureWindow()
        let start = ContinuousClock.now
        for number in 1...1000 {
            let now = start + .milliseconds(250 * number)
            let admitsNext = window.admitsNext(at: now)
            #expect(admitsNext)
            window.send(number, seq: UInt32(number), at: now)
            #expect(window.link.inFlight.count <= 2)
        }
    }

    /// A link with a delay, and two pictures in flight.
    ///
    /// It takes `whole` milliseconds for the bytes of a picture in full size, and a quarter of
    /// that for one half as wide.
    private struct Link {
        let whole: Int
        var delay = 0
        var rate = LinkPictureSize()
        private(set) var widths: [Int] = []
        private var seq: UInt32 = 0
        private var start = ContinuousClock.now
        private var arrivals: [ContinuousClock.Instant] = []

        init(whole: Int, delay: Int = 0) { (self.whole, self.delay) = (whole, delay) }

        mutating func carry(_ pictures: Int, whole: Int? = nil) {
            for _ in 0..<pictures {
                let free = arrivals.last ?? start
                let now = arrivals.count < 2 ? start : arrivals.removeFirst()
                if seq >= 2 { rate.painted(seq - 1, at: now) }
                seq += 1
                let width = rate.fitted(LinkPictureSizeTests.full).width
                rate.sent(seq, at: now)
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
        #expect(link.rate.fitted(request) == PreviewRequest(width: least, quality: 50))
    }
}
