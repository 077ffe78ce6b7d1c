import Dispatch
import Synchronization
import Testing

@testable import Server

@Suite("What threads tell each other")
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
