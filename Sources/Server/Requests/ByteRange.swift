/// The part of a file that a request asks for (RFC 9110, section 14).
enum ByteRange: Equatable {
    /// All of it: no range was asked for, or one that may be ignored.
    case whole
    /// These bytes.
    case part(Range<Int64>)
    /// A range beyond the end.
    case unsatisfiable

    /// Reads a `Range` field for a file of `length` bytes.
    ///
    /// A field that is malformed, of another unit or of several ranges is ignored, as the RFC
    /// allows: players fall back to the whole file. So is any of an empty file, of which there is
    /// no part that `Content-Range` could name.
    init(_ field: String?, length: Int64) {
        guard length > 0, let field, let bounds = Self.bounds(field) else {
            self = .whole
            return
        }
        switch bounds {
        case (let first?, let last):
            let end = min(last.map { $0 < .max ? $0 + 1 : $0 } ?? length, length)
            self = first < length ? .part(first..<end) : .unsatisfiable
        case (nil, let count?):
            self = count > 0 ? .part(max(0, length - count)..<length) : .unsatisfiable
        case (nil, nil):
            self = .whole
        }
    }

    /// The numbers on both sides of the dash; `nil` where the field is not one plain range.
    private static func bounds(_ field: String) -> (first: Int64?, last: Int64?)? {
        guard field.lowercased().hasPrefix("bytes=") else { return nil }
        let parts = field.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let first = number(parts[0]), let last = number(parts[1]) else {
            return nil
        }
        if let from = first.value, let to = last.value, to < from { return nil }
        return (first.value, last.value)
    }

    /// A number, or the absence of one; `nil` where there is something else.
    private static func number(_ text: Substring) -> (value: Int64?, Void)? {
        if text.isEmpty { return (nil, ()) }
        guard text.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
        return (Int64(text) ?? .max, ())
    }
}
