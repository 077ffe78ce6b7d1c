import Basics
import TestSupport
import Testing
import Timeline
import Wire

@testable import vernier

@Suite("The expected")
struct ExpectedFramesTests {
    /// Frames of which each lasts as many ticks as it says, the first at tick 500.
    private func table(_ durations: [Int64]) throws -> FrameTable {
        var pts: Int64 = 500
        let packets = durations.map { duration in
            defer { pts += duration }
            return PacketRecord(
                pts: Timestamp(pts),
                dts: Timestamp(pts),
                position: 0,
                size: 1,
                duration: duration,
                flags: .key
            )
        }
        return FrameTable(
            packets: packets,
            order: packets.indices.map(Int32.init),
            timebase: try #require(Timebase(1, 1000)),
            step: 40,
            isComplete: true
        )
    }

    /// Four frames over 100 ticks.
    @Test(
        arguments: [
            (0, 0), (0.0999, 0), (0.1, 1), (0.2999, 1), (0.3, 2), (0.5999, 2), (0.6, 3), (1, 3),
            (0.5, 2), (0.1.nextDown, 1),
        ] as [(Double, Int)]
    )
    func `is the last frame whose time has come`(position: Double, frame: Int) throws {
        let table = try table([10, 20, 30, 40])
        let expected = ExpectedFrames(table).frame(at: position)
        #expect(
            expected == TraceReport.ExpectedFrame(frame: frame, pts: [500, 510, 530, 560][frame])
        )
    }

    @Test func `is a frame at that frame's own position`() throws {
        var generator = SplitMix64(seed: 4)
        let table = try table((0..<3000).map { _ in .random(in: 1...2000, using: &generator) })
        let expected = ExpectedFrames(table)
        for frame in 0..<table.count {
            let span = Double(table.end.ticks - table.first.ticks)
            let position = Double(table.pts(of: frame).ticks - table.first.ticks) / span
            #expect(expected.frame(at: position).frame == frame)
        }
    }

    @Test(arguments: [(1, 0), (2, 20), (0, -10)] as [(Int, Int64)])
    func `shows by how many ticks a target misses it`(frame: Int, error: Int64) throws {
        let table = try table([10, 20, 30, 40])
        let state = StateMessage.at(0.2, frame: frame, pts: table.pts(of: frame).ticks)
        #expect(ExpectedFrames(table).error(of: state) == error)
    }
}
