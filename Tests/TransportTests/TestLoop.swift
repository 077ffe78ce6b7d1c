import Basics
import Foundation
import Glibc
import Synchronization
import System
import Testing

@testable import Transport

/// A loop on a thread of its own, with an application made for tests.
final class TestLoop: Sendable {
    let port: Int
    let waker: Waker
    let journal: Journal
    private let finished: DispatchSemaphore

    /// Runs `body` against a fresh loop, then stops it.
    static func run<Value>(
        _ settings: ListenSettings = ListenSettings(port: 0),
        _ body: (TestLoop) throws -> Value
    ) throws -> Value {
        let loop = try TestLoop(settings)
        defer { loop.stop() }
        return try body(loop)
    }

    private init(_ settings: ListenSettings) throws {
        let journal = Journal()
        let started = DispatchSemaphore(value: 0)
        let finished = DispatchSemaphore(value: 0)
        let made = Mutex<(port: Int, waker: Waker)?>(nil)
        Thread {
            if let loop = try? ServiceLoop(settings) {
                loop.rules.canPut = { $0 == "/put" }
                made.withLock { $0 = (loop.port, loop.waker) }
                started.signal()
                loop.run(RecordingHandler(loop: loop, journal: journal))
            } else {
                started.signal()
            }
            finished.signal()
        }.start()
        started.wait()
        let (port, waker) = try #require(made.withLock { $0 })
        self.port = port
        self.waker = waker
        self.journal = journal
        self.finished = finished
    }

    /// Stops the loop and checks that it returns in time.
    func stop() {
        waker.stop()
        let result = finished.wait(timeout: .now() + 10)
        #expect(result == .success, "the loop returns within 10 s")
        finished.signal()
    }

    /// The request line and Host of a right request.
    func get(_ path: String, method: String = "GET", _ lines: String...) -> String {
        (["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)"] + lines)
            .joined(separator: "\r\n") + "\r\n\r\n"
    }
}

/// What an application heard, readable from the test's thread.
final class Journal: Sendable {
    /// How many clients a turn of the loop has heard, written to and closed.
    struct Turn {
        var heard = 0
        var written = 0
        var closed = 0
    }

    private let lines = Mutex<[String]>([])
    private let most = Mutex(Turn())

    func note(_ line: String) { lines.withLock { $0.append(line) } }

    var all: [String] { lines.withLock { $0 } }

    func note(_ turn: Turn) {
        most.withLock { most in
            most.heard = max(most.heard, turn.heard)
            most.written = max(most.written, turn.written)
            most.closed = max(most.closed, turn.closed)
        }
    }

    /// The most of each kind that any turn has had.
    var fullest: Turn { most.withLock { $0 } }

    /// Waits until `line` has been noted so many times.
    func wait(for line: String, times: Int = 1, seconds: Double = 10) -> Bool {
        let end = Date(timeIntervalSinceNow: seconds)
        while Date() < end {
            if all.count(where: { $0 == line }) >= times { return true }
            usleep(5000)
        }
        return false
    }
}

/// Answers a few paths, and does as each socket's messages say.
private final class RecordingHandler: LoopHandler {
    private unowned let loop: ServiceLoop
    private let journal: Journal
    private var waiting: [ExchangeID] = []
    private var outgoing: [SocketID: [[UInt8]]] = [:]
    private var flooded: Set<SocketID> = []
    private var turn = Journal.Turn()

    init(loop: ServiceLoop, journal: Journal) {
        self.loop = loop
        self.journal = journal
    }

    func received(_ request: Request, on exchange: ExchangeID) {
        switch request.path {
        case "/": answer(exchange, text: "hello")
        case "/echo":
            answer(
                exchange,
                text: "\(request.segments) \(request.query.sorted { $0.key < $1.key })"
            )
        case "/put":
            journal.note("put")
            answer(exchange, bytes: request.body)
        case "/stream": stream(exchange, length: Int64(request.query["bytes"] ?? "0") ?? 0)
        case "/broken": stream(exchange, length: 100_000, failsAt: 50_000)
        case "/later": waiting.append(exchange)
        case "/never": journal.note("waiting")
        case "/sleep":
            usleep(100_000)
            answer(exchange, text: "slept")
        case "/compute":
            // Not the processor's time of all threads, of which others may take most.
            let end = ProcessorTime.ofThread + .milliseconds(100)
            while ProcessorTime.ofThread < end {}
            answer(exchange, text: "computed")
        case "/unchanged": loop.respond(to: exchange, with: Response(status: 304))
        default: loop.respond(to: exchange, with: Response(status: 404, body: .bytes([])))
        }
    }

    func abandoned(_ exchange: ExchangeID) {
        journal.note("abandoned")
        // An answer that comes too late goes nowhere.
        answer(exchange, text: "too late")
    }

    func opened(_ socket: SocketID) { journal.note("opened") }

    func received(
        _ message: SocketInput,
        from socket: SocketID,
        at now: ContinuousClock.Instant
    ) {
        guard case .text(let bytes) = message else { return }
        turn.heard += 1
        switch String(decoding: bytes, as: UTF8.self) {
        case "flood": flooded.insert(socket)
        case "keep": loop.keep(socket)
        case "goodbye": journal.note("goodbye")
        case "close": loop.close(socket, code: .policyViolation, reason: "as you wish")
        default: outgoing[socket, default: []].append(bytes)
        }
        loop.wantsToWrite(socket)
    }

    func writable(_ socket: SocketID) {
        turn.written += 1
        if flooded.contains(socket) {
            loop.send(binary: [UInt8](repeating: 7, count: 100_000), to: socket)
            journal.note("flooded")
        } else if let message = outgoing[socket]?.first {
            loop.send(text: message, to: socket)
            outgoing[socket]?.removeFirst()
        } else {
            return
        }
        loop.wantsToWrite(socket)
    }

    func closed(_ socket: SocketID, _ end: SocketEnd) {
        turn.closed += 1
        flooded.remove(socket)
        outgoing[socket] = nil
        journal.note("\(end)")
        journal.note("closed")
    }

    func woken() {
        journal.note("woken")
        for exchange in waiting { answer(exchange, text: "at last") }
        waiting = []
    }

    func ticked(at now: ContinuousClock.Instant) {
        if journal.all.last != "ticked" { journal.note("ticked") }
    }

    func turned(in time: Duration) {
        if time >= .milliseconds(50) { journal.note("a long turn") }
        journal.note(turn)
        turn = Journal.Turn()
    }

    private func answer(_ exchange: ExchangeID, text: String) {
        answer(exchange, bytes: Array(text.utf8))
    }

    private func answer(_ exchange: ExchangeID, bytes: [UInt8]) {
        let headers = [("content-type", "text/plain")]
        loop.respond(
            to: exchange,
            with: Response(status: 200, headers: headers, body: .bytes(bytes))
        )
    }

    private func stream(_ exchange: ExchangeID, length: Int64, failsAt: Int64 = .max) {
        var offset: Int64 = 0
        let body = Body.made(length: length) { room in
            guard offset < failsAt else { return .failed }
            for place in room.indices { room[place] = Pattern.byte(at: offset + Int64(place)) }
            offset += Int64(room.count)
            return .bytes(room.count)
        }
        loop.respond(to: exchange, with: Response(status: 200, body: body))
    }
}

/// Bytes that say where they belong.
enum Pattern {
    static func byte(at offset: Int64) -> UInt8 {
        UInt8(truncatingIfNeeded: offset ^ (offset >> 8) ^ (offset >> 16))
    }
}
