public import Timeline

/// What has been exported, and what is to be.
public struct ExportsDocument: JSONDocument, Equatable {
    /// A file that has been exported.
    public struct File: Codable, Equatable, Sendable {
        /// Its name.
        public var name: String
        /// Its length.
        public var bytes: Int64

        /// Creates an entry.
        public init(name: String, bytes: Int64) { (self.name, self.bytes) = (name, bytes) }
    }

    /// A stretch of frames, both of which it covers.
    public struct Frames: Codable, Equatable, Sendable {
        /// The first frame.
        public var first: Int
        /// The last frame.
        public var last: Int

        /// Creates a stretch.
        public init(_ frames: ClosedRange<Int>) {
            (first, last) = (frames.lowerBound, frames.upperBound)
        }
    }

    /// Something that a cut leaves out.
    public struct Dropped: Codable, Equatable, Sendable {
        /// What it is: `stream`, `chapters` or `timecode`.
        public var what: String
        /// The stream's number in the media.
        public var stream: Int?
        /// What the stream carries.
        public var kind: String?
        /// FFmpeg's name of the stream's codec.
        public var codec: String?

        /// Creates an entry; only a stream has the rest.
        public init(what: String, stream: Int? = nil, kind: String? = nil, codec: String? = nil) {
            (self.what, self.stream, self.kind, self.codec) = (what, stream, kind, codec)
        }
    }

    /// A cut that somebody wants.
    public struct Cut: Codable, Equatable, Sendable {
        /// How far a cut has come.
        public enum State: String, Codable, Sendable {
            /// What it will show is being found out.
            case planning
            /// It may be started.
            case planned
            /// Others are made before it.
            case waiting
            /// It is being made.
            case running
            /// Its file is there.
            case done
            /// Its file cannot be made.
            case failed
            /// Somebody gave it up.
            case cancelled
        }

        /// What clients call it.
        public var id: Int
        /// The media that it is cut out of.
        public var media: String
        /// The new file's name.
        public var name: String
        /// How the ends are met: `keyframes`, `edit-list` or `smart`.
        public var mode: String
        /// The first frame that was asked for.
        public var first: Int
        /// The last frame that was asked for.
        public var last: Int
        /// How far it has come.
        public var state: State
        /// The frames that the file will show, once that is known.
        public var shown: Frames?
        /// How many packets will be copied.
        public var copied: Int?
        /// How many frames will be encoded anew.
        public var encoded: Int?
        /// What of the media the file has no place for; missing where it holds everything.
        public var dropped: [Dropped]?
        /// Whether a file of that name is there, and would be replaced.
        public var replaces: Bool?
        /// How much has been made, in 0…1.
        public var progress: Double?
        /// The file's length.
        public var bytes: Int64?
        /// What failed, why, and what to do.
        public var message: String?

        /// Creates a cut of which nothing is known yet.
        public init(id: Int, media: String, _ request: CutRequest) {
            (self.id, self.media, state) = (id, media, .planning)
            (name, mode) = (request.name, request.mode.rawValue)
            (first, last) = (request.first, request.last)
        }
    }

    /// Whether anything may be exported.
    public var writable: Bool
    /// The files that have been exported, in order of their names.
    public var files: [File]
    /// The cuts of all clients, in the order in which they were asked for.
    public var cuts: [Cut]

    /// Creates a document.
    public init(writable: Bool, files: [File], cuts: [Cut]) {
        (self.writable, self.files, self.cuts) = (writable, files, cuts)
    }
}

/// The exports, as sent after each change to every client that asked.
public struct ExportsMessage: Codable, Equatable, Sendable {
    /// The message that caused it, for the client that sent that.
    public var seq: UInt32?
    /// All exports.
    public var exports: ExportsDocument

    /// Creates the message.
    public init(_ exports: ExportsDocument, seq: UInt32? = nil) {
        (self.exports, self.seq) = (exports, seq)
    }

    /// Reads a message, as a client does.
    public init(from decoder: any Decoder) throws {
        seq = try decoder.messageNumber()
        exports = try ExportsDocument(from: decoder)
    }

    /// Writes the exports' own fields, and the number beside them.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encode(messageNumber: seq)
        try exports.encode(to: encoder)
    }
}

/// What a client wants of the server's exports.
public struct ExportRequest: Equatable, Sendable {
    /// What is to happen.
    public enum Action: Equatable, Sendable {
        /// Nothing but the exports, now and after each change.
        case watch
        /// A cut of the media that is open is to be planned.
        case plan(CutRequest)
        /// The planned cut of this id is to be made.
        case start(Int)
        /// The cut of this id is to be given up.
        case cancel(Int)
    }

    /// The message's number.
    public var seq: UInt32

    /// What is to happen.
    public var action: Action

    /// Whether the client agrees that a started cut leaves out what its file has no place for.
    public var drops = false
}

/// A cut that a client wants; which frames there are is checked later.
public struct CutRequest: Equatable, Sendable {
    /// The first frame that is wanted.
    public var first: Int

    /// The last frame that is wanted.
    public var last: Int

    /// How the ends are met.
    public var mode: CutMode

    /// The new file's name.
    public var name: String
}

extension ExportRequest {
    private static let names: [Fields.Name] = [.cut, .start, .cancel]

    init(_ fields: Fields) throws(WireError) {
        seq = try fields.number()
        drops = fields.has(.drop)
        if drops { try fields.requireTrue(.drop) }
        let found = fields.names.filter(Self.names.contains)
        guard found.count < 2 else {
            throw fields.failure("expected one of cut, start, cancel, got \(found.count)")
        }
        action =
            switch found.first {
            case .cut: .plan(try CutRequest(fields.object(.cut)))
            case .start: .start(try fields.cut(.start))
            case .cancel: .cancel(try fields.cut(.cancel))
            default: .watch
            }
    }
}

extension CutRequest {
    init(_ fields: Fields) throws(WireError) {
        first = try fields.frame(.first)
        last = try fields.frame(.last)
        mode = try fields.choice(.mode)
        name = try fields.string(.name)
    }
}

extension Fields {
    fileprivate func cut(_ name: Name) throws(WireError) -> Int {
        try integer(name, in: 1...1 << 53)
    }
}
