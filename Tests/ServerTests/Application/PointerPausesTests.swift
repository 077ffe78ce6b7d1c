import Basics
import Foundation
import Testing

@testable import Scrubbing
@testable import Server
@testable import Transport

@Suite("Pointers that pause", .timeLimit(.minutes(2)))
struct PointerPausesTests {
    /// A loop's application that nothing reaches, neither a tick nor the end of a turn.
    private final class Nobody: LoopHandler {
        func received(_: Request, on _: ExchangeID) {}
        func abandoned(_: ExchangeID) {}
        func opened(_: SocketID) {}
        func received(_: SocketInput, from _: SocketID, at _: ContinuousClock.Instant) {}
        func writable(_: SocketID) {}
        func closed(_: SocketID, _: SocketEnd) {}
        func woken() {}
        func ticked(at _: ContinuousClock.Instant) {}
        func turned(in _: Duration) {}
    }

    /// A server that shows a client pictures.
    private func showing() throws -> TestApplication {
        let server = try TestApplication()
        _ = try server.open(0, on: "vp9.webm")
        server.say(#"{"type":"configure","preview":{"width":320}}"#, on: 0)
        return server
    }

    private func move(_ server: TestApplication, to x: Int, seq: Int) {
        let sample = "[\(16 * seq),\(x),0]"
        server.say(#"{"type":"move","seq":\#(seq),"gesture":1,"samples":[\#(sample)]}"#, on: 0)
    }

    /// Runs the loop for some time.
    private func run(_ server: TestApplication, for time: Duration) {
        let waker = server.application.loop.waker
        let seconds = time / .seconds(1)
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { waker.stop() }
        server.application.loop.run(Nobody())
    }

    @Test func `their targets' pictures are looked for, without a tick`() throws {
        let server = try showing()
        server.say(#"{"type":"begin","gesture":1,"x":0,"y":0,"extent":1000}"#, on: 0)
        let searches = server.application.clients.searches
        for seq in 1...4 {
            move(server, to: 200 * seq, seq: seq)
            Thread.sleep(forTimeInterval: 0.016)
        }
        // Those that the moves have asked for.
        _ = searches.take()
        run(server, for: .milliseconds(500))
        let found = searches.take()
        #expect(found.map(\.target.seq) == [4])
        server.say(#"{"type":"painted","seq":4}"#, on: 0)
        #expect(server.application.clients.pauses.take().isEmpty, "nobody is looked at any more")
    }

    @Test func `nobody is looked at who does not drag`() throws {
        let server = try showing()
        server.say(#"{"type":"seek","seq":1,"to":{"frame":60}}"#, on: 0)
        #expect(server.application.clients.pauses.take().isEmpty)
    }
}
