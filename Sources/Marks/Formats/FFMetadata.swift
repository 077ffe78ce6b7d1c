import Basics
import Timeline

/// Segments as chapters, in the text that `ffmpeg -i media -i chapters.ffmetadata` takes.
///
/// Times are written in the ticks of the media, so they are exact.
public enum FFMetadata: MarkFormat {
    private static let magic = ";FFMETADATA"

    /// The chapters.
    public static func bytes(
        of marks: MarkSet,
        in media: MarkedMedia
    ) throws(MarksError) -> [UInt8] {
        let unit = media.table.timebase
        var text = magic + "1\n"
        for segment in marks.segments {
            let (start, end) = try media.times(of: segment, in: unit, called: "ticks")
            text += """
                [CHAPTER]
                TIMEBASE=\(unit.numerator)/\(unit.denominator)
                START=\(start.value)
                END=\(end.value)
                title=\(escaped(segment.name))

                """
        }
        return Array(text.utf8)
    }

    /// Reads chapters; whatever else there is in the file is no mark.
    public static func marks(
        from bytes: [UInt8],
        in media: MarkedMedia
    ) throws(MarksError) -> MarkSet {
        let lines = try TextLine.all(of: bytes)
        guard let first = lines.first, first.text.after(magic) != nil else {
            throw .line(1, .expected(magic + "1", got: lines.first?.text ?? ""))
        }
        var marks = MarkSet()
        var chapter: Chapter?
        for line in joined(lines) where !isComment(line.text) {
            if line.text.utf8.first == UInt8(ascii: "[") {
                try chapter?.end(&marks, in: media)
                chapter = line.trimmed.after("[CHAPTER]").map { _ in Chapter(heading: line) }
            } else {
                try line.read { text throws(MarksError) in try chapter?.take(text) }
            }
        }
        try chapter?.end(&marks, in: media)
        return marks
    }

    private static func isComment(_ line: Substring) -> Bool {
        line.trimmed.isEmpty || [UInt8(ascii: ";"), UInt8(ascii: "#")].contains(line.utf8.first)
    }

    /// Joins lines whose end is escaped.
    ///
    /// Each piece is copied once, since a line may have half a million; `copying` is called with
    /// the size of each copy, for tests.
    static func joined(
        _ lines: [TextLine],
        copying: (_ bytes: Int) -> Void = { _ in }
    ) -> [TextLine] {
        var joined: [TextLine] = []
        var rest = lines[...]
        while let first = rest.popFirst() {
            guard goesOn(first.text), !rest.isEmpty else {
                joined.append(first)
                continue
            }
            var (text, last) = ("", first.text)
            while goesOn(last), let next = rest.popFirst() {
                text += last.dropLast()
                text += " "
                copying(last.utf8.count)
                last = next.text
            }
            text += last
            copying(last.utf8.count)
            joined.append(TextLine(number: first.number, text: Substring(text)))
        }
        return joined
    }

    /// Whether the end of a line is escaped.
    private static func goesOn(_ line: Substring) -> Bool {
        !line.utf8.reversed().prefix { $0 == backslash }.count.isMultiple(of: 2)
    }

    private static let backslash = UInt8(ascii: "\\")

    private static func escaped(_ name: String) -> String {
        var text = ""
        for scalar in name.unicodeScalars {
            if "=;#\\".unicodeScalars.contains(scalar) { text += "\\" }
            text.unicodeScalars.append(scalar)
        }
        // FFmpeg 5 takes any backslash at the end of a line for one that joins it to the next.
        return text.hasSuffix("\\") ? text + " " : text
    }
}

/// A chapter that is being read.
private struct Chapter {
    let heading: TextLine
    var unit = Timebase.nanoseconds
    var start: Int64?
    var end: Int64?
    var title = ""

    init(heading: TextLine) { self.heading = heading }

    /// Takes a line of the chapter.
    mutating func take(_ line: Substring) throws(MarksError) {
        let (key, value) = Self.halves(line)
        switch key.uppercased() {
        case "TIMEBASE": unit = try Self.timebase(value)
        case "START": start = try Self.number(value)
        case "END": end = try Self.number(value)
        case "TITLE": title = value
        default: return
        }
    }

    /// Adds what has been read.
    func end(_ marks: inout MarkSet, in media: MarkedMedia) throws(MarksError) {
        try heading.read { text throws(MarksError) in
            guard let start, let end else { throw .expected("START and END in it", got: text) }
            let (from, to) = (FileTime(start, in: unit), FileTime(end, in: unit))
            try marks.add(title, from: from, to: to, in: media)
        }
    }

    /// What is before the first `=` that is not escaped, and what is after it, both unescaped.
    private static func halves(_ line: Substring) -> (key: String, value: String) {
        var halves: [String.UnicodeScalarView] = [.init()]
        var isEscaped = false
        for scalar in line.unicodeScalars {
            if isEscaped {
                halves[halves.count - 1].append(scalar)
                isEscaped = false
            } else if scalar == "=", halves.count == 1 {
                halves.append(.init())
            } else if scalar == "\\" {
                isEscaped = true
            } else {
                halves[halves.count - 1].append(scalar)
            }
        }
        return (String(halves[0]), halves.count > 1 ? String(halves[1]) : "")
    }

    private static func number(_ text: String) throws(MarksError) -> Int64 {
        guard let number = Int64(text) else { throw .expected("a whole number", got: text) }
        return number
    }

    private static func timebase(_ text: String) throws(MarksError) -> Timebase {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int64($0) }
        guard parts.count == 2, let over = parts[0], let under = parts[1],
            let unit = Timebase(over, under)
        else { throw .expected("a fraction such as 1/1000", got: text) }
        return unit
    }
}
