import Dispatch
import Foundation
import Synchronization
import Testing

@testable import Server

@Suite("Orders that wait", .timeLimit(.minutes(1)))
struct WorkQueueTests {
    private let queue = WorkQueue<String, Int>()

    @Test func `first come, first served`() {
        for (order, client) in ["a", "b", "c"].enumerated() { queue.post(order, for: client) }
        #expect((0..<3).map { _ in queue.next() } == [0, 1, 2])
    }

    @Test func `a client's newer order takes the place of its older one`() {
        queue.post(1, for: "a")
        queue.post(2, for: "b")
        queue.post(3, for: "a")
        queue.post(4, for: "c")
        #expect((0..<3).map { _ in queue.next() } == [3, 2, 4])
        #expect(isEmpty())
    }

    @Test func `a client that orders without end passes nobody over`() {
        queue.post(0, for: "busy")
        for (order, client) in ["x", "y"].enumerated() { queue.post(1000 + order, for: client) }
        var served: [Int?] = []
        for order in 1...300 {
            queue.post(order, for: "busy")
            if order.isMultiple(of: 100) { served.append(queue.next()) }
        }
        #expect(served == [100, 1000, 1001])
        #expect(queue.next() == 300)
    }

    @Test func `what is withdrawn does not come`() {
        queue.post(1, for: "a")
        queue.post(2, for: "b")
        #expect(queue.withdraw("a") && !queue.withdraw("a"))
        #expect(!queue.withdraw("nobody"))
        #expect(queue.next() == 2)
        #expect(!queue.withdraw("b"))
        queue.post(3, for: "a")
        queue.withdraw("a")
        queue.post(4, for: "a")
        #expect(queue.next() == 4)
        #expect(isEmpty())
    }

    @Test func `what can wait is served when nothing else waits, the lowest rank first`() {
        for (order, rank) in [2, 1, 0, 2, 1, 0].enumerated() {
            queue.post(order, for: "\(order)", rank: rank)
        }
        #expect((0..<6).map { _ in queue.next() } == [2, 5, 1, 4, 0, 3])
    }

    @Test(arguments: [(0, false), (1, true), (2, true)])
    func `only an order of a lower rank is worth giving way to`(_ rank: Int, isWaiting: Bool) {
        #expect(!queue.isWaiting(before: rank))
        queue.post(7, for: "a", rank: 3)
        #expect(!queue.isWaiting(before: rank))
        queue.post(8, for: "b")
        #expect(queue.isWaiting(before: rank) == isWaiting)
    }

    @Test func `what gave way goes on before others of its rank`() {
        queue.post(1, for: "a", rank: 1)
        queue.post(2, for: "b", rank: 1)
        #expect(queue.next() == 1)
        queue.post(3, for: "c")
        queue.putBack(1, for: "a", rank: 1)
        #expect((0..<3).map { _ in queue.next() } == [3, 1, 2])
    }

    @Test func `what gave way does not come back when its client has ordered anew`() {
        queue.post(1, for: "a", rank: 1)
        #expect(queue.next() == 1)
        queue.post(2, for: "a", rank: 1)
        queue.putBack(1, for: "a", rank: 1)
        #expect(queue.next() == 2)
        #expect(isEmpty())
    }

    @Test func `a worker that waits gets an order that comes later`() {
        let box = Box()
        start(workers: 1, into: box)
        Thread.sleep(forTimeInterval: 0.02)
        queue.post(7, for: "a")
        box.wait(for: 1)
        #expect(box.orders == [7])
        queue.close()
        box.waitForEnd(of: 1)
    }

    @Test func `closing sends all workers home`() {
        let box = Box()
        start(workers: 5, into: box)
        queue.close()
        box.waitForEnd(of: 5)
        #expect(queue.next() == nil, "and whoever comes later")
        queue.post(1, for: "a")
        #expect(queue.next() == nil)
    }

    @Test func `with many clients and workers, the last order of each is served, none twice`() {
        let (box, posters) = (Box(), DispatchSemaphore(value: 0))
        start(workers: 3, into: box)
        for client in 0..<4 {
            Thread { [queue] in
                for order in 0..<500 { queue.post(client * 1000 + order, for: "\(client)") }
                posters.signal()
            }.start()
        }
        for _ in 0..<4 { posters.wait() }
        for client in 0..<4 { box.wait(until: client * 1000 + 499) }
        queue.close()
        box.waitForEnd(of: 3)
        #expect(Set(box.orders).count == box.orders.count)
    }

    /// Orders that workers have taken.
    private final class Box: Sendable {
        private let taken = Mutex<[Int]>([])
        private let arrivals = DispatchSemaphore(value: 0)
        private let ends = DispatchSemaphore(value: 0)

        var orders: [Int] { taken.withLock { $0 } }

        func put(_ order: Int) {
            taken.withLock { $0.append(order) }
            arrivals.signal()
        }

        func end() { ends.signal() }

        func wait(for count: Int) { for _ in 0..<count { arrivals.wait() } }

        func wait(until order: Int) { while !orders.contains(order) { arrivals.wait() } }

        func waitForEnd(of count: Int) {
            for _ in 0..<count { #expect(ends.wait(timeout: .now() + 10) == .success) }
        }
    }

    private func start(workers: Int, into box: Box) {
        for _ in 0..<workers {
            Thread { [queue] in
                while let order = queue.next() { box.put(order) }
                box.end()
            }.start()
        }
    }

    private func isEmpty() -> Bool {
        queue.post(-1, for: "probe")
        return queue.next() == -1
    }
}
