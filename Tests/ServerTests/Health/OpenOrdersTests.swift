import Testing

@testable import Server

@Suite("What workers owe")
struct OpenOrdersTests {
    private let start = ContinuousClock.now
    private func after(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }

    @Test func `the oldest order counts, until it is there`() {
        var orders = OpenOrders<String>()
        #expect(orders.oldest == nil)
        orders.add("a", to: 0, at: after(1))
        orders.add("b", to: 1, at: after(2))
        #expect(orders.oldest == after(1))
        #expect(orders.finish("a", by: 0, at: after(5)) == .seconds(4))
        #expect(orders.oldest == after(2))
        #expect(orders.finish("b", by: 1, at: after(5)) == .seconds(3))
        #expect(orders.oldest == nil)
    }

    @Test func `an order in the place of another is as old as that`() {
        var orders = OpenOrders<String>()
        orders.add("a", to: 0, at: after(1))
        orders.add("a", to: 0, at: after(9))
        #expect(orders.oldest == after(1))
    }

    @Test func `a worker that stays away is not forgotten with its clients`() {
        var orders = OpenOrders<String>()
        orders.add("a", to: 0, at: after(1))
        orders.add("b", to: 0, at: after(2))
        orders.withdraw("b")
        orders.withdraw("a")
        #expect(orders.oldest == after(1))
        #expect(orders.finish("c", by: 1, at: after(3)) == nil)
        #expect(orders.oldest == after(1), "another worker has come back")
    }

    @Test func `a worker that comes back, or rests, owes nothing that was withdrawn`() {
        var orders = OpenOrders<String>()
        orders.add("a", to: 0, at: after(1))
        orders.withdraw("a")
        #expect(orders.finish("preparation", by: 0, at: after(2)) == nil)
        #expect(orders.oldest == nil)
        orders.add("a", to: 0, at: after(3))
        orders.withdraw("a")
        orders.rest(0)
        #expect(orders.oldest == nil)
    }

    @Test func `a worker that rests owes what is still on its way to who waits`() {
        var orders = OpenOrders<String>()
        orders.add("a", to: 0, at: after(1))
        orders.rest(0)
        #expect(orders.oldest == after(1))
    }
}
