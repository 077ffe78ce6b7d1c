import Library
import Media
import System
import Timeline
import Wire

/// The command that lists the frames of a file.
struct Index {
    /// How the frames are written.
    enum Form {
        case table, json, csv, info, torchcodec
    }

    let file: String
    let stream: Int?
    let form: Form
    /// Whether keyframes are all that is wanted.
    let keyframesOnly: Bool
    let cache: IndexCache

    init(_ arguments: inout Arguments) throws(UsageError) {
        stream = try arguments[Options.stream]
        cache = try IndexCache(arguments)
        keyframesOnly = try arguments[Options.Index.keyframes]
        let forms: [(Option<Bool>, Form)] = [
            (Options.Index.json, .json), (Options.Index.csv, .csv), (Options.Index.info, .info),
        ]
        let chosen = forms.filter { arguments.has($0.0) }
        let format = try arguments[Options.Index.format]
        guard format == nil || format == "torchcodec" else {
            throw arguments.usage("--format is torchcodec")
        }
        guard chosen.count + (format == nil ? 0 : 1) < 2 else {
            throw arguments.usage("one of --json, --csv, --info and --format")
        }
        form = format == nil ? chosen.first?.1 ?? .table : .torchcodec
        guard format == nil || !keyframesOnly else {
            throw arguments.usage("--keyframes has no --format")
        }
        file = try arguments.operand("a media file")
    }

    func run() throws {
        let file = try RemoteSetup(cache).open(file)
        if keyframesOnly { return write(try keyframes(of: file)) }
        let index = try MediaIndex(of: file, stream: stream, store: cache.store)
        let document = IndexDocument(index.table)
        switch form {
        case .info:
            let version = ClipSource.version(of: file.identity)
            let clip = Clip(index, name: file.name, version: version)
            Output.write(Array(MediaDescription(clip).line.utf8))
        case .json: document.json(Output.write)
        case .csv: document.csv(Output.write)
        case .torchcodec: Output.write(FrameMappings(index.table).json())
        case .table: writeTable(document, index, of: file.name)
        }
    }

    /// From the container's lists, else by a scan.
    private func keyframes(of file: OpenFile) throws(MediaError) -> KeyframeDocument {
        if let times = try ContainerKeyframes(of: file, stream: stream).times {
            return KeyframeDocument(times: times.map(\.ticks))
        }
        let table = try MediaIndex(of: file, stream: stream, store: cache.store).table
        let frames = (0..<table.keyframeCount).map(table.keyframe)
        return KeyframeDocument(times: frames.map { table.pts(of: $0).ticks })
    }

    private func write(_ document: KeyframeDocument) {
        Output.write(form == .json ? document.json() : document.csv())
    }

    private func writeTable(_ document: IndexDocument, _ index: MediaIndex, of file: String) {
        let (info, clock) = (index.info, index.info.clock)
        let head = """
            \(file): \(info.container), \(info.codec), \(info.size.width)×\(info.size.height), \
            \(index.table.count) frames, \(index.table.duration) s
               frame           pts          time  timecode     key

            """
        document.lines(head: head, tail: "", Output.write) { row in
            let seconds = row.time.decimals(6)
            let label = clock.label(of: row.frame, in: index.table)
            return "\(row.frame)".aligned(right: 8) + "\(row.pts)".aligned(right: 14)
                + seconds.aligned(right: 14) + "  \(label)  \(row.key ? "key" : "")\n"
        }
    }
}
