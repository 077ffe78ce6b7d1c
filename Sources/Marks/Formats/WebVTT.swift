import Basics
import Timeline

/// Segments as chapters in WebVTT, one cue for each.
///
/// Times are milliseconds, which is less than half a frame at any usual rate.
public enum WebVTT: MarkFormat {
    private static let arrow = "-->"

    /// The chapters.
    public static func bytes(
        of marks: MarkSet,
        in media: MarkedMedia
    ) throws(MarksError) -> [UInt8] {
        var text = "WEBVTT\n"
        for segment in marks.segments {
            let (start, end) = try media.times(
                of: segment,
                in: .milliseconds,
                called: "milliseconds"
            )
            // A cue without text is none.
            let name = segment.name.isEmpty ? "&nbsp;" : escaped(segment.name)
            text += "\n\(start.clock) \(arrow) \(end.clock)\n\(name)\n"
        }
        return Array(text.utf8)
    }

    /// Reads cues; notes, styles and regions are no marks.
    public static func marks(
        from bytes: [UInt8],
        in media: MarkedMedia
    ) throws(MarksError) -> MarkSet {
        let lines = try TextLine.all(of: bytes)
        guard let first = lines.first, isMagic(first.text) else {
            throw .line(1, .expected("WEBVTT", got: lines.first?.text ?? ""))
        }
        var marks = MarkSet()
        for block in lines.dropFirst().split(whereSeparator: { $0.trimmed.isEmpty }) {
            try add(block, to: &marks, in: media)
        }
        return marks
    }

    private static func isMagic(_ line: Substring) -> Bool {
        line.trimmed == "WEBVTT" || line.hasPrefix("WEBVTT ") || line.hasPrefix("WEBVTT\t")
    }

    private static func add(
        _ block: ArraySlice<TextLine>,
        to marks: inout MarkSet,
        in media: MarkedMedia
    ) throws(MarksError) {
        guard let head = block.first, !isAside(head.text) else { return }
        let index = block.prefix(2).firstIndex { halves($0.text) != nil }
        guard let index else {
            throw .line(head.number, .expected("a cue's times with \(arrow)", got: head.text))
        }
        let name = block[(index + 1)...].map { plain($0.text) }.joined(separator: " ")
        try block[index].read { text throws(MarksError) in
            let (start, end) = try times(text)
            try marks.add(name, from: start, to: end, in: media)
        }
    }

    private static func isAside(_ line: Substring) -> Bool {
        let word = line.split(maxSplits: 1) { $0 == " " || $0 == "\t" }.first
        return ["NOTE", "STYLE", "REGION"].contains(word)
    }

    private static func times(
        _ line: Substring
    ) throws(MarksError) -> (start: FileTime, end: FileTime) {
        // Settings of the cue may follow its end.
        let words = halves(line).map { start, rest in (start, rest.split(separator: " ").first) }
        guard let words, let start = FileTime(words.0), let end = words.1.flatMap({ FileTime($0) })
        else { throw .expected("times such as 00:01.000 \(arrow) 00:02.500", got: line) }
        return (start, end)
    }

    /// What is before the arrow and what is after it.
    private static func halves(_ line: Substring) -> (Substring, Substring)? {
        guard let place = line.firstRange(of: arrow) else { return nil }
        return (line[..<place.lowerBound].trimmed, line[place.upperBound...].trimmed)
    }

    // MARK: - Text

    private static let entities: [(name: String, text: String)] = [
        ("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", " "), ("&lrm;", "\u{200E}"), ("&rlm;", "\u{200F}"),
        ("&amp;", "&"),
    ]

    private static func escaped(_ name: String) -> String {
        name.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;")
    }

    /// The text of a line without tags.
    private static func plain(_ line: Substring) -> String {
        var text = ""
        var isTag = false
        for character in line.unicodeScalars {
            if character == "<" { isTag = true }
            if !isTag { text.unicodeScalars.append(character) }
            if character == ">" { isTag = false }
        }
        return entities.reduce(text) { $0.replacing($1.name, with: $1.text) }
    }
}
