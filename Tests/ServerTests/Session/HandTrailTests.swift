import Testing

@testable import Server

@Suite("The trail of a hand")
struct HandTrailTests {
    @Test func `a frame is known by the newest message that led there`() {
        var trail = HandTrail()
        for (seq, frame) in [7, 8, 7].enumerated() { trail.add(frame, seq: UInt32(seq)) }
        #expect(trail.message(for: 7) == 2)
        #expect(trail.message(for: 8) == 1)
        #expect(trail.message(for: 9) == nil)
        #expect(trail.frames == [7, 8])
    }

    @Test func `what lies long back is forgotten`() {
        var trail = HandTrail()
        for frame in 0..<1000 { trail.add(frame, seq: UInt32(frame)) }
        #expect(trail.frames == Set(744..<1000))
        #expect(trail.message(for: 743) == nil)
    }
}
