import Media
import Testing
import Wire

@testable import Server

@Suite("Pictures in a conversation")
struct PictureTalkTests {
    private static let preview = #"{"width":320,"quality":70}"#

    @Test func `opening with previews asks for the first frame's picture`() {
        var talk = Talk()
        talk.say(#"{"type":"open","media":"clip","preview":\#(Self.preview)}"#)
        #expect(talk.session.show(.regular()) == [.find(Self.wish(0, seq: 0))])
    }

    @Test func `without previews no picture is looked for`() throws {
        var talk = try Talk(on: .regular())
        #expect(talk.seek(5, seq: 1) == [])
    }

    @Test func `sound has no pictures`() throws {
        let clip = Clip(.regular(100), info: .plain(.audio))
        var talk = try Talk(on: clip, preview: Self.preview)
        #expect(talk.seek(5, seq: 1) == [])
    }

    @Test func `a picture that is not at hand is decoded and sent with its header`() throws {
        var talk = try Talk(on: .regular(), preview: Self.preview)
        let wish = Self.wish(20, seq: 1)
        #expect(talk.seek(20, seq: 1) == [.find(wish)])
        #expect(talk.session.found(nil, at: talk.now) == [.decode(wish)])
        #expect(try talk.decoded(20, byte: 0xAB) == [])
        let picture = try #require(try talk.read().pictures.first)
        let header = try PreviewHeader(bytes: picture)
        #expect((header.seq, header.frame, header.pts, header.decoded) == (1, 20, 800, 3))
        #expect(header.flags == [.exact, .keyframe])
        #expect((header.width, header.height) == (160, 90))
        #expect(Array(picture.dropFirst(32)) == [0xAB])
    }

    @Test func `a neighbour's picture says that it is not exact, and which frame it shows`() throws
    {
        var talk = try Talk(on: .regular(), preview: Self.preview)
        talk.seek(20, seq: 1)
        let neighbour = EncodedFrame(.fake(), frame: 18, of: try .unread())
        _ = talk.session.found(neighbour, at: talk.now)
        let header = try PreviewHeader(bytes: try #require(try talk.read().pictures.first))
        #expect(header.flags == [])
        #expect((header.seq, header.frame, header.pts, header.decoded) == (1, 18, 720, 0))
    }

    @Test func `the way is worth keeping when the hand goes back`() throws {
        var talk = try Talk(on: .regular(), preview: Self.preview)
        let keeps = [50, 60, 59, 58, 58, 59].enumerated().map { step, frame in
            talk.seek(frame, seq: UInt32(step + 1)) == [
                .find(Self.wish(frame, seq: UInt32(step + 1), goesBack: true))
            ]
        }
        #expect(keeps == [false, false, true, true, false, false])
    }

    @Test func `a frame that cannot be shown is an error with the number of its message`() throws {
        var talk = try Talk(on: .regular(), preview: Self.preview)
        talk.seek(20, seq: 1)
        _ = talk.session.found(nil, at: talk.now)
        _ = try talk.hear()
        _ = talk.session.decoded(.failure(DecodeFailure(message: "damaged")), at: talk.now)
        let error = try talk.hear().first?.error
        #expect(error == ErrorMessage(code: .decodeFailed, message: "damaged", seq: 1))
        #expect(talk.session.scrub?.frame == 20)
    }

    @Test func `a frame that cannot be shown yet is no error, and is not tried again`() throws {
        var talk = try Talk(on: .regular(), preview: Self.preview)
        talk.seek(20, seq: 1)
        _ = talk.session.found(nil, at: talk.now)
        _ = try talk.hear()
        let failure = DecodeFailure(message: "cut off", isFinal: false)
        #expect(talk.session.decoded(.failure(failure), at: talk.now) == [])
        #expect(try talk.hear().isEmpty)
    }

    @Test func `asking for previews later brings the picture of where one is`() throws {
        var talk = try Talk(on: .regular())
        talk.seek(20, seq: 1)
        let actions = talk.say(#"{"type":"configure","preview":\#(Self.preview)}"#)
        #expect(actions == [.find(Self.wish(20, seq: 1))])
    }

    @Test func `previews that are turned off stop at once`() throws {
        var talk = try Talk(on: .regular(), preview: Self.preview)
        talk.seek(20, seq: 1)
        _ = talk.session.found(nil, at: talk.now)
        _ = try talk.decoded(20)
        talk.say(#"{"type":"configure","preview":null}"#)
        #expect(try talk.read().pictures.isEmpty, "a picture that still waited is not sent")
        #expect(talk.seek(30, seq: 2) == [])
    }

    @Test func `painted and time let pictures go out`() throws {
        var talk = try Talk(on: .regular(), preview: Self.preview)
        for seq in 1...4 { try talk.show(seq) }
        #expect(try talk.frames() == [4], "each was replaced before it left")
        try talk.show(5)
        #expect(try talk.frames() == [5])
        for seq in 6...9 { try talk.show(seq) }
        #expect(try talk.frames() == [], "4 and 5 are on their way")
        talk.now += .milliseconds(250)
        #expect(talk.session.tick(at: talk.now) == [])
        #expect(try talk.frames() == [9])
        try talk.show(10)
        #expect(talk.say(#"{"type":"painted","seq":5}"#) == [])
        #expect(try talk.frames() == [10])
        try talk.show(11)
        talk.now += .seconds(3600)
        #expect(talk.session.tick(at: talk.now) == [])
        #expect(try talk.frames() == [], "who has painted once must go on")
    }

    @Test func `pictures that were dropped before they left do not block those to come`() throws {
        var talk = try Talk(on: .regular(), preview: Self.preview)
        try talk.show(1)
        #expect(try talk.frames() == [1])
        talk.say(#"{"type":"painted","seq":1}"#)
        for seq in 2...3 { try talk.show(seq) }
        talk.say(#"{"type":"configure","preview":null}"#)
        talk.say(#"{"type":"configure","preview":\#(Self.preview)}"#)
        for seq in 4...5 {
            try talk.show(seq)
            #expect(try talk.frames() == [UInt32(seq)])
        }
    }

    @Test func `an index that grows is told, with a state when something has changed`() throws {
        var talk = try Talk(on: .regular(isComplete: false), preview: Self.preview)
        _ = talk.session.show(.regular(200, isComplete: false))
        let first = try talk.hear()
        #expect(first.map(\.index?.frames) == [200], "at position 0 nothing changes")
        talk.seek(100, seq: 1)
        _ = try talk.hear()
        #expect(talk.session.show(.regular(400)) == [], "the picture stays")
        let second = try talk.hear()
        #expect(second.first?.index?.state == .complete)
        #expect(second.last?.state?.position == 0.25)
        #expect(second.last?.state?.target.frame == 100)
        #expect(second.last?.state?.seq == 1)
    }

    @Test func `a target that gets another number gets its picture anew`() throws {
        var talk = try Talk(on: .regular(isComplete: false), preview: Self.preview)
        talk.seek(99, seq: 1)
        #expect(talk.session.show(.regular(7)) == [.find(Self.wish(6, seq: 1, goesBack: true))])
    }

    private static func wish(
        _ frame: Int,
        seq: UInt32,
        goesBack: Bool = false
    ) -> PreviewFlow.Wish {
        let format = PreviewRequest(width: 320, quality: 70)!
        return PreviewFlow.Wish(seq: seq, frame: frame, format: format, goesBack: goesBack)
    }
}

extension Talk {
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
