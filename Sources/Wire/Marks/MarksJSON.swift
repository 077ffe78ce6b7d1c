public import Marks
import Timeline

/// Marks as Vernier's own JSON, which alone of all formats holds everything in frames.
public enum MarksJSON: MarkFormat {
    /// A ``MarksDocument``.
    public static func bytes(
        of sheet: MarkSheet,
        in media: MarkedMedia
    ) throws(MarksError) -> [UInt8] {
        MarksDocument(sheet).json() + [UInt8(ascii: "\n")]
    }

    /// Reads a ``MarksDocument``; its segments get new ids.
    public static func sheet(
        from bytes: [UInt8],
        in media: MarkedMedia
    ) throws(MarksError) -> MarkSheet {
        let document = try MarksJSON.decoded(bytes) { bytes throws(WireError) in
            try MarksDocument(json: bytes)
        }
        return try document.sheet(in: media.table.count)
    }

    /// Reads JSON that is not too long.
    static func decoded<Document>(
        _ bytes: [UInt8],
        _ read: ([UInt8]) throws(WireError) -> Document
    ) throws(MarksError) -> Document {
        guard bytes.count <= MarkSheet.byteLimit else { throw .tooLarge }
        do throws(WireError) {
            return try read(bytes)
        } catch {
            throw .unreadable(error.message)
        }
    }
}
