import FoundationEssentials
import Library
import Media
import Wire

/// The command that plays recorded conversations, and judges what comes back.
struct Replay {
    let file: String
    let traces: [String]
    let server: String?
    let golden: String?
    let form: ReportForm
    let stream: Int?
    let cache: IndexCache

    init(_ arguments: inout Arguments) throws(UsageError) {
        server = try arguments[Options.Replay.server]
        golden = try arguments[Options.Replay.expect]
        stream = try arguments[Options.Replay.stream]
        cache = try IndexCache(arguments)
        let (isJSON, isJUnit) = (arguments.has(Options.Replay.json), arguments.has(Options.junit))
        guard let form = ReportForm(isJSON: isJSON, isJUnit: isJUnit) else {
            throw arguments.usage("--json or --junit, not both")
        }
        self.form = form
        file = try arguments.operand("a media file")
        traces = try arguments.operands("a trace")
    }

    func run() throws {
        let file = try OpenFile(path: file)
        var clips: [Int?: Clip] = [:]
        var judged: [JudgedTrace] = []
        for path in traces {
            let trace = try LinesFile.read(path, Trace.init(jsonLines:))
            let stream = stream ?? trace.stream
            let clip = try clips[stream] ?? clip(of: file, stream)
            clips[stream] = clip
            judged.append(try play(trace, named: name(of: path), on: clip, stream))
            Output.write(Array(form.text(judged[judged.count - 1]).utf8))
        }
        Output.write(Array(form.closing(judged).utf8))
        let failures = judged.compactMap(\.firstFault)
        guard let first = failures.first else { return }
        throw Failure(.different, "\(failures.count) of \(judged.count) traces failed; \(first)")
    }

    private func clip(of file: OpenFile, _ stream: Int?) throws -> Clip {
        Clip(try MediaIndex(of: file, stream: stream, store: cache.store), name: file.name)
    }

    private func play(
        _ trace: Trace,
        named name: String,
        on clip: Clip,
        _ stream: Int?
    ) throws -> JudgedTrace {
        let expected = ExpectedFrames(clip.table)
        var judged = JudgedTrace(name: name)
        var comparison = try comparison(for: trace, name)
        var player = try player(on: clip, stream)
        for section in trace.sections {
            let played = try player.play(section)
            var part = JudgedSection(section, played, by: expected)
            comparison?.difference(in: played.answers).map { part.faults.append($0) }
            judged.sections.append(part)
        }
        judged.conclude(comparison)
        return judged
    }

    private func player(on clip: Clip, _ stream: Int?) throws -> any TracePlayer {
        guard let server else { return ModelPlayer(clip) }
        return try ServerPlayer(MediaID(ofServed: file), stream: stream, server: server)
    }
}

// MARK: - Files

extension Replay {
    /// What is expected of a trace: the golden file, or the one of the trace's name in the folder.
    private func comparison(for trace: Trace, _ name: String) throws -> TraceComparison? {
        guard let golden else { return nil }
        var isFolder = false
        _ = FileManager.default.fileExists(atPath: golden, isDirectory: &isFolder)
        let path = isFolder ? "\(golden)/\(name).jsonl" : golden
        let expected = try LinesFile.read(path, ExpectedAnswers.init(jsonLines:)).answers(to: name)
        guard !expected.isEmpty else {
            throw Failure(.badData, "\(path): expects nothing of “\(name)”")
        }
        let owed = Set(trace.entries.compactMap(\.message.owedSeq))
        return TraceComparison(expected, owed: server == nil ? nil : owed)
    }

    private func name(of path: String) -> String {
        URL(filePath: path).deletingPathExtension().lastPathComponent
    }
}

extension JudgedTrace {
    /// Says of what was expected and never came that it is missing at the end.
    fileprivate mutating func conclude(_ comparison: TraceComparison?) {
        guard let missing = comparison?.missing else { return }
        if sections.isEmpty {
            sections = [JudgedSection(name: "end", answers: [], picture: .notOwed)]
        }
        sections[sections.count - 1].faults.append(missing)
    }
}

extension Trace {
    /// The stream that the trace opens; `nil` is the best one.
    fileprivate var stream: Int? {
        entries.lazy.compactMap { entry in
            if case .open(let open) = entry.message { open.stream } else { nil }
        }.first
    }
}
