import Dispatch
import Foundation
import Library
import Server
import Synchronization
import Testing

@testable import Transport
@testable import vernier

@Suite("The log", .timeLimit(.minutes(1)))
struct LogTests {
    private static let media = LoggedMedia(id: "m1", name: "a/b.mp4")
    private static let tally: SessionTally = {
        var tally = SessionTally(session: 7)
        (tally.media, tally.messages, tally.pictures, tally.time) = (
            "m1", 3, 2, .milliseconds(1500)
        )
        return tally
    }()
    private static let ended = #""media":"m1","messages":3,"pictures":2,"#

    @Test(
        arguments: [
            (
                .started(.network(host: "::1", port: 80), roots: 2, files: 3), "started", "info",
                #""address":"::1:80","files":3,"roots":2"#
            ),
            (.opened(session: 7), "opened", "info", #""session":7"#),
            (
                .closed(tally, .lost), "closed", "info",
                ended + #""reason":"lost","seconds":1.5,"session":7"#
            ),
            (
                .closed(tally, .closedByClient(.goingAway)), "closed", "info",
                #""code":1001,"# + ended + #""reason":"left","seconds":1.5,"session":7"#
            ),
            (
                .closed(tally, .closedByServer(.policyViolation, reason: "flood")), "closed",
                "info",
                #""code":1008,"# + ended + #""reason":"flood","seconds":1.5,"session":7"#
            ),
            (
                .indexed(media, frames: 9, after: .milliseconds(250)), "indexed", "info",
                #""frames":9,"media":"m1","name":"a/b.mp4","seconds":0.25"#
            ),
            (
                .failed(media, reason: "odd"), "failed", "warning",
                #""media":"m1","name":"a/b.mp4","reason":"odd""#
            ),
            (.reloaded(roots: 1, files: 0), "reloaded", "info", #""files":0,"roots":1"#),
            (.invited(link: "/login/secret"), "invited", "warning", ""),
            (.draining(clients: 4), "draining", "info", #""clients":4"#),
            (.stopped, "stopped", "info", ""),
            (.problem(.error, "a\nb"), "problem", "error", #""message":"a\nb""#),
        ] as [(LogEvent, String, String, String)]
    )
    func `an event is one object of JSON`(
        _ event: LogEvent,
        _ name: String,
        _ level: String,
        _ fields: String
    ) throws {
        let line = try #require(LogForm.json.line(event, at: Date(timeIntervalSince1970: 0)))
        let head = #"{"event":"\#(name)","level":"\#(level)","time":"1970-01-01T00:00:00.000Z""#
        let (read, expected) = try (
            object(line), object(head + (fields.isEmpty ? "}" : ",\(fields)}"))
        )
        #expect(read == expected)
        #expect(LogForm.none.line(event, at: .now) == nil)
    }

    @Test(
        arguments: [
            (.problem(.warning, "a\nb"), #"vernier: a\u000ab"#),
            (.invited(link: "/login/x"), "vernier: let one browser in: /login/x"),
            (.opened(session: 1), nil), (.failed(media, reason: "odd"), nil), (.stopped, nil),
        ] as [(LogEvent, String?)]
    )
    func `as text, only what somebody should look at is told`(_ event: LogEvent, _ line: String?) {
        #expect(LogForm.text.line(event, at: .now) == line)
    }

    @Test func `a reader that stops keeps nobody waiting, and is told what it has missed`() {
        let lines = Mutex<[String]>([])
        let mayRead = DispatchSemaphore(value: 0)
        let log = Log(.text) { line in
            if lines.withLock({ $0.isEmpty }) { mayRead.wait() }
            lines.withLock { $0.append(line) }
        }
        for number in 1...1100 { log.logError("\(number)") }
        mayRead.signal()
        log.finish()
        let told = lines.withLock { $0 }
        let kept = told.filter { !$0.contains("lost") }
        #expect(kept == (1...1024).map { "vernier: \($0)" })
        #expect(told.count { $0 == "vernier: 76 lines of the log are lost" } == 1)
    }

    @Test func `a reader that never reads is waited for no longer than a time`() {
        let never = DispatchSemaphore(value: 0)
        let log = Log(.text) { _ in never.wait() }
        log.logError("unheard")
        #expect(!log.finish(within: .milliseconds(20)))
        never.signal()
        #expect(log.finish(), "who reads again hears all")
    }

    @Test(arguments: LogForm.allCases)
    func `why a server does not start is told once`(_ form: LogForm) {
        let lines = Mutex<[String]>([])
        let log = Log(form) { line in lines.withLock { $0.append(line) } }
        let failure = log.logged(Failure(.unavailable, "no port"))
        log.finish()
        #expect(lines.withLock { $0.count } == (form == .json ? 1 : 0))
        #expect(failure.isLogged == (form == .json))
    }

    private func object(_ json: String) throws -> NSDictionary {
        try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? NSDictionary)
    }
}
