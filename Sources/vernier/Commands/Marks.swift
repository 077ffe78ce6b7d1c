import FoundationEssentials
import Library
import Marks
import Media
import Timeline
import Wire

/// The command that takes marks from one format to another.
struct ConvertMarks {
    let file: String
    let source: String
    let target: String?
    let isJSON: Bool
    let stream: Int?
    let cache: IndexCache

    init(_ arguments: inout Arguments) throws(UsageError) {
        stream = try arguments[Options.stream]
        cache = try IndexCache(arguments)
        isJSON = try arguments[Options.Marks.json]
        let names = (try arguments[Options.Marks.source], try arguments[Options.Marks.target])
        guard let source = names.0 else {
            throw arguments.usage("--import is missing: where are the marks?")
        }
        for name in [source, names.1].compactMap(\.self) where MarkFile(name: name) == nil {
            throw arguments.usage("“\(name)” ends in none of \(Self.endings)")
        }
        (self.source, target) = (source, names.1)
        file = try arguments.operand("a media file")
    }

    private static var endings: String {
        MarkFile.allCases.map { ".\($0.rawValue)" }.joined(separator: " ")
    }

    func run() throws {
        guard let reader = MarkFile(name: source)?.format else { return }
        let media = try media()
        guard let bytes = FileManager.default.contents(atPath: source) else {
            throw Failure(.noInput, "\(source): cannot be read")
        }
        let marks = try naming(source) { () throws(MarksError) in
            try reader.marks(from: Array(bytes), in: media)
        }
        if let target { try write(marks, in: media, to: target) }
        let document = MarksDocument(marks)
        Output.write(isJSON ? document.json() + [0x0A] : Array(table(marks, media).utf8))
    }

    private func media() throws -> MarkedMedia {
        let opened = try OpenFile(path: file)
        let index = try MediaIndex(of: opened, stream: stream, store: cache.store)
        let name = URL(filePath: file).lastPathComponent
        return MarkedMedia(name: name, table: index.table, clock: index.info.clock)
    }

    private func write(_ marks: MarkSet, in media: MarkedMedia, to target: String) throws {
        guard let writer = MarkFile(name: target)?.format else { return }
        let bytes = try naming(target) { () throws(MarksError) in
            try writer.bytes(of: marks, in: media)
        }
        try Output.write(bytes, toFile: target)
    }

    /// Says of which file something is wrong.
    private func naming<Result>(
        _ path: String,
        _ body: () throws(MarksError) -> Result
    ) throws(Failure) -> Result {
        do throws(MarksError) {
            return try body()
        } catch {
            throw Failure(.badData, "\(path): \(error)")
        }
    }

    // MARK: - The table

    private func table(_ marks: MarkSet, _ media: MarkedMedia) -> String {
        let label = { media.clock.label(of: $0, in: media.table) }
        var text = "\(file): \(marks.segments.count) segments\n"
        for (name, point) in [("in", marks.inPoint), ("out", marks.outPoint)] {
            if let point { text += "  \(name) \(point)  \(label(point))\n" }
        }
        for segment in marks.segments {
            let (first, last) = (segment.frames.lowerBound, segment.frames.upperBound)
            text += "  \(first)–\(last)  \(label(first))–\(label(last))  \(segment.name)\n"
        }
        return text
    }
}
