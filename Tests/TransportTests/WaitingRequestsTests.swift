import Glibc
import Testing

@testable import Transport

@Suite("Requests that wait for their answer", .serialized, .timeLimit(.minutes(1)))
struct WaitingRequestsTests {
    @Test func `a client that goes away is reported before its answer`() throws {
        try TestLoop.run { loop in
            do {
                let client = try RawClient(port: loop.port)
                try client.send(loop.get("/never"))
                #expect(loop.journal.wait(for: "waiting"))
            }
            #expect(loop.journal.wait(for: "abandoned"))
        }
    }

    @Test func `a client that sends more before its answer is cut off`() throws {
        try TestLoop.run { loop in
            let client = try RawClient(port: loop.port)
            try client.send(loop.get("/never"))
            #expect(loop.journal.wait(for: "waiting"))
            try client.send("x")
            #expect(loop.journal.wait(for: "abandoned"))
            #expect(client.isClosed())
        }
    }

    @Test
    func `a request that nobody answers in time is told so, and an answer after that is none`()
        throws
    {
        var settings = ListenSettings(port: 0)
        settings.limits.answerTime = .milliseconds(300)
        try TestLoop.run(settings) { loop in
            let client = try RawClient(port: loop.port)
            try client.send(loop.get("/later"))
            #expect(loop.journal.wait(for: "abandoned"))
            let answer = try client.answer()
            #expect(answer.status == 503)
            #expect(answer.text.contains("in time"))
            loop.waker.wake()
            #expect(client.isClosed())
        }
    }

    @Test func `an answer may take longer than libwebsockets would wait`() throws {
        try TestLoop.run { loop in
            let client = try RawClient(port: loop.port)
            try client.send(loop.get("/later"))
            usleep(6_000_000)
            loop.waker.wake()
            #expect(try client.answer().text == "at last")
        }
    }
}
