/// What a replay reports, as lines of JSON that other programs read.
public enum TraceReport {
    /// The type of the lines that are no answers.
    enum Kind: String, Codable {
        case gesture, summary
    }

    /// Whether a type is that of a line that is no answer.
    static func isOther(_ type: String) -> Bool { Kind(rawValue: type) != nil }
}

extension TraceReport {
    /// The frame that a position means, found without the model.
    public struct ExpectedFrame: Codable, Equatable, Sendable {
        /// The frame's number.
        public let frame: Int

        /// Its time in ticks of the media's timebase.
        public let pts: Int64

        /// Creates the expected frame.
        public init(frame: Int, pts: Int64) {
            (self.frame, self.pts) = (frame, pts)
        }
    }

    /// One answer: the server's message and, beside a state's fields, how right it is.
    public struct Answer: JSONDocument {
        private enum Key: CodingKey {
            case trace, truth, error
        }

        private let trace: String
        private let message: ServerMessage
        private let truth: ExpectedFrame?
        private let error: Int64?

        /// Creates a line; `error` is in ticks.
        public init(trace: String, _ message: ServerMessage, truth: ExpectedFrame?, error: Int64?) {
            (self.trace, self.message, self.truth, self.error) = (trace, message, truth, error)
        }

        /// Reads a line.
        public init(from decoder: any Decoder) throws {
            message = try ServerMessage(from: decoder)
            let fields = try decoder.container(keyedBy: Key.self)
            trace = try fields.decode(String.self, forKey: .trace)
            truth = try fields.decodeIfPresent(ExpectedFrame.self, forKey: .truth)
            error = try fields.decodeIfPresent(Int64.self, forKey: .error)
        }

        /// Writes the message's own fields, and what is known of it beside them.
        public func encode(to encoder: any Encoder) throws {
            try message.encode(to: encoder)
            var fields = encoder.container(keyedBy: Key.self)
            try fields.encode(trace, forKey: .trace)
            try fields.encodeIfPresent(truth, forKey: .truth)
            try fields.encodeIfPresent(error, forKey: .error)
        }
    }

    /// The picture that a server shows at the end of a gesture.
    public struct Picture: Codable, Equatable, Sendable {
        /// Whether it is the target's own frame, and says so.
        public let exact: Bool

        /// The frame that it shows.
        public let frame: Int

        /// Milliseconds from letting go to its arrival.
        public let latency: Double

        /// Frames decoded for it.
        public let decoded: Int

        /// Creates a picture.
        public init(exact: Bool, frame: Int, latency: Double, decoded: Int) {
            (self.exact, self.frame, self.latency, self.decoded) = (exact, frame, latency, decoded)
        }
    }

    /// What came of one gesture or seek.
    public struct Gesture: JSONDocument {
        private var type = Kind.gesture
        private let trace: String
        private let name: String
        private let states: Int
        private let error: Int64
        @Nullable private var picture: Picture?
        private let faults: [String]

        /// Creates a line; `error` is the largest of its states, in ticks.
        public init(
            trace: String,
            name: String,
            states: Int,
            error: Int64,
            picture: Picture?,
            faults: [String]
        ) {
            (self.trace, self.name, self.states, self.error) = (trace, name, states, error)
            (_picture, self.faults) = (Nullable(wrappedValue: picture), faults)
        }
    }

    /// What came of all traces.
    public struct Summary: JSONDocument {
        private var type = Kind.summary

        /// How many traces were played.
        public var traces = 0

        /// How many gestures and seeks they have.
        public var gestures = 0

        /// How many states came.
        public var states = 0

        /// How many states named another frame than they should.
        public var wrong = 0

        /// The largest error of a state, in ticks.
        public var error: Int64 = 0

        /// How many pictures were owed at the end of a gesture.
        public var pictures = 0

        /// How many of them were exact.
        public var exact = 0

        /// The latency of half of the pictures or less, in milliseconds.
        @Nullable public var median: Double?

        /// The longest latency, in milliseconds.
        @Nullable public var slowest: Double?

        /// Frames decoded for those pictures.
        public var decoded = 0

        /// How many gestures were not as they should be.
        public var failures = 0

        /// Creates the summary of nothing.
        public init() {}
    }
}
