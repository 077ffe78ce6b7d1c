import ClipSupport
import Foundation
import Library
import Media
import ScrubModel
import TestSupport
import Testing
import Wire

@testable import Scrubbing

@Suite("Sessions that are resumed", .scratchDirectory)
struct ParkedSessionsTests {
    private let start = ContinuousClock.now
    private let clip: ClipKey

    init() throws { clip = try ClipSource.unread().key }

    @Test(arguments: [(0, true), (59_999, true), (60_000, false), (3_600_000, false)])
    func `a session waits for a minute`(_ milliseconds: Int, isThere: Bool) throws {
        var parked = ParkedSessions()
        parked.park(try Self.session(), on: clip, token: "a", at: start)
        let later = start + .milliseconds(milliseconds)
        #expect((parked.take("a", on: clip, at: later) != nil) == isThere)
    }

    @Test func `a session that is late has been forgotten`() throws {
        var parked = ParkedSessions()
        parked.park(try Self.session(), on: clip, token: "a", at: start)
        parked.park(try Self.session(), on: clip, token: "b", at: start + .seconds(30))
        parked.expire(at: start + .seconds(61))
        #expect(parked.take("a", on: clip, at: start) == nil)
        #expect(parked.take("b", on: clip, at: start + .seconds(61)) != nil)
    }

    @Test func `a token is good once, for its own file`() throws {
        var parked = ParkedSessions()
        parked.park(try Self.session(), on: clip, token: "a", at: start)
        #expect(parked.take("b", on: clip, at: start) == nil)
        let other = ClipKey(id: MediaID("other"), identity: clip.identity)
        #expect(parked.take("a", on: other, at: start) == nil)
        let file = try OpenFile(path: Repository.root + "/README.md")
        let replaced = ClipKey(id: clip.id, identity: file.identity)
        #expect(parked.take("a", on: replaced, at: start) == nil, "its frames are others")
        #expect(parked.take("a", on: clip, at: start) != nil)
        #expect(parked.take("a", on: clip, at: start) == nil)
    }

    @Test func `a session that goes on elsewhere is kept no longer`() throws {
        var parked = ParkedSessions()
        parked.park(try Self.session(), on: clip, token: "a", at: start)
        parked.park(try Self.session(), on: clip, token: "b", at: start)
        #expect(parked.holds("a") && !parked.holds("c"))
        parked.drop("a")
        #expect(!parked.holds("a") && parked.holds("b") && parked.count == 1)
    }

    /// On another machine the same file has another number, but its length and its time.
    @Test func `a session of another server is on the file that is alike`() throws {
        let session = StoredSession(try Self.session(), token: "a", on: clip, until: 99)
        let keys = try ["a", "b"].map { name in
            let path = "\(Scratch.directory)/\(name)"
            try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path))
            let date = Date(timeIntervalSince1970: 1_700_000_000)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
            return ClipKey(id: clip.id, identity: try OpenFile(path: path).identity)
        }
        let other = keys[1]
        let onCopy = StoredSession(try Self.session(), token: "b", on: keys[0], until: 99)
        var elsewhere = onCopy
        elsewhere.isFromElsewhere = true
        #expect(elsewhere.isOn(other) && !onCopy.isOn(other))
        #expect(!session.isOn(other))
    }

    @Test func `of too many sessions the oldest leave`() throws {
        var parked = ParkedSessions()
        let session = try Self.session()
        for number in 0...4096 {
            parked.park(session, on: clip, token: "\(number)", at: start + .milliseconds(number))
        }
        let now = start + .seconds(5)
        #expect(parked.take("0", on: clip, at: now) == nil)
        #expect(parked.take("1", on: clip, at: now) != nil)
        #expect(parked.take("4096", on: clip, at: now) != nil)
    }

    @Test func `position, configuration and history are there again`() throws {
        var client = SessionClient(token: "new")
        client.say(#"{"type":"open","media":"clip","resume":"old"}"#)
        #expect(client.session.resumeToken == "old")
        _ = client.session.show(.regular(), resuming: try Self.session(), at: client.now)
        #expect(client.session.resumeToken == nil)
        let opened = try #require(try client.hear().first?.opened)
        #expect(opened.session == "new")
        #expect(opened.state.target.frame == 50)
        #expect(opened.state.phase == .idle, "no gesture survives")
        #expect(opened.state.seq == 0)
        #expect(opened.configuration.configuration.press == .jump)
        #expect(opened.configuration.preview == PreviewRequest(width: 320))
        let frames = try (1...4).map { seq in
            client.say(#"{"type":"seek","seq":\#(seq),"to":{"undo":true}}"#)
            return try #require(try client.hear().first?.state?.target.frame)
        }
        #expect(frames == [20, 10, 0, 0])
    }

    @Test func `previews asked for anew come before those of old`() throws {
        var client = SessionClient()
        client.say(#"{"type":"open","media":"clip","resume":"old","preview":{"width":64}}"#)
        _ = client.session.show(.regular(), resuming: try Self.session(), at: client.now)
        #expect(try client.hear().first?.opened?.configuration.preview?.width == 64)
    }

    @Test func `a token that leads nowhere opens a new session`() throws {
        var client = SessionClient()
        client.say(#"{"type":"open","media":"clip","resume":"nonsense"}"#)
        _ = client.session.show(.regular(), resuming: nil, at: client.now)
        #expect(try client.hear().first?.opened?.state.position == 0)
    }

    @Test func `a file that grew or shrank in the meantime is handled`() throws {
        for (count, frame) in [(200, 50), (51, 50), (30, 29), (1, 0)] {
            var client = SessionClient()
            client.say(#"{"type":"open","media":"clip","resume":"old"}"#)
            _ = client.session.show(.regular(count), resuming: try Self.session(), at: client.now)
            #expect(try client.hear().first?.opened?.state.target.frame == frame)
        }
    }

    @Test func `only a session that has opened something is worth keeping`() throws {
        #expect(SessionClient().session.parked == nil)
        #expect(try SessionClient(on: .regular()).session.parked != nil)
    }

    /// A client that was lost during a drag, at frame 50.
    private static func session() throws -> ParkedSession {
        var client = try SessionClient(on: .regular(), preview: #"{"width":320}"#)
        client.seek(10, seq: 1)
        client.seek(20, seq: 2)
        client.begin()
        client.move(to: 30, seq: 3)
        client.say(#"{"type":"configure","press":"jump"}"#)
        return try #require(client.session.parked)
    }
}
