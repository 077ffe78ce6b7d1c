import Basics
import ClipSupport
import Library
import Media
import ScrubModel
import TestSupport
import Testing
import Timeline
import Wire

@testable import Scrubbing

@Suite("Seeking")
struct SeekTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let start: Int
        let to: Destination
        let frame: Int
        var testDescription: String { "\(to) from \(start)" }
    }

    /// On 100 frames of 40 ms, keyframes at 0, 10, 20 …, chapters at frames 0, 30 and 70.
    static let cases = [
        Case(start: 0, to: .position(0), frame: 0),
        Case(start: 0, to: .position(0.5), frame: 50),
        Case(start: 0, to: .position(0.509), frame: 50),
        Case(start: 0, to: .position(1), frame: 99),
        Case(start: 0, to: .time(1), frame: 25),
        Case(start: 0, to: .time(1.039), frame: 25),
        Case(start: 9, to: .time(0), frame: 0),
        Case(start: 0, to: .time(4), frame: 99),
        Case(start: 0, to: .frame(99), frame: 99),
        Case(start: 0, to: .timecode("00:00:02:05"), frame: 55),
        Case(start: 0, to: .timecode("00:00:03:24"), frame: 99),
        Case(start: 50, to: .frames(-3), frame: 47),
        Case(start: 50, to: .frames(49), frame: 99),
        Case(start: 50, to: .frames(50), frame: 99),
        Case(start: 50, to: .frames(-51), frame: 0),
        Case(start: 50, to: .frames(.max), frame: 99),
        Case(start: 50, to: .frames(.min), frame: 0),
        Case(start: 55, to: .keyframe(.next), frame: 60),
        Case(start: 55, to: .keyframe(.previous), frame: 50),
        Case(start: 55, to: .keyframe(.nearest), frame: 50),
        Case(start: 56, to: .keyframe(.nearest), frame: 60),
        Case(start: 50, to: .keyframe(.next), frame: 60),
        Case(start: 50, to: .keyframe(.previous), frame: 40),
        Case(start: 50, to: .keyframe(.nearest), frame: 50),
        Case(start: 95, to: .keyframe(.next), frame: 95),
        Case(start: 0, to: .keyframe(.previous), frame: 0),
        Case(start: 0, to: .chapter(.next), frame: 30),
        Case(start: 30, to: .chapter(.next), frame: 70),
        Case(start: 70, to: .chapter(.next), frame: 70),
        Case(start: 35, to: .chapter(.previous), frame: 30),
        Case(start: 30, to: .chapter(.previous), frame: 0),
        Case(start: 0, to: .chapter(.previous), frame: 0),
        Case(start: 50, to: .step(3), frame: 50),
        Case(start: 50, to: .undo, frame: 0),
    ]

    @Test(arguments: cases)
    func `leads to the frame`(_ example: Case) throws {
        var client = ScrubClient(on: Self.clip)
        try client.seek(.frame(example.start))
        try client.seek(example.to)
        #expect(client.frame == example.frame)
        #expect(client.state.seq == 2)
        #expect(client.state.raw == client.state.position)
    }

    @Test(arguments: [
        Destination.frame(100), .frame(Int(UInt32.max)), .frame(-1), .time(4.03), .time(-0.03),
        .time(1e300), .time(-1e300), .timecode("00:00:04:00"), .timecode("23:59:59:24"),
        .timecode("noon"), .timecode("00:00:00:25"), .timecode(""),
    ])
    func `a place that is not there is an error and changes nothing`(_ to: Destination) throws {
        var client = ScrubClient(on: Self.clip)
        try client.seek(.frame(42))
        let before = client.state
        let error = #expect(throws: SessionError.self) { try client.seek(to) }
        #expect(error?.code == .invalidMessage)
        #expect(error?.seq == 2)
        #expect(error?.message.contains("expected") == true)
        #expect(client.state == before)
        #expect(try client.undone(2) == [0, 0])
    }

    @Test func `while the file is scanned, the error says that more may come`() throws {
        for (isComplete, isHinted) in [(true, false), (false, true)] {
            var client = ScrubClient(on: .regular(isComplete: isComplete))
            let error = #expect(throws: SessionError.self) { try client.seek(.frame(100)) }
            #expect(error?.message.contains("still being indexed") == isHinted)
        }
    }

    @Test func `a time rounded by others leads to the frame that was meant`() throws {
        var client = ScrubClient(on: Self.clip)
        try client.seek(.time(0.9999999))
        #expect(client.frame == 25)
        try client.seek(.time(-0.0000001))
        #expect(client.frame == 0)
    }

    @Test func `steps walk along the stops and stay on them`() throws {
        var client = ScrubClient(on: Self.clip)
        try client.configure(.init(snap: Snap(stops: .step(0.3))))
        let walk = [1, 1, 1, 1, -2, -9].map { (count: Int) -> Double? in
            try? client.seek(.step(count))
            return client.state.position
        }
        let third: Double = 3 * 0.3
        #expect(walk == [0.3, 0.6, third, third, 0.3, 0])
        try client.configure(.init(snap: Snap(stops: .count(4))))
        try client.seek(.step(3))
        #expect(client.state.stop == 3)
        try client.seek(.step(.max))
        #expect(client.state.position == 1)
    }

    @Test func `a seek goes past the stops, and what is left of snapping is gone`() throws {
        var client = ScrubClient(on: Self.clip)
        try client.configure(.init(snap: Snap(stops: .count(2))))
        try client.begin()
        try client.move(to: 40)
        #expect((client.state.position, client.state.raw) == (0.5, 0.4))
        try client.seek(.frame(33))
        #expect((client.state.position, client.state.raw) == (0.33, 0.33))
    }

    @Test func `going nowhere keeps the position between two frames`() throws {
        var client = ScrubClient(on: Self.clip)
        try client.seek(.position(0.999))
        try client.seek(.frames(1))
        #expect(client.state.position == 0.999)
    }

    private static let clip = Clip(
        .regular(100),
        info: .plain(chapters: [0, 1200, 2800])
    )
}

