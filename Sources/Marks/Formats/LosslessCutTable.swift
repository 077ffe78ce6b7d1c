import Basics
import Timeline

/// The comma-separated values that LosslessCut keeps its segments in.
///
/// Each line is a start, an end and a name; times are seconds, and an empty one stands for the
/// start or the end of the media.
public enum LosslessCutTable: MarkFormat {
    /// The list, with times of up to nine decimals.
    public static func bytes(
        of marks: MarkSet,
        in media: MarkedMedia
    ) throws(MarksError) -> [UInt8] {
        var text = ""
        for segment in marks.segments {
            let (start, end) = try media.times(
                of: segment,
                in: .nanoseconds,
                called: "nanoseconds"
            )
            text += "\(start),\(end),\(quoted(segment.name))\n"
        }
        return Array(text.utf8)
    }

    /// Reads a list; clocks such as 01:02:03.5 are times as well.
    public static func marks(
        from bytes: [UInt8],
        in media: MarkedMedia
    ) throws(MarksError) -> MarkSet {
        var marks = MarkSet()
        for line in try TextLine.all(of: bytes) where !line.trimmed.isEmpty {
            try line.read { text throws(MarksError) in
                let fields = try fields(of: text)
                guard fields.count == 2 || fields.count == 3 else {
                    throw .expected("start,end,name with commas of a name in quotes", got: text)
                }
                let name = fields.count == 3 ? fields[2] : ""
                try marks.add(name, from: time(fields[0]), to: time(fields[1]), in: media)
            }
        }
        return marks
    }

    private static func time(_ field: String) throws(MarksError) -> FileTime? {
        let text = field[...].trimmed
        guard !text.isEmpty else { return nil }
        guard let time = FileTime(text) else { throw .expected("seconds such as 12.5", got: text) }
        return time
    }

    private static func quoted(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 == comma || $0 == quote }) else { return name }
        return "\""
            + name.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\"\"") + "\""
    }

    /// The fields of a line, as RFC 4180 has them.
    private static func fields(of line: Substring) throws(MarksError) -> [String] {
        var fields: [String] = []
        var rest = line.utf8
        while true {
            let field = try field(&rest)
            fields.append(field)
            guard let next = rest.popFirst() else { return fields }
            guard next == comma else { throw .expected("a comma after a quote", got: line) }
        }
    }

    /// Takes a field off the start; what is left starts with the comma behind it.
    private static func field(_ rest: inout Substring.UTF8View) throws(MarksError) -> String {
        guard rest.first == quote else {
            defer { rest = rest.drop { $0 != comma } }
            return String(Substring(rest.prefix { $0 != comma }))
        }
        let whole = Substring(rest)
        var field: [UInt8] = []
        rest.removeFirst()
        while let byte = rest.popFirst() {
            if byte == quote {
                guard rest.first == quote else { return String(decoding: field, as: UTF8.self) }
                rest.removeFirst()
            }
            field.append(byte)
        }
        throw .expected("a quote that ends the name", got: whole)
    }

    private static let comma = UInt8(ascii: ",")
    private static let quote = UInt8(ascii: "\"")
}
