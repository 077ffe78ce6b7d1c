import Glibc
import Testing

@testable import Server

@Suite("Clients that send more than their share", .serialized, .timeLimit(.minutes(1)))
struct FloodTests {
    /// A socket may send 100 messages at once and 50 in a second; an address `share` times as many.
    private func settings(share: Int = 32, flood: Duration = .seconds(10)) -> ListenSettings {
        var settings = ListenSettings(port: 0)
        settings.limits.messageRate = 50
        settings.limits.addressShare = share
        settings.limits.floodTime = flood
        return settings
    }

    private func messages(_ range: Range<Int>, bytes: Int = 0) -> [String] {
        range.map { "\($0)" + String(repeating: "x", count: bytes) }
    }

    private func send(_ texts: [String], to client: RawClient) throws {
        try client.send(texts.flatMap { RawClient.frame(Array($0.utf8)) })
    }

    private func receive(_ texts: [String], from client: RawClient) throws {
        for text in texts { #expect(try client.frame().text == text) }
    }

    @Test func `every message is answered, at the rate, and a neighbour meanwhile`() throws {
        try TestLoop.run(settings()) { loop in
            let (eager, neighbour) = try (
                RawClient.socket(port: loop.port), RawClient.socket(port: loop.port)
            )
            let texts = messages(0..<200)
            let start = ContinuousClock.now
            try send(texts, to: eager)
            try receive(Array(texts.prefix(101)), from: eager)
            for text in messages(0..<20) {
                try send([text], to: neighbour)
                #expect(try neighbour.frame().text == text)
            }
            try receive(Array(texts.dropFirst(101)), from: eager)
            #expect(ContinuousClock.now - start >= .milliseconds(1900))
        }
    }

    @Test func `a big message counts as several`() throws {
        try TestLoop.run(settings()) { loop in
            let client = try RawClient.socket(port: loop.port)
            let texts = messages(0..<4, bytes: 25_600)
            let start = ContinuousClock.now
            try send(texts, to: client)
            try receive(texts, from: client)
            // 51 tokens each: the second is one too many, the third 50 more.
            #expect(ContinuousClock.now - start >= .milliseconds(900))
        }
    }

    @Test func `who waits for answers is slowed down and never sent away`() throws {
        try TestLoop.run(settings(flood: .milliseconds(300))) { loop in
            let client = try RawClient.socket(port: loop.port)
            for text in messages(0..<180) {
                try send([text], to: client)
                #expect(try client.frame().text == text)
            }
        }
    }

    @Test func `who sends on and on is sent away`() throws {
        try TestLoop.run(settings(flood: .milliseconds(500))) { loop in
            let client = try RawClient.socket(port: loop.port)
            try send(messages(0..<20_000), to: client)
            var frame = try client.frame()
            while frame.opcode != 8 { frame = try client.frame() }
            #expect(frame.closeCode == 1008)
            #expect(frame.payload.dropFirst(2).elementsEqual("too many messages".utf8))
            try client.send(RawClient.frame(frame.payload, opcode: 8))
            #expect(loop.journal.wait(for: "closed"))
        }
    }

    @Test func `many clients of an address are slowed down together, and none sent away`() throws {
        try TestLoop.run(settings(share: 2, flood: .milliseconds(300))) { loop in
            let clients = try (0..<4).map { _ in try RawClient.socket(port: loop.port) }
            let texts = messages(0..<100, bytes: 500)
            let start = ContinuousClock.now
            for client in clients { try send(texts, to: client) }
            for client in clients { try receive(texts, from: client) }
            // 400 messages, of which 200 at once and 100 in a second.
            #expect(ContinuousClock.now - start >= .milliseconds(1900))
        }
    }

    @Test func `without a rate nobody waits`() throws {
        var settings = settings(flood: .zero)
        settings.limits.messageRate = nil
        try TestLoop.run(settings) { loop in
            let client = try RawClient.socket(port: loop.port)
            let texts = messages(0..<2000)
            try send(texts, to: client)
            try receive(texts, from: client)
        }
    }

    @Test func `an address that connects too often is answered 503 for a while`() throws {
        var settings = settings()
        // 40 at once, and 20 in a second.
        settings.limits.messageRate = 5
        try TestLoop.run(settings) { loop in
            let clients = try (0..<400).map { _ in try RawClient(port: loop.port) }
            #expect(try clients[399].answer().status == 503)
            #expect(clients[399].isClosed())
            usleep(200_000)
            for client in try clients.prefix(40) + [RawClient(port: loop.port)] {
                try client.send(loop.get("/"))
                #expect(try client.answer().status == 200)
            }
        }
    }
}
