import Media
import Server
import Timeline
import Wire

/// The command that lists the frames of a file.
struct Index {
    /// How the frames are written.
    enum Form {
        case table, json, csv, info
    }

    let file: String
    let stream: Int?
    let form: Form
    let cache: IndexCache

    init(_ arguments: inout Arguments) throws(UsageError) {
        stream = try arguments.number("--stream", in: Open.streams)
        cache = try IndexCache(&arguments)
        let forms: [(String, Form)] = [("--json", .json), ("--csv", .csv), ("--info", .info)]
        let chosen = forms.filter { arguments.flag($0.0) }
        guard chosen.count < 2 else { throw arguments.usage("one of --json, --csv and --info") }
        form = chosen.first?.1 ?? .table
        file = try arguments.operand("a media file")
    }

    func run() throws {
        let index = try MediaIndex(of: OpenFile(path: file), stream: stream, store: cache.store)
        let document = IndexDocument(index.table)
        switch form {
        case .info: Output.write(Array(MediaDescription(Clip(index, name: file)).line.utf8))
        case .json: Output.write(document.json())
        case .csv: Output.write(document.csv())
        case .table: Output.write(Array(table(document, index).utf8))
        }
    }

    private func table(_ document: IndexDocument, _ index: MediaIndex) -> String {
        let (info, clock) = (index.info, index.info.clock)
        var text = """
            \(file): \(info.container), \(info.codec), \(info.size.width)×\(info.size.height), \
            \(index.table.count) frames, \(index.table.duration) s
               frame           pts          time  timecode     key

            """
        for row in document.rows {
            let seconds = Self.sixDecimals(row.time)
            let label = clock.label(of: row.frame, in: index.table)
            text += pad("\(row.frame)", 8) + pad("\(row.pts)", 14) + pad(seconds, 14)
            text += "  \(label)  \(row.key ? "key" : "")\n"
        }
        return text
    }

    private func pad(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(1, width - text.count)) + text
    }

    private static func sixDecimals(_ seconds: Double) -> String {
        let micros = Int64((seconds * 1e6).rounded())
        let fraction = String(micros % 1_000_000)
        let zeros = String(repeating: "0", count: 6 - fraction.count)
        return "\(micros / 1_000_000).\(zeros)\(fraction)"
    }
}
