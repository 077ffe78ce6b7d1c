/// What `vernier warm --json` prints.
public struct WarmReport: JSONDocument, Equatable {
    /// What became of the previews of one file, or of all.
    public struct Tally: Codable, Equatable, Sendable {
        /// Previews that were to be there.
        public var wanted = 0
        /// Those that were there before.
        public var found = 0
        /// Those that were made.
        public var made = 0
        /// Frames that could not be decoded.
        public var failed = 0
        /// Frames decoded for it.
        public var decoded = 0
        /// Bytes of the previews that were made.
        public var bytes = 0

        /// Creates the tally of nothing.
        public init() {}

        /// Adds another tally to this one.
        public static func += (sum: inout Tally, other: Tally) {
            sum.wanted += other.wanted
            sum.found += other.found
            sum.made += other.made
            sum.failed += other.failed
            sum.decoded += other.decoded
            sum.bytes += other.bytes
        }
    }

    /// One file.
    public struct File: Codable, Equatable, Sendable {
        /// The file's name.
        public let name: String
        /// What became of its previews.
        public let previews: Tally
        /// Why it could not be read, if so.
        @Nullable public private(set) var error: String?

        /// Creates a line.
        public init(name: String, previews: Tally, error: String? = nil) {
            (self.name, self.previews) = (name, previews)
            _error = Nullable(wrappedValue: error)
        }
    }

    /// The folder that previews are kept in.
    public let folder: String
    /// The files, as far as it came.
    public let files: [File]
    /// All of them together.
    public let total: Tally
    /// Whether it was asked to end before all was done.
    public let isInterrupted: Bool

    private enum CodingKeys: String, CodingKey {
        case folder, files, total
        case isInterrupted = "interrupted"
    }

    /// Creates a report.
    public init(folder: String, _ files: [File], isInterrupted: Bool) {
        (self.folder, self.files, self.isInterrupted) = (folder, files, isInterrupted)
        total = files.reduce(into: Tally()) { $0 += $1.previews }
    }
}
