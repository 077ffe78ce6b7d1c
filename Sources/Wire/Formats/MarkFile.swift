public import Marks
import Timeline

/// The formats of files that hold marks, by the endings of their names.
public enum MarkFile: String, CaseIterable, Sendable {
    /// LosslessCut's comma-separated values.
    case csv
    /// A project of LosslessCut.
    case llc
    /// A CMX 3600 edit decision list.
    case edl
    /// OpenTimelineIO.
    case otio
    /// Chapters for ffmpeg.
    case ffmetadata
    /// Chapters in WebVTT.
    case vtt
    /// Vernier's own JSON.
    case json

    /// The format of a file's name; `nil` for an ending that belongs to none.
    public init?(name: String) {
        guard let dot = name.lastIndex(of: ".") else { return nil }
        self.init(rawValue: name[name.index(after: dot)...].lowercased())
    }

    /// What reads and writes the format.
    public var format: any MarkFormat.Type {
        switch self {
        case .csv: LosslessCutTable.self
        case .llc: LosslessCutProject.self
        case .edl: CMX3600.self
        case .otio: OpenTimeline.self
        case .ffmetadata: FFMetadata.self
        case .vtt: WebVTT.self
        case .json: MarksJSON.self
        }
    }

    /// The media type of such a file.
    public var contentType: String {
        switch self {
        case .csv: "text/csv; charset=utf-8"
        case .llc, .otio, .json: "application/json"
        case .edl, .ffmetadata: "text/plain; charset=utf-8"
        case .vtt: "text/vtt; charset=utf-8"
        }
    }
}

/// Marks as Vernier's own JSON, which alone of all formats holds everything in frames.
public enum MarksJSON: MarkFormat {
    /// A ``MarksDocument``.
    public static func bytes(
        of marks: MarkSet,
        in media: MarkedMedia
    ) throws(MarksError) -> [UInt8] {
        MarksDocument(marks).json() + [UInt8(ascii: "\n")]
    }

    /// Reads a ``MarksDocument``; its segments get new ids.
    public static func marks(
        from bytes: [UInt8],
        in media: MarkedMedia
    ) throws(MarksError) -> MarkSet {
        let document = try MarksJSON.decoded(bytes) { bytes throws(WireError) in
            try MarksDocument(json: bytes)
        }
        return try document.marks(in: media.table.count)
    }

    /// Reads JSON that is not too long.
    static func decoded<Document>(
        _ bytes: [UInt8],
        _ read: ([UInt8]) throws(WireError) -> Document
    ) throws(MarksError) -> Document {
        guard bytes.count <= MarkSet.byteLimit else { throw .tooLarge }
        do throws(WireError) {
            return try read(bytes)
        } catch {
            throw .unreadable(error.message)
        }
    }
}
