import Media
import ScrubModel
import TestSupport
import Testing
import Timeline
import Wire

@testable import Server

@Suite("Stops that are frames")
struct StopsTests {
    /// Frames of uneven length, keyframes now and then, three chapters.
    static func clip(seed: UInt64, isComplete: Bool = true) -> Clip {
        var generator = SplitMix64(seed: seed)
        var pts: Int64 = 0
        let packets = (0..<60).map { number -> (pts: Int64, isKey: Bool) in
            if number > 0 { pts += .random(in: 1...12, using: &generator) * 10 }
            return (pts, number == 0 || Int.random(in: 0..<6, using: &generator) == 0)
        }
        let chapters = [0, pts / 3, pts * 3 / 4]
        let table = FrameTable(packets, isComplete: isComplete)
        return Clip(table, info: .plain(chapters: chapters))
    }

    static let marks: [Snap.Marks] = [
        .time(seconds: 0.25), .time(seconds: 0.033), .time(seconds: 1e-9), .time(seconds: 99),
        .frame, .keyframe(.nearest), .keyframe(.before), .keyframe(.after), .chapter,
    ]

    /// The frames that the protocol's table names, found without any of the code under test.
    static func stops(_ marks: Snap.Marks, of clip: Clip) -> [Int] {
        let table = clip.table
        let frames = 0..<table.count
        func shown(at ticks: Int64) -> Int { frames.last { table.pts(of: $0).ticks <= ticks } ?? 0 }
        switch marks {
        case .time(let seconds):
            // On a clock of milliseconds; a step below one meets every tick.
            let step = max(seconds * 1000, 1)
            let count = Int(Double(table.end.ticks) / step + 1)
            let ticks = (0...count).map { Int64((Double($0) * step).rounded()) }
            return Set(ticks.filter { $0 <= table.end.ticks }.map(shown)).sorted()
        case .frame: return Array(frames)
        case .keyframe: return frames.filter(table.isKey)
        case .chapter: return clip.info.chapters.map { shown(at: $0.start.ticks) }
        }
    }

    /// The one of some stops that a raw position snaps to, by trying them all.
    static func nearest(
        _ raw: Double,
        _ marks: Snap.Marks,
        in stops: [Int],
        of clip: Clip
    ) -> Int? {
        let position = clip.table.position(of:)
        switch marks {
        case .frame: return stops.last { position($0) <= raw }
        case .keyframe(.before): return stops.last { position($0) <= raw } ?? stops.first
        case .keyframe(.after): return stops.first { position($0) >= raw } ?? stops.last
        default: return stops.min { abs(position($0) - raw) < abs(position($1) - raw) }
        }
    }

    @Test(arguments: marks, 0..<UInt64(8))
    func `are those that trying all of them finds`(marks: Snap.Marks, seed: UInt64) throws {
        let clip = Self.clip(seed: seed)
        var generator = SplitMix64(seed: seed)
        let (span, stops) = (clip.table.end.ticks, Self.stops(marks, of: clip))
        // Frames lie on tens of ticks, so every fifth one is a frame's own place or a tie.
        let places = stride(from: 0, through: span, by: 5).map { Double($0) / Double(span) }
        let random = (0..<200).map { _ in Double.random(in: 0...1, using: &generator) }
        for raw in places + random {
            let landing = try #require(clip.nearest(to: raw, among: marks))
            let frame = try #require(Self.nearest(raw, marks, in: stops, of: clip))
            #expect(landing.position == clip.table.position(of: frame), "\(raw)")
        }
    }

    @Test(arguments: marks, [false, true])
    func `are each reached by counting, there and back`(marks: Snap.Marks, isAtEnd: Bool) throws {
        let clip = Self.clip(seed: 4)
        var unvisited = Set(Self.stops(marks, of: clip))
        var hand = Hand(on: clip)
        try hand.configure(.init(snap: Snap(stops: .marks(marks))))
        if isAtEnd { try hand.seek(.step(.max)) }
        for _ in 0..<200 {
            unvisited.remove(hand.frame)
            try hand.seek(.step(isAtEnd ? -1 : 1))
        }
        #expect(unvisited.isEmpty)
    }

    @Test(.timeLimit(.minutes(1)), arguments: [1e-9, 1, 1e300] as [Double])
    func `of a media whose times lie are found as well`(_ seconds: Double) throws {
        for scale in [1, Int64(Int32.max)] {
            let packets = [-1 << 60, 0, 1, 1 << 60].map { (ticks: Int64) in
                PacketRecord(pts: Timestamp(ticks), dts: nil, position: 0, size: 1, flags: .key)
            }
            let table = FrameTable(
                packets: packets,
                order: [0, 1, 2, 3],
                timebase: try #require(Timebase(1, scale)),
                step: 1,
                isComplete: true
            )
            let clip = Clip(table)
            for raw in [0, table.position(of: 1), table.position(of: 2), 0.4, 0.9, 1] {
                let marks = Snap.Marks.time(seconds: seconds)
                let landing = try #require(clip.nearest(to: raw, among: marks))
                #expect((0...1).contains(landing.position))
                _ = clip.stop(1, from: raw, among: marks)
                _ = clip.stop(-1, from: raw, among: marks)
            }
        }
    }

    @Test func `attract the hand live, and the raw position goes on`() throws {
        var hand = Hand()
        try hand.configure(.init(snap: Snap(stops: .marks(.keyframe(.nearest)))))
        try hand.begin()
        try hand.move(to: 37.5)
        #expect((hand.frame, hand.state.raw, hand.state.stop) == (40, 0.375, 4))
        try hand.end()
        #expect((hand.frame, hand.state.raw) == (40, 0.375))
    }

    @Test func `attract it on release, and tell which one on the way`() throws {
        var hand = Hand()
        try hand.configure(.init(snap: Snap(stops: .marks(.time(seconds: 1)), timing: .release)))
        try hand.begin()
        try hand.move(to: 37)
        #expect((hand.frame, hand.state.stop) == (37, 1))
        try hand.end()
        #expect((hand.frame, hand.state.raw, hand.state.stop) == (25, 0.25, 1))
    }

    @Test func `are none where there are no chapters`() throws {
        var hand = Hand()
        try hand.configure(.init(snap: Snap(stops: .marks(.chapter))))
        try hand.begin()
        try hand.move(to: 37)
        #expect(hand.frame == 37 && hand.state.stop == nil)
    }

    @Test func `stay right while the index grows`() throws {
        let chapters = Clip(
            .regular(100, isComplete: false),
            info: .plain(chapters: [0, 2000, 6000])
        )
        var hand = Hand(on: chapters)
        try hand.configure(.init(snap: Snap(stops: .marks(.chapter))))
        try hand.begin()
        try hand.move(to: 90)
        #expect(hand.frame == 50, "the last chapter has not been scanned yet")
        hand.session.update(Clip(.regular(200), info: chapters.info))
        #expect((hand.frame, hand.state.position) == (50, 0.25))
        try hand.move(to: 145)
        #expect(hand.frame == 150)
    }
}
