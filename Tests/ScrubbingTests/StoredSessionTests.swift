import ClipSupport
import Library
import Media
import ScrubModel
import TestSupport
import Testing
import Timeline
import Wire

@testable import Scrubbing

@Suite("Sessions that outlive the server")
struct StoredSessionTests {
    private let key: ClipKey

    init() throws { key = try ClipSource.unread().key }

    /// A session on `clip` that has been at two places, and is in the midst of a drag.
    private func session(on clip: Clip) throws -> ParkedSession {
        var scrub = ScrubSession(clip: clip)
        for text in [
            #"{"type":"configure","snap":{"to":"step","step":0.3},"law":{"kind":"flat"}}"#,
            #"{"type":"seek","seq":1,"to":{"frame":20}}"#,
            #"{"type":"seek","seq":2,"to":{"position":0.123}}"#,
            #"{"type":"begin","gesture":1,"x":0,"y":0,"extent":100}"#,
            #"{"type":"move","gesture":1,"seq":3,"samples":[[0,17,0]]}"#,
        ] {
            try scrub.apply(try ClientMessage(json: Array(text.utf8)))
        }
        var session = ParkedSession(
            scrub: scrub,
            preview: PreviewRequest(width: 320, quality: 70)
        )
        session.room = RoomMembership(RoomEntry(room: "r", name: "Ada"), as: "0123456789abcdef")
        session.room?.follows = true
        return session
    }

    private func stored(on clip: Clip) throws -> StoredSession {
        let session = StoredSession(try session(on: clip), token: "tøken", on: key, until: 77)
        let all = try StoredSession.decode(StoredSession.encode([session, session]))
        #expect(all == [session, session])
        return all[0]
    }

    /// Every place of a session, the newest first.
    private func places(_ scrub: ScrubSession) -> [Double] {
        var scrub = scrub
        var places = [scrub.scrubber.position]
        while let place = scrub.history.pop() { places.append(place.position) }
        return places
    }

    @Test func `are the same in every bit, but for the drag, which has ended`() throws {
        let clip = Clip.regular(100)
        let before = try session(on: clip)
        let stored = try stored(on: clip)
        #expect((stored.token, stored.until) == ("tøken", 77))
        let after = stored.parked(on: clip)
        #expect(after.preview == before.preview)
        #expect(after.room?.id == "0123456789abcdef" && after.room?.follows == true)
        #expect(after.room?.again == before.room?.again)
        #expect(after.scrub.scrubber.configuration == before.scrub.scrubber.configuration)
        #expect(after.scrub.scrubber.phase == .idle)
        #expect(after.scrub.scrubber.raw == before.scrub.scrubber.raw)
        #expect(after.scrub.scrubber.position == before.scrub.scrubber.position)
        #expect(places(after.scrub) == places(before.scrub.rested))
        #expect(places(after.scrub).count == 4)
    }

    @Test func `show the same frames where the track has become longer`() throws {
        let stored = try stored(on: .regular(100))
        let after = stored.parked(on: .regular(250))
        let before = stored.parked(on: .regular(100))
        let frames = zip(places(after.scrub), places(before.scrub)).map {
            (Clip.regular(250).frame(at: $0), Clip.regular(100).frame(at: $1))
        }
        for (now, then) in frames { #expect(abs(now - then) <= (then == 99 ? 1 : 0)) }
    }

    @Test func `wait for the frames among which they were`() throws {
        let stored = try stored(on: .regular(100))
        #expect(!stored.isCovered(by: .regular(40, isComplete: false)))
        #expect(stored.isCovered(by: .regular(100, isComplete: false)))
        #expect(stored.isCovered(by: .regular(40)), "a file that has become shorter has no more")
    }

    @Test func `are of the very file, which may have grown`() throws {
        let stored = try stored(on: .regular(100))
        #expect(stored.isOn(key))
        #expect(!stored.isOn(ClipKey(id: key.id, identity: key.identity, stream: 1)))
        #expect(!stored.isOn(ClipKey(id: MediaID("other"), identity: key.identity)))
        let other = try OpenFile(path: Repository.root + "/README.md").identity
        #expect(!stored.isOn(ClipKey(id: key.id, identity: other)))
        let trace = key.identity.trace
        typealias Trace = FileIdentity.Trace
        let (device, inode) = (trace.device, trace.inode)
        for (size, stamp, follows) in [
            (trace.size, trace.stamp, true), (trace.size - 1, trace.stamp - 9, true),
            (trace.size, trace.stamp - 9, false), (trace.size + 1, trace.stamp, false),
        ] {
            let older = Trace(device: device, inode: inode, size: size, stamp: stamp)
            #expect(key.identity.canFollow(older) == follows)
        }
        let elsewhere = Trace(device: device, inode: inode + 1, size: 1, stamp: 0)
        #expect(!key.identity.canFollow(elsewhere))
    }

    @Test func `are refused when a byte is another, and never crash`() throws {
        let session = StoredSession(
            try session(on: .regular(100)),
            token: "t",
            on: key,
            until: 1
        )
        let bytes = StoredSession.encode([session])
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] ^= 1 << (index % 8)
            #expect(throws: StoredError.self) { try StoredSession.decode(damaged) }
        }
        for count in stride(from: 0, to: bytes.count, by: 7) {
            #expect(throws: StoredError.self) {
                try StoredSession.decode(Array(bytes.prefix(count)))
            }
        }
    }
}
