import Testing

@testable import Pictures

@Suite("Pictures that workers have not delivered")
struct PendingPicturesTests {
    private let start = ContinuousClock.now
    private func after(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }

    @Test func `the oldest job counts, until it is delivered`() {
        var pending = PendingPictures<String>()
        #expect(pending.oldest == nil)
        pending.add("a", to: 0, at: after(1))
        pending.add("b", to: 1, at: after(2))
        #expect(pending.oldest == after(1))
        #expect(pending.finish("a", by: 0, at: after(5)) == .seconds(4))
        #expect(pending.oldest == after(2))
        #expect(pending.finish("b", by: 1, at: after(5)) == .seconds(3))
        #expect(pending.oldest == nil)
    }

    @Test func `a job that replaces another keeps its time`() {
        var pending = PendingPictures<String>()
        pending.add("a", to: 0, at: after(1))
        pending.add("a", to: 0, at: after(9))
        #expect(pending.oldest == after(1))
    }

    @Test func `a stalled worker is noticed though its clients have gone`() {
        var pending = PendingPictures<String>()
        pending.add("a", to: 0, at: after(1))
        pending.add("b", to: 0, at: after(2))
        pending.withdraw("b")
        pending.withdraw("a")
        #expect(pending.oldest == after(1))
        #expect(pending.finish("c", by: 1, at: after(3)) == nil)
        #expect(pending.oldest == after(1), "another worker has delivered")
    }

    @Test func `what was withdrawn is forgotten when its worker delivers or is idle`() {
        var pending = PendingPictures<String>()
        pending.add("a", to: 0, at: after(1))
        pending.withdraw("a")
        #expect(pending.finish("preparation", by: 0, at: after(2)) == nil)
        #expect(pending.oldest == nil)
        pending.add("a", to: 0, at: after(3))
        pending.withdraw("a")
        pending.idle(0)
        #expect(pending.oldest == nil)
    }

    @Test func `an idle worker has not delivered what somebody still waits for`() {
        var pending = PendingPictures<String>()
        pending.add("a", to: 0, at: after(1))
        pending.idle(0)
        #expect(pending.oldest == after(1))
    }
}
