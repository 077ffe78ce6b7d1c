import ClipSupport
import Library
import Pictures
import Testing
import Wire

@testable import Scrubbing

/// A session and its client, without a socket between them.
struct SessionClient {
    var session: Session
    var now = ContinuousClock.now

    init(token: String = "token") { session = Session(token: token) }

    /// A client that has opened `clip` and has read the answer.
    init(on clip: Clip, preview: String? = nil) throws {
        self.init()
        let preview = preview.map { #","preview":\#($0)"# } ?? ""
        say(#"{"type":"open","media":"\#(clip.id)"\#(preview)}"#)
        _ = session.show(clip, at: now)
        _ = try hear()
    }

    @discardableResult
    mutating func say(_ json: String) -> [Session.Action] {
        session.receive(Array(json.utf8), at: now)
    }

    @discardableResult
    mutating func seek(_ frame: Int, seq: UInt32) -> [Session.Action] {
        say(#"{"type":"seek","seq":\#(seq),"to":{"frame":\#(frame)}}"#)
    }

    @discardableResult
    mutating func begin() -> [Session.Action] {
        say(#"{"type":"begin","gesture":1,"x":0,"y":0,"extent":100}"#)
    }

    @discardableResult
    mutating func move(to x: Double, seq: UInt32) -> [Session.Action] {
        say(#"{"type":"move","gesture":1,"seq":\#(seq),"samples":[[0,\#(x),0]]}"#)
    }

    /// Passes on that the picture which the session waits for has been made.
    mutating func decoded(_ frame: Int, byte: UInt8 = 0) throws -> [Session.Action] {
        let picture = EncodedFrame(.fake(byte), frame: frame, of: try .unread(), decoded: 3)
        return session.decoded(.success(picture), at: now)
    }

    /// Reads everything that waits.
    mutating func hear() throws -> [ServerMessage] {
        try read().messages
    }

    /// Reads everything that waits, pictures apart.
    mutating func read() throws -> (messages: [ServerMessage], pictures: [[UInt8]]) {
        var (messages, pictures): ([ServerMessage], [[UInt8]]) = ([], [])
        while let item = session.next() {
            switch item {
            case .text(let text): messages.append(try ServerMessage(json: text))
            case .picture(let bytes): pictures.append(bytes)
            case .sound: break
            }
        }
        return (messages, pictures)
    }
}

/// A session with a client that numbers its messages, on a track 100 units long.
///
/// On a clip of a hundred frames one unit of x is worth one frame.
struct ScrubClient {
    var session: ScrubSession
    private(set) var seq: UInt32 = 0

    init(on clip: Clip = .regular()) { session = ScrubSession(clip: clip) }

    var state: StateMessage { session.state }
    var frame: Int { session.frame }

    mutating func begin(_ gesture: Int = 1, x: Double = 0, continues: Bool = false) throws {
        let begin = Begin(gesture: gesture, x: x, y: 0, extent: 100, continues: continues)
        try session.apply(.begin(begin))
    }

    mutating func move(_ gesture: Int = 1, to x: Double, y: Double = 0, at t: Double = 0) throws {
        seq += 1
        let sample = Wire.Sample(t: t, x: x, y: y)
        try session.apply(.move(Move(gesture: gesture, seq: seq, samples: [sample])))
    }

    mutating func end(_ gesture: Int = 1) throws {
        seq += 1
        try session.apply(.end(gesture: gesture, seq: seq))
    }

    mutating func cancel(_ gesture: Int = 1) throws {
        seq += 1
        try session.apply(.cancel(gesture: gesture, seq: seq))
    }

    mutating func seek(_ destination: Destination) throws {
        seq += 1
        try session.apply(.seek(seq: seq, to: destination))
    }

    mutating func configure(_ change: ConfigurationChange) throws {
        try session.apply(.configure(change))
    }

    private static let key = Result { try ClipSource.unread().key }

    /// The client after the server has been started again, with its clip as that is then known.
    func restarted(on clip: Clip) throws -> ScrubClient {
        let parked = ParkedSession(scrub: session, preview: nil)
        let stored = StoredSession(parked, token: "token", on: try Self.key.get(), until: 1)
        var client = ScrubClient(on: clip)
        client.session =
            try StoredSession.decode(StoredSession.encode([stored]))[0].parked(on: clip).scrub
        return client
    }

    /// The frames that undoing leads to, one after the other, as far as the history goes.
    func undone(_ count: Int) throws -> [Int] {
        var client = self
        return try (0..<count).map { _ in
            try client.seek(.undo)
            return client.frame
        }
    }
}
