import TestSupport
import Testing
import Timeline

@Suite("Positions and times")
struct PositionTests {
    private static let tables: [(Int64, Int)] =
        [(1, 24), (40, 250), (1, 1_000_003), (512, 18_000), (3003, 107_892)]
        + (Fuzz.isFull ? [(1001, 999_983)] : [])

    @Test(arguments: tables)
    func `every frame's position leads back to it`(_ step: Int64, _ count: Int) {
        let table = FrameTable.regular(count, step: step, gop: 250)
        // Of long ones, every so many are tried, which is no rate's multiple; all of them at night.
        let stride = Fuzz.isFull ? 1 : count > 200_000 ? 61 : count > 20_000 ? 7 : 1
        for frame in Swift.stride(from: 0, to: count, by: stride)
        where table.frame(atPosition: table.position(of: frame)) != frame {
            Issue.record("frame \(frame) of \(count) with step \(step)")
        }
    }

    @Test func `a position shows the last frame that has begun`() {
        let table = FrameTable.regular(4)  // 0, 40, 80, 120, end 160
        let cases: [(Double, Int)] = [
            (0, 0), (0.2499, 0), (0.25, 1), (0.49, 1), (0.5, 2), (0.99, 3), (1, 3),
        ]
        for (position, frame) in cases { #expect(table.frame(atPosition: position) == frame) }
    }

    @Test(arguments: [-0.1, 1.1, .nan, .infinity, -.infinity])
    func `a position outside the track is none`(_ position: Double) {
        #expect(FrameTable.regular(4).frame(atPosition: position) == nil)
    }

    @Test func `times are clamped to the ends`() {
        let table = FrameTable.regular(4)
        let cases: [(Double, Int)] = [
            (-5, 0), (0.0399, 1), (0.039, 0), (0.04, 1), (99, 3), (1e300, 3),
        ]
        for (time, frame) in cases { #expect(table.frame(atTime: time) == frame) }
        #expect(table.frame(atTime: .nan) == nil)
    }

    @Test func `a time that FFmpeg printed with six digits leads to its frame`() {
        let records = (0..<1000).map {
            PacketRecord(
                pts: Timestamp(Int64($0) * 3003),
                dts: Timestamp(Int64($0) * 3003),
                position: 0,
                size: 1,
                flags: .key
            )
        }
        let table = FrameTable(
            packets: records,
            order: Array(0..<1000),
            timebase: Timebase(1, 90_000)!,
            step: 3003,
            isComplete: true
        )
        for frame in 0..<1000 {
            let printed = (table.time(of: frame) * 1e6).rounded(.down) / 1e6
            #expect(table.frame(atTime: printed) == frame)
        }
    }

    /// Ticks of whole frames, as AVI, MXF and raw pictures have them.
    @Test(arguments: [
        (0.0, 0), (0.02, 0), (0.03, 0), (0.0394, 0), (0.0396, 1), (0.04, 1), (0.079, 1), (0.08, 2),
    ])
    func `the middle of a frame is that frame, however long a tick is`(_ time: Double, _ frame: Int)
    {
        let table = FrameTable([(0, 0, true), (1, 1, false), (2, 2, false)], step: 1, timebase: 25)
        #expect(table.frame(atTime: time) == frame)
    }

    @Test func `one picture is everywhere on its track`() {
        let table = FrameTable([(0, 0, true)], step: 0)
        #expect([0, 0.5, 1].map { table.frame(atPosition: $0) } == [0, 0, 0])
        #expect(table.position(of: 0) == 0)
    }

    @Test(arguments: [
        (Int64(7), Int64(3), Int64(2), Int64(11)), (-7, 3, 2, -11), (1, 1, 3, 0), (5, 1, 2, 3),
        (.max, 2, 1, .max), (.max, .max, .max, .max),
    ])
    func `rescaling rounds to the nearest and never overflows`(
        _ value: Int64,
        _ numerator: Int64,
        _ denominator: Int64,
        _ expected: Int64
    ) {
        #expect(rescale(value, by: numerator, over: denominator) == expected)
    }

    @Test(
        arguments: [
            (0, 1, 0), (100, 1, 2), (119, 1, 2), (119, 2, 3), (100, 41, 3), (-50, 1, 0),
            (9999, 1, 9), (.max, 1, 9), (.max, .max, 9), (.min, .max, 0), (100, 0, 2),
            (100, .min, 2), (.min, .min, 0),
        ] as [(Int64, Int64, Int)]
    )
    func `a chapter begins with a frame of the media, whatever its numbers are`(
        _ start: Int64,
        _ precision: Int64,
        _ frame: Int
    ) {
        let chapter = Chapter(title: "", start: Timestamp(start), precision: precision)
        #expect(FrameTable.regular(10).firstFrame(of: chapter) == frame)
    }
}