@Suite("Stops that are frames")
struct StopsTests {
    /// Frames of uneven length, keyframes now and then, three chapters.
    static func clip(seed: UInt64, isComplete: Bool = true) -> Clip {
        var generator = SplitMix64(seed: seed)
        var pts: Int64 = 0
        let packets = (0..<60).map { number -> (pts: Int64, isKeyframe: Bool) in
            if number > 0 { pts += .random(in: 1...12, using: &generator) * 10 }
            return (pts, number == 0 || Int.random(in: 0..<6, using: &generator) == 0)
        }
        let chapters = [0, pts / 3, pts * 3 / 4]
        let table = FrameTable(packets, isComplete: isComplete)
        return Clip(table, info: .plain(chapters: chapters))
    }

    static let marks: [Snap.MediaStops] = [
        .time(seconds: 0.25), .time(seconds: 0.033), .time(seconds: 1e-9), .time(seconds: 99),
        .frame, .keyframe(.nearest), .keyframe(.before), .keyframe(.after), .chapter,
    ]

    /// The frames that the protocol's table names, found without any of the code under test.
    static func stops(_ marks: Snap.MediaStops, of clip: Clip) -> [Int] {
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
        case .keyframe: return frames.filter(table.isKeyframe)
        case .chapter: return clip.info.chapters.map { shown(at: $0.start.ticks) }
        }
    }

    /// The one of some stops that a raw position snaps to, by trying them all.
    static func nearest(
        _ raw: Double,
        _ marks: Snap.MediaStops,
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
    func `are those that trying all of them finds`(marks: Snap.MediaStops, seed: UInt64) throws {
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
    func `are each reached by counting, there and back`(
        marks: Snap.MediaStops,
        isAtEnd: Bool
    ) throws {
        let clip = Self.clip(seed: 4)
        var unvisited = Set(Self.stops(marks, of: clip))
        var client = ScrubClient(on: clip)
        try client.configure(.init(snap: Snap(stops: .media(marks))))
        if isAtEnd { try client.seek(.step(.max)) }
        for _ in 0..<200 {
            unvisited.remove(client.frame)
            try client.seek(.step(isAtEnd ? -1 : 1))
        }
        #expect(unvisited.isEmpty)
    }

    @Test(.timeLimit(.minutes(10)), arguments: [1e-9, 1, 1e300] as [Double])
    func `of a media with invalid times are found as well`(_ seconds: Double) throws {
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
                let marks = Snap.MediaStops.time(seconds: seconds)
                let landing = try #require(clip.nearest(to: raw, among: marks))
                #expect((0...1).contains(landing.position))
                _ = clip.stop(1, from: raw, among: marks)
                _ = clip.stop(-1, from: raw, among: marks)
            }
        }
    }

    @Test func `attract the pointer live, and the raw position goes on`() throws {
        var client = ScrubClient()
        try client.configure(.init(snap: Snap(stops: .media(.keyframe(.nearest)))))
        try client.begin()
        try client.move(to: 37.5)
        #expect((client.frame, client.state.raw, client.state.stop) == (40, 0.375, 4))
        try client.end()
        #expect((client.frame, client.state.raw) == (40, 0.375))
    }

    @Test func `attract it on release, and tell which one on the way`() throws {
        var client = ScrubClient()
        try client.configure(.init(snap: Snap(stops: .media(.time(seconds: 1)), timing: .release)))
        try client.begin()
        try client.move(to: 37)
        #expect((client.frame, client.state.stop) == (37, 1))
        try client.end()
        #expect((client.frame, client.state.raw, client.state.stop) == (25, 0.25, 1))
    }

    @Test func `are none where there are no chapters`() throws {
        var client = ScrubClient()
        try client.configure(.init(snap: Snap(stops: .media(.chapter))))
        try client.begin()
        try client.move(to: 37)
        #expect(client.frame == 37 && client.state.stop == nil)
    }

    @Test func `stay right while the index grows`() throws {
        let chapters = Clip(
            .regular(100, isComplete: false),
            info: .plain(chapters: [0, 2000, 6000])
        )
        var client = ScrubClient(on: chapters)
        try client.configure(.init(snap: Snap(stops: .media(.chapter))))
        try client.begin()
        try client.move(to: 90)
        #expect(client.frame == 50, "the last chapter has not been scanned yet")
        client.session.update(Clip(.regular(200), info: chapters.info))
        #expect((client.frame, client.state.position) == (50, 0.25))
        try client.move(to: 145)
        #expect(client.frame == 150)
    }
}
