import FoundationEssentials
import Media
import System
import Wire

extension ReportForm {
    /// What is written when a trace has been played.
    func text(_ trace: JudgedTrace) -> String {
        switch self {
        case .table: ReplayTable.text(trace)
        case .json: trace.jsonLines
        case .junit: ""
        }
    }

    /// What is written when all have been played.
    func closing(_ traces: [JudgedTrace]) -> String {
        switch self {
        case .table: ReplayTable.closing(TraceReport.Summary(traces))
        case .json: TraceReport.Summary(traces).line
        case .junit: JUnitReport.text("vernier replay", traces.map(\.suite))
        }
    }
}

extension JudgedTrace {
    /// Each answer, and behind those to a gesture what came of it.
    fileprivate var jsonLines: String {
        sections.map { section in
            let answers = section.answers.map { answer in
                let (expected, error) = (answer.expected, answer.error)
                return TraceReport.Answer(
                    trace: name,
                    answer.message,
                    truth: expected,
                    error: error
                )
            }
            let gesture = TraceReport.Gesture(
                trace: name,
                name: section.name,
                states: section.errors.count,
                error: section.error,
                picture: section.shown,
                faults: section.faults
            )
            return answers.map(\.line).joined() + gesture.line
        }.joined()
    }

    /// A case for each gesture or seek; its time is what was waited for its picture.
    var suite: JUnitReport.Suite {
        let cases = sections.map { section in
            JUnitReport.Case(
                name: section.name,
                seconds: (section.shown?.latency ?? 0) / 1000,
                faults: section.faults
            )
        }
        return JUnitReport.Suite(name: name, cases: cases)
    }
}

/// A replay as people read it.
enum ReplayTable {
    private static let header = row("seq", "position", "frame", "pts", "timecode", "off by")

    /// A trace's states, and what came of each gesture.
    static func text(_ trace: JudgedTrace) -> String {
        let sections = trace.sections.map { section in
            let answers = section.answers.map(line).joined()
            return answers + "  \(section.name): \(outcome(of: section))\n"
        }
        return "\(trace.name)\n" + header + sections.joined() + "\n"
    }

    /// What came of all traces.
    static func closing(_ all: TraceReport.Summary) -> String {
        var text = """
            \(all.traces) traces, \(all.gestures) gestures and seeks, \(all.states) states: \
            \(all.wrong) off, by \(all.error) ticks at most

            """
        if let median = all.median, let slowest = all.slowest {
            text += """
                \(all.exact) of \(all.pictures) pictures exact, half of them within \(median) ms, \
                all within \(slowest) ms, \(all.decoded) frames decoded

                """
        }
        return text + (all.failures == 0 ? "" : "\(all.failures) gestures and seeks failed\n")
    }

    private static func line(_ answer: JudgedSection.Answer) -> String {
        switch answer.message {
        case .state(let state):
            let target = state.target
            return row(
                "\(state.seq)",
                state.position.decimals(9),
                target.frame.map { "\($0)" } ?? "?",
                "\(target.pts)",
                target.timecode,
                "\(answer.error ?? 0)"
            )
        case .confirmed(let decision): return "  confirmed: \(decision.action)\n"
        case .declined(let decision): return "  declined: \(decision.action)\n"
        case .error(let error): return "  \(error.code.rawValue): \(error.message)\n"
        case .opened, .configured, .index, .marks, .exports: return ""
        case .room, .cursor, .transport, .marked, .pong: return ""
        }
    }

    private static func outcome(of section: JudgedSection) -> String {
        var parts = ["\(section.errors.count) states, \(section.error) ticks off at most"]
        if let picture = section.shown {
            parts.append("picture after \(picture.latency) ms, \(picture.decoded) frames decoded")
        }
        return (parts + section.faults.map { "FAILED: \($0)" }).joined(separator: "; ")
    }

    private static func row(_ columns: String...) -> String {
        zip(columns, [8, 13, 9, 13, 13, 9]).map { $0.aligned(right: $1) }.joined() + "\n"
    }
}

extension TraceReport.Summary {
    /// Sums up what came of traces.
    init(_ traces: [JudgedTrace]) {
        let sections = traces.flatMap(\.sections)
        let errors = sections.flatMap(\.errors)
        let shown = sections.compactMap(\.shown)
        let latencies = shown.map(\.latency).sorted()
        self.init()
        self.traces = traces.count
        gestures = sections.count
        states = errors.count
        wrong = errors.count { $0 != 0 }
        error = errors.max { $0.magnitude < $1.magnitude } ?? 0
        pictures = sections.count { $0.picture != .notOwed }
        exact = shown.count(where: \.exact)
        median = latencies.isEmpty ? nil : latencies[(latencies.count - 1) / 2]
        slowest = latencies.last
        decoded = shown.reduce(0) { $0 + $1.decoded }
        failures = sections.count { !$0.faults.isEmpty }
    }
}

/// A file of lines of JSON that the user named.
enum LinesFile {
    /// Reads it.
    static func read<Value>(
        _ path: String,
        _ parse: ([UInt8]) throws(WireError) -> Value
    ) throws(Failure) -> Value {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Failure(.noInput, "\(path): cannot be read; name a file of lines of JSON")
        }
        do throws(WireError) {
            return try parse(Array(data))
        } catch {
            throw Failure(.badData, "\(path): \(error.message)")
        }
    }
}

extension MediaID {
    /// The id of a file as a server names it: by where it really is.
    init(ofServed file: String) {
        let path = URL(filePath: file).resolvingSymlinksInPath().path(percentEncoded: false)
        self.init(ofPath: path)
    }
}
