import Testing

@testable import Server

@Suite("Pictures on their way")
struct FlowControlTests {
    @Test func `two go out unacknowledged, and the newest follows when one is painted`() throws {
        var viewer = try Self.viewer()
        for seq in 1...5 { viewer.aim(at: seq * 10, seq: UInt32(seq)) }
        #expect(viewer.look().map(\.seq) == [1, 2])
        viewer.paint(1)
        #expect(viewer.look() == [.init(50, seq: 5)], "3 and 4 were superseded")
        viewer.aim(at: 60, seq: 6)
        #expect(viewer.look().isEmpty, "2 and 5 are still on their way")
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
        #expect(viewer.flow.isWaiting)
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
        #expect(viewer.look().isEmpty, "2 and 9 are on their way")
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

    /// A viewer for whom every picture is at hand.
    private static func viewer() throws -> Viewer {
        var viewer = try Viewer()
        viewer.memory = Set(0..<1000).union(stride(from: 0, to: 2000, by: 10))
        return viewer
    }
}
