import ClipSupport
import Library
import Media
import Pictures
import Testing
import Wire

@testable import Scrubbing

@Suite("Pictures in a session")
struct SessionPicturesTests {
    private static let preview = #"{"width":320,"quality":70}"#

    @Test func `opening with previews asks for the first frame's picture`() {
        var client = SessionClient()
        client.say(#"{"type":"open","media":"clip","preview":\#(Self.preview)}"#)
        #expect(client.session.show(.regular(), at: client.now) == [.find(Self.target(0, seq: 0))])
    }

    @Test func `without previews no picture is looked for`() throws {
        var client = try SessionClient(on: .regular())
        #expect(client.seek(5, seq: 1) == [])
    }

    @Test func `sound has no pictures`() throws {
        let clip = Clip(.regular(100), info: .plain(.audio))
        var client = try SessionClient(on: clip, preview: Self.preview)
        #expect(client.seek(5, seq: 1) == [])
    }

    @Test func `a picture that is not cached is decoded and sent with its header`() throws {
        var client = try SessionClient(on: .regular(), preview: Self.preview)
        let target = Self.target(20, seq: 1)
        #expect(client.seek(20, seq: 1) == [.find(target)])
        #expect(client.session.found(nil, at: client.now) == [.decode(target)])
        #expect(try client.decoded(20, byte: 0xAB) == [])
        let picture = try #require(try client.read().pictures.first)
        let header = try PreviewHeader(bytes: picture)
        #expect((header.seq, header.frame, header.pts, header.decoded) == (1, 20, 800, 3))
        #expect(header.flags == [.exact, .keyframe])
        #expect((header.width, header.height) == (160, 90))
        #expect(Array(picture.dropFirst(32)) == [0xAB])
    }

    @Test func `a neighbour's picture says that it is not exact, and which frame it shows`() throws
    {
        var client = try SessionClient(on: .regular(), preview: Self.preview)
        client.seek(20, seq: 1)
        let neighbour = EncodedFrame(.fake(), frame: 18, of: try .unread())
        _ = client.session.found(neighbour, at: client.now)
        let header = try PreviewHeader(bytes: try #require(try client.read().pictures.first))
        #expect(header.flags == [])
        #expect((header.seq, header.frame, header.pts, header.decoded) == (1, 18, 720, 0))
    }

    @Test func `the frames on the way are kept when the pointer moves backward`() throws {
        var client = try SessionClient(on: .regular(), preview: Self.preview)
        let keeps = [50, 60, 59, 58, 58, 59].enumerated().map { step, frame -> Bool in
            guard case .find(let target)? = client.seek(frame, seq: UInt32(step + 1)).first else {
                return false
            }
            return target.goesBack
        }
        #expect(keeps == [false, false, true, true, false, false])
    }

    @Test func `a target is from afar that one message moves more than a step, to another GOP`()
        throws
    {
        var client = try SessionClient(on: Clip(.regular(500, group: 200)), preview: Self.preview)
        let areFromAfar = [150, 270, 391, 199, 320, 0].enumerated().map { step, frame -> Bool? in
            guard case .find(let target)? = client.seek(frame, seq: UInt32(step + 1)).first else {
                return nil
            }
            return target.isFromAfar
        }
        #expect(areFromAfar == [false, false, false, true, true, true])
    }

    @Test func `a frame that cannot be shown is an error with the number of its message`() throws {
        var client = try SessionClient(on: .regular(), preview: Self.preview)
        client.seek(20, seq: 1)
        _ = client.session.found(nil, at: client.now)
        _ = try client.hear()
        _ = client.session.decoded(.failure(DecodeFailure(message: "damaged")), at: client.now)
        let error = try client.hear().first?.error
        #expect(error == ErrorMessage(code: .decodeFailed, message: "damaged", seq: 1))
        #expect(client.session.scrub?.frame == 20)
    }

    @Test func `a frame that cannot be shown yet is no error, and is not tried again`() throws {
        var client = try SessionClient(on: .regular(), preview: Self.preview)
        client.seek(20, seq: 1)
        _ = client.session.found(nil, at: client.now)
        _ = try client.hear()
        let failure = DecodeFailure(message: "cut off", isFinal: false)
        #expect(client.session.decoded(.failure(failure), at: client.now) == [])
        #expect(try client.hear().isEmpty)
    }

    @Test func `asking for previews later brings the picture of where one is`() throws {
        var client = try SessionClient(on: .regular())
        client.seek(20, seq: 1)
        let actions = client.say(#"{"type":"configure","preview":\#(Self.preview)}"#)
        #expect(actions == [.find(Self.target(20, seq: 1))])
    }

    @Test func `previews that are turned off stop at once`() throws {
        var client = try SessionClient(on: .regular(), preview: Self.preview)
        client.seek(20, seq: 1)
        _ = client.session.found(nil, at: client.now)
        _ = try client.decoded(20)
        client.say(#"{"type":"configure","preview":null}"#)
        #expect(try client.read().pictures.isEmpty, "a picture that still waited is not sent")
        #expect(client.seek(30, seq: 2) == [])
    }

    @Test func `painted and time let pictures go out`() throws {
        var client = try SessionClient(on: .regular(), preview: Self.preview)
        for seq in 1...4 { try client.show(seq) }
        #expect(try client.frames() == [4], "each was replaced before it left")
        try client.show(5)
        #expect(try client.frames() == [5])
        for seq in 6...9 { try client.show(seq) }
        #expect(try client.frames() == [], "4 and 5 are in flight")
        client.now += .milliseconds(250)
        #expect(client.session.tick(at: client.now) == [])
        #expect(try client.frames() == [9])
        try client.show(10)
        #expect(client.say(#"{"type":"painted","seq":5}"#) == [])
        #expect(try client.frames() == [10])
        try client.show(11)
        client.now += .seconds(3600)
        #expect(client.session.tick(at: client.now) == [])
        #expect(try client.frames() == [], "who has painted once must go on")
    }

    @Test func `pictures that were dropped before they left do not block those to come`() throws {
        var client = try SessionClient(on: .regular(), preview: Self.preview)
        try client.show(1)
        #expect(try client.frames() == [1])
        client.say(#"{"type":"painted","seq":1}"#)
        for seq in 2...3 { try client.show(seq) }
        client.say(#"{"type":"configure","preview":null}"#)
        client.say(#"{"type":"configure","preview":\#(Self.preview)}"#)
        for seq in 4...5 {
            try client.show(seq)
            #expect(try client.frames() == [UInt32(seq)])
        }
    }

    @Test func `an index that grows is told, with a state when something has changed`() throws {
        var client = try SessionClient(on: .regular(isComplete: false), preview: Self.preview)
        _ = client.session.show(.regular(200, isComplete: false), at: client.now)
        let first = try client.hear()
        #expect(first.map(\.index?.frames) == [200], "at position 0 nothing changes")
        client.seek(100, seq: 1)
        _ = try client.hear()
        #expect(client.session.show(.regular(400), at: client.now) == [], "the picture stays")
        let second = try client.hear()
        #expect(second.first?.index?.state == .complete)
        #expect(second.last?.state?.position == 0.25)
        #expect(second.last?.state?.target.frame == 100)
        #expect(second.last?.state?.seq == 1)
    }

    @Test func `a target that gets another number gets its picture anew`() throws {
        var client = try SessionClient(on: .regular(isComplete: false), preview: Self.preview)
        client.seek(99, seq: 1)
        let actions = client.session.show(.regular(7), at: client.now)
        #expect(actions == [.find(Self.target(6, seq: 1, goesBack: true))])
    }

    /// The keyframes nearest to a frame, where every tenth is one, the nearest first.
    private static let keyframes = [0: [0, 10, 20], 6: [0], 20: [20, 10, 30]]

    /// The frames of their GOPs, where they are not ten.
    private static let gops = [6: 7]

    private static func target(
        _ frame: Int,
        seq: UInt32,
        goesBack: Bool = false
    ) -> PreviewTarget {
        PreviewTarget(
            seq: seq,
            frame: frame,
            format: PreviewRequest(width: 320, quality: 70)!,
            goesBack: goesBack,
            reach: gops[frame] ?? 10,
            glances: keyframes[frame] ?? []
        )
    }
}

extension SessionClient {
    /// Seeks to frame `number` by a message of this number, and has its picture made.
    fileprivate mutating func show(_ number: Int) throws {
        seek(number, seq: UInt32(number))
        _ = session.found(nil, at: now)
        _ = try decoded(number)
    }

    /// The frames of the pictures that wait.
    fileprivate mutating func frames() throws -> [UInt32] {
        try read().pictures.map { try PreviewHeader(bytes: $0).frame }
    }
}
