import Basics

/// Which room to enter, and as whom: fields of `open`.
public struct RoomEntry: Equatable, Sendable {
    /// Characters of a room's name at most.
    static let nameLimit = 64
    /// Characters of a member's name at most.
    static let memberLimit = 40
    /// Bytes of a member's name at most: one character may be of any number of them.
    static let memberBytes = 256

    /// The room's name.
    public var room: String
    /// What the others read; perhaps empty.
    public var name: String
    /// Whether to follow whoever leads.
    public var follows: Bool

    /// Creates an entry.
    public init(room: String, name: String = "", follows: Bool = false) {
        (self.room, self.name, self.follows) = (room, name, follows)
    }

    init(_ fields: Fields) throws(WireError) {
        room = try fields.string(.room)
        let isRoom = (1...Self.nameLimit).contains(room.utf8.count)
        guard isRoom, room.utf8.allSatisfy(\.isOfRoomName) else {
            throw fields.failure(.room, expected: "1 to \(Self.nameLimit) of A–Z a–z 0–9 _ -")
        }
        name = fields.has(.name) ? try fields.string(.name) : ""
        guard name.count <= Self.memberLimit, name.utf8.count <= Self.memberBytes else {
            let most = "at most \(Self.memberLimit) characters, of \(Self.memberBytes) bytes"
            throw fields.failure(.name, expected: most)
        }
        guard !name.unicodeScalars.contains(where: \.isOfControl) else {
            throw fields.failure("name: expected no characters that control how others are shown")
        }
        follows = fields.has(.follow) ? try fields.flag(.follow) : false
    }
}

extension UInt8 {
    fileprivate var isOfRoomName: Bool {
        isUnreserved && self != UInt8(ascii: ".") && self != UInt8(ascii: "~")
    }
}

extension Unicode.Scalar {
    /// Whether it has no shape of its own, and changes lines or the direction of others.
    fileprivate var isOfControl: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        default: properties.isBidiControl
        }
    }
}

/// What a leader plays for all who follow, or that it has paused.
public struct Playing: Equatable, Sendable {
    /// Whether it plays.
    public enum State: String, CaseIterable, Codable, Sendable {
        /// It plays.
        case playing
        /// It has paused.
        case paused
    }

    /// Rates that can be played at; below 0 backward.
    static let rates = -64.0...64.0
    /// Frames that can be named.
    static let frames = 0...Int(UInt32.max)

    /// Whether it plays.
    public var state: State
    /// How fast, 1 being the media's own rate.
    public var rate: Double
    /// The frame that is in view now.
    public var frame: Int
    /// The message's number.
    public var seq: UInt32

    /// Creates the message.
    public init(state: State, rate: Double, frame: Int, seq: UInt32) {
        (self.state, self.rate, self.frame, self.seq) = (state, rate, frame, seq)
    }

    init(_ fields: Fields) throws(WireError) {
        seq = try fields.number()
        state = try fields.choice(.state)
        rate = try fields.number(.rate, "a rate in \(Self.rates), but for 0") {
            $0 != 0 && Self.rates.contains($0)
        }
        frame = try fields.integer(.frame, in: Self.frames)
    }
}

extension Fields {
    /// Whether something is to be so from now on.
    func isOn() throws(WireError) -> Bool { try flag(.on) }
}
