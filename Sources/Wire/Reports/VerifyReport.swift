/// What a verification reports, as lines of JSON that other programs read.
public enum VerifyReport {
    private enum Kind: String, Codable {
        case file, summary
    }

    /// How often frames were reached, and what came.
    public struct Tally: Codable, Equatable, Sendable {
        /// How often a frame was asked for.
        public var targets = 0

        /// How often another picture came that was not flagged.
        public var wrong = 0

        /// How often another picture came that was flagged as concealed.
        public var concealed = 0

        /// How often no picture came.
        public var unreachable = 0

        /// Frames decoded on all the ways.
        public var decoded = 0

        /// Seeks that did not lead to the frame and were tried again from further back.
        public var backOffs = 0

        /// How long it took.
        public var seconds = 0.0

        /// Creates the tally of nothing.
        public init() {}

        /// How often the right picture did not come.
        public var failures: Int { wrong + concealed + unreachable }

        /// Adds another tally to this one.
        public static func += (sum: inout Tally, other: Tally) {
            sum.targets += other.targets
            sum.wrong += other.wrong
            sum.concealed += other.concealed
            sum.unreachable += other.unreachable
            sum.decoded += other.decoded
            sum.backOffs += other.backOffs
            sum.seconds += other.seconds
        }
    }

    /// What came of one file.
    public struct File: JSONDocument {
        private var type = Kind.file
        private let name: String
        private let frames: Int
        private let orders: [String: Tally]
        private let total: Tally
        private let faults: [String]
        @Nullable private var error: String?

        /// Creates a line; `error` says why a file was not verified.
        public init(
            name: String,
            frames: Int,
            orders: [String: Tally],
            total: Tally,
            faults: [String],
            error: String?
        ) {
            (self.name, self.frames, self.orders) = (name, frames, orders)
            (self.total, self.faults) = (total, faults)
            _error = Nullable(wrappedValue: error)
        }
    }

    /// What came of all files.
    public struct Summary: JSONDocument {
        private var type = Kind.summary

        /// The number that the orders were made from.
        public let seed: UInt64

        /// How many files were looked at.
        public var files = 0

        /// How many of them have sound only.
        public var soundOnly = 0

        /// How many of them could not be read.
        public var unreadable = 0

        /// How many frames they have.
        public var frames = 0

        /// What came of them.
        public var total = Tally()

        /// Creates the summary of nothing.
        public init(seed: UInt64) { self.seed = seed }
    }
}
