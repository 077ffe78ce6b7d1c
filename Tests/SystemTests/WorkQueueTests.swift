import Dispatch
import Foundation
import Synchronization
import Testing

@testable import System

@Suite("Jobs that wait", .timeLimit(.minutes(1)))
struct WorkQueueTests {
    private let queue = WorkQueue<String, Int>()

    @Test func `first come, first served`() {
        for (job, client) in ["a", "b", "c"].enumerated() { queue.post(job, for: client) }
        #expect((0..<3).map { _ in queue.next() } == [0, 1, 2])
    }

    @Test func `a client's newer job takes the place of its older one`() {
        queue.post(1, for: "a")
        queue.post(2, for: "b")
        queue.post(3, for: "a")
        queue.post(4, for: "c")
        #expect((0..<3).map { _ in queue.next() } == [3, 2, 4])
        #expect(isEmpty())
    }

    @Test func `a client that jobs without end passes nobody over`() {
        queue.post(0, for: "busy")
        for (job, client) in ["x", "y"].enumerated() { queue.post(1000 + job, for: client) }
        var served: [Int?] = []
        for job in 1...300 {
            queue.post(job, for: "busy")
            if job.isMultiple(of: 100) { served.append(queue.next()) }
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
        for (job, rank) in [2, 1, 0, 2, 1, 0].enumerated() {
            queue.post(job, for: "\(job)", rank: rank)
        }
        #expect((0..<6).map { _ in queue.next() } == [2, 5, 1, 4, 0, 3])
    }

    @Test(arguments: [(0, false), (1, true), (2, true)])
    func `only a job of a lower rank is worth yielding to`(_ rank: Int, isWaiting: Bool) {
        #expect(!queue.isWaiting(before: rank))
        queue.post(7, for: "a", rank: 3)
        #expect(!queue.isWaiting(before: rank))
        queue.post(8, for: "b")
        #expect(queue.isWaiting(before: rank) == isWaiting)
    }

    @Test func `what yielded goes on before others of its rank`() {
        queue.post(1, for: "a", rank: 1)
        queue.post(2, for: "b", rank: 1)
        #expect(queue.next() == 1)
        queue.post(3, for: "c")
        queue.putBack(1, for: "a", rank: 1)
        #expect((0..<3).map { _ in queue.next() } == [3, 1, 2])
    }

    @Test func `what yielded does not come back when its client has requested anew`() {
        queue.post(1, for: "a", rank: 1)
        #expect(queue.next() == 1)
        queue.post(2, for: "a", rank: 1)
        queue.putBack(1, for: "a", rank: 1)
        #expect(queue.next() == 2)
        #expect(isEmpty())
    }

    @Test func `a worker that waits gets a job that comes later`() {
        let box = Box()
        start(workers: 1, into: box)
        Thread.sleep(forTimeInterval: 0.02)
        queue.post(7, for: "a")
        box.wait(for: 1)
        #expect(box.jobs == [7])
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

    @Test func `with many clients and workers, the last job of each is served, none twice`() {
        let (box, posters) = (Box(), DispatchSemaphore(value: 0))
        start(workers: 3, into: box)
        for client in 0..<4 {
            Thread { [queue] in
                for job in 0..<500 { queue.post(client * 1000 + job, for: "\(client)") }
                posters.signal()
            }.start()
        }
        for _ in 0..<4 { posters.wait() }
        for client in 0..<4 { box.wait(until: client * 1000 + 499) }
        queue.close()
        box.waitForEnd(of: 3)
        #expect(Set(box.jobs).count == box.jobs.count)
    }

    /// Jobs that workers have taken.
    private final class Box: Sendable {
        private let taken = Mutex<[Int]>([])
        private let arrivals = DispatchSemaphore(value: 0)
        private let ends = DispatchSemaphore(value: 0)

        var jobs: [Int] { taken.withLock { $0 } }

        func put(_ job: Int) {
            taken.withLock { $0.append(job) }
            arrivals.signal()
        }

        func end() { ends.signal() }

        func wait(for count: Int) { for _ in 0..<count { arrivals.wait() } }

        func wait(until job: Int) { while !jobs.contains(job) { arrivals.wait() } }

        func waitForEnd(of count: Int) {
            for _ in 0..<count { #expect(ends.wait(timeout: .now() + 10) == .success) }
        }
    }

    private func start(workers: Int, into box: Box) {
        for _ in 0..<workers {
            Thread { [queue] in
                while let job = queue.next() { box.put(job) }
                box.end()
            }.start()
        }
    }

    /// Forty clients post, withdraw and put back at random, beside a list that is searched.
    @Test func `jobs come in the order that a list would give them`() {
        var (list, state): ([(client: String, job: Int, rank: Int)], UInt64) = ([], 1)
        for job in 0..<20_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let (number, action) = (Int(state >> 33) % 40, Int(state >> 40) % 8)
            let (client, rank) = ("\(number)", number % 4)
            let place = list.firstIndex { $0.client == client }
            switch action {
            case 0: #expect(queue.withdraw(client) == (place.map { list.remove(at: $0) } != nil))
            case 1:
                queue.putBack(job, for: client, rank: rank)
                if place == nil { list.insert((client, job, rank), at: 0) }
            case 2 where !list.isEmpty:
                let first = list.indices.min { list[$0].rank < list[$1].rank }
                #expect(queue.next() == first.map { list.remove(at: $0).job })
            case 3:
                let first = list.firstIndex { $0.rank == 1 && $0.client.count == 2 }
                let taken = queue.take(ofRank: 1) { $0.count == 2 }
                #expect(taken == first.map { list.remove(at: $0).job })
            default:
                queue.post(job, for: client, rank: rank)
                if let place { list[place].job = job } else { list.append((client, job, rank)) }
            }
            #expect(queue.count == list.count)
        }
    }

    /// A job holds its clip, whose index may take megabytes.
    @Test func `a job that is withdrawn, replaced or taken is not kept`() {
        final class Held: Sendable {}
        let queue = WorkQueue<Int, Held>()
        weak var (withdrawn, replaced, taken): (Held?, Held?, Held?)
        do {
            let jobs = (0..<3).map { _ in Held() }
            for (client, job) in jobs.enumerated() { queue.post(job, for: client) }
            (withdrawn, replaced, taken) = (jobs[0], jobs[1], jobs[2])
        }
        #expect(withdrawn != nil && replaced != nil && taken != nil)
        queue.withdraw(0)
        queue.post(Held(), for: 1)
        _ = queue.take(ofRank: 0) { $0 == 2 }
        #expect(withdrawn == nil && replaced == nil && taken == nil)
        #expect(queue.count == 1)
    }

    private func isEmpty() -> Bool {
        queue.post(-1, for: "probe")
        return queue.next() == -1
    }
}

@Suite("Mailboxes")
struct MailboxTests {
    @Test func `messages come in order, each once`() {
        let mailbox = Mailbox<Int> {}
        #expect(mailbox.drain().isEmpty)
        for message in 1...3 { mailbox.post(message) }
        #expect(mailbox.drain() == [1, 2, 3])
        #expect(mailbox.drain().isEmpty)
    }

    @Test func `the reader is woken after the message is there`() {
        let woken = Mutex(0)
        let mailbox = Mailbox<Int> { woken.withLock { $0 += 1 } }
        mailbox.post(1)
        mailbox.post(2)
        #expect(woken.withLock { $0 } == 2)
    }

    @Test func `nothing is lost between threads`() {
        let mailbox = Mailbox<Int> {}
        var seen: [Int] = []
        DispatchQueue.concurrentPerform(iterations: 8) { writer in
            for message in 0..<200 { mailbox.post(writer * 200 + message) }
        }
        seen += mailbox.drain()
        #expect(seen.sorted() == Array(0..<1600))
        for writer in 0..<8 {
            let own = seen.filter { $0 / 200 == writer }
            #expect(own == own.sorted(), "each writer's messages stay in order")
        }
    }
}
