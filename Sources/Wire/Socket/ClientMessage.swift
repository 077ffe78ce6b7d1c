public import ScrubModel

/// A message from a client, checked: every number is finite and within the protocol's limits.
///
/// What is large lies behind a pointer, so that a move, of which there are most, stays small.
public enum ClientMessage: Equatable, Sendable {
    /// Opens a media; the first message.
    indirect case open(Open)

    /// Changes part of the configuration.
    indirect case configure(ConfigurationChange)

    /// Starts a gesture.
    indirect case begin(Begin)

    /// Moves the pointer.
    case move(Move)

    /// Lets go.
    case end(gesture: Int, seq: UInt32)

    /// Lets go, and the position returns to where it was.
    case cancel(gesture: Int, seq: UInt32)

    /// Goes somewhere directly.
    indirect case seek(seq: UInt32, to: Destination)

    /// Says that the preview answering `seq` is on the screen.
    case painted(seq: UInt32)

    /// Says that the sound answering `seq` has been played.
    case heard(seq: UInt32)

    /// Asks for the marks of the media that is open, and of each change to them from now on.
    case marks(seq: UInt32)

    /// Changes what is marked in the media that is open.
    indirect case mark(MarksChange)

    /// Asks for what is exported, or for something to be.
    indirect case export(ExportRequest)

    /// Follows the leader of the room, or no longer.
    case follow(Bool)

    /// Takes the lead of the room, or gives it up.
    case lead(Bool)

    /// Plays or pauses for all who follow.
    indirect case transport(Playing)

    /// Asks for the server's clock, at a time of the client's own.
    case ping(t: Double)

    /// The names of the messages, as the wire has them.
    enum Kind: String, CaseIterable {
        case open, configure, begin, move, end, cancel, seek, painted, heard, marks, export
        case follow, lead, transport, ping
    }

    /// Whether it only says that something has come, and is never answered.
    public var isAcknowledgement: Bool {
        switch self {
        case .painted, .heard: true
        default: false
        }
    }

    /// The message's number, where it has one.
    public var seq: UInt32? {
        switch self {
        case .open(let open): open.seq
        case .configure(let change): change.seq
        case .begin(let begin): begin.seq
        case .move(let move): move.seq
        case .mark(let change): change.seq
        case .export(let request): request.seq
        case .transport(let playing): playing.seq
        case .follow, .lead, .ping: nil
        case .end(_, let seq), .cancel(_, let seq), .seek(let seq, _), .painted(let seq),
            .heard(let seq), .marks(let seq):
            seq
        }
    }
}

/// Which media to open, and how.
public struct Open: Equatable, Sendable {
    /// The numbers that streams may have.
    public static let streams = 0...Int(Int16.max)

    /// The media's id.
    public var media: String

    /// The number of the stream to show; the best one without.
    public var stream: Int?

    /// The token of a session to go on with.
    public var resume: String?

    /// The previews to send; none without.
    public var preview: PreviewRequest?

    /// The room to look at it in, with others; none without.
    public var room: RoomEntry?

    /// The message's number; the protocol asks for none.
    public var seq: UInt32?

    /// Creates the message.
    public init(
        media: String,
        stream: Int? = nil,
        resume: String? = nil,
        preview: PreviewRequest? = nil,
        room: RoomEntry? = nil,
        seq: UInt32? = nil
    ) {
        self.media = media
        self.stream = stream
        self.resume = resume
        self.preview = preview
        self.room = room
        self.seq = seq
    }
}

/// The start of a gesture.
public struct Begin: Equatable, Sendable {
    /// What can be dragged.
    public enum Control: Equatable, Sendable {
        /// A straight track.
        case bar

        /// A wheel.
        case dial(Dial)

        /// A knob that confirms an action at the end of its track.
        case confirm(action: String)
    }

    /// The client's number for the gesture.
    public var gesture: Int

    /// What is dragged.
    public var control: Control

    /// The pointer's place along the track, from its start; on a dial from its centre.
    public var x: Double

    /// The pointer's place across the track; on a dial from its centre, downward.
    public var y: Double

    /// The track's length in the units of x; above 0, and of no matter on a dial.
    public var extent: Double

    /// Whether it goes on with the drag that ended as the session's socket was lost.
    public var continues: Bool

    /// The message's number; the protocol asks for none.
    public var seq: UInt32?

    /// Creates the message.
    public init(
        gesture: Int,
        control: Control = .bar,
        x: Double,
        y: Double,
        extent: Double,
        continues: Bool = false,
        seq: UInt32? = nil
    ) {
        self.gesture = gesture
        self.control = control
        self.x = x
        self.y = y
        self.extent = extent
        self.continues = continues
        self.seq = seq
    }
}

/// The pointer's places since the last message.
public struct Move: Equatable, Sendable {
    /// The client's number for the gesture.
    public var gesture: Int

    /// The message's number.
    public var seq: UInt32

    /// One to 64 samples, in the order of their times.
    public var samples: [Sample]

    /// Creates the message.
    public init(gesture: Int, seq: UInt32, samples: [Sample]) {
        self.gesture = gesture
        self.seq = seq
        self.samples = samples
    }
}

/// The pointer's place at one moment.
public struct Sample: Equatable, Sendable {
    /// Milliseconds since `begin`, on the client's clock.
    public var t: Double

    /// The place along the track.
    public var x: Double

    /// The place across the track.
    public var y: Double

    /// Creates a sample.
    public init(t: Double, x: Double, y: Double) {
        self.t = t
        self.x = x
        self.y = y
    }
}
