import Testing
import Timeline

@Suite("Keyframes ahead of which nothing tells when they are shown")
struct EstimatedKeyframesTests {
    /// Ten frames of 40 ticks in the first 1,000 bytes, as of a stream that is being scanned.
    private static let scanned = FrameTable(
        packets: (0..<10).map { keyframe(at: 100 + Int64($0) * 100, isKeyframe: $0 == 0) },
        order: (0..<10).map(Int32.init),
        timebase: Timebase(1, 1000)!,
        step: 40,
        scanned: 10,
        isComplete: false
    )

    private static func keyframe(at position: Int64, isKeyframe: Bool = true) -> PacketRecord {
        PacketRecord(
            pts: nil,
            dts: nil,
            position: position,
            size: 1,
            flags: isKeyframe ? .key : []
        )
    }

    @Test func `lie where their bytes do, and leave what is scanned as it is`() {
        let known = Self.scanned
        let table = known.extended(by: [2000, 5000, 10_000].map { Self.keyframe(at: $0) })
        #expect(table.count == 13 && table.scanned == 10 && table.settled == known.settled)
        #expect((0..<10).map(table.pts) == (0..<10).map(known.pts))
        #expect((10..<13).map { table.pts(of: $0).ticks } == [800, 2000, 4000])
        #expect((10..<13).allSatisfy(table.isKeyframe))
    }

    @Test(arguments: [[], [-1, 0, 999, 1000]])
    func `are none where the scan has been`(_ places: [Int64]) {
        #expect(Self.scanned.extended(by: places.map { Self.keyframe(at: $0) }) == Self.scanned)
    }

    @Test func `come one after the other, however far the file says they are`() {
        let places: [Int64] = [1001, 1001, .max / 2, .max, .max]
        let table = Self.scanned.extended(by: places.map { Self.keyframe(at: $0) })
        let times = (0..<table.count).map { table.pts(of: $0) }
        #expect(table.count == 15 && zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    }
}
