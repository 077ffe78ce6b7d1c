import Wire

/// How a replay is reported.
enum ReplayForm {
    case table, json, junit

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
        case .junit: JUnitReport.text(traces)
        }
    }
}

extension JudgedTrace {
    /// Each answer, and behind those to a gesture what came of it.
    fileprivate var jsonLines: String {
        passages.map { passage in
            let answers = passage.answers.map { answer in
                let (truth, error) = (answer.truth, answer.error)
                return TraceReport.Answer(trace: name, answer.message, truth: truth, error: error)
            }
            let gesture = TraceReport.Gesture(
                trace: name,
                name: passage.name,
                states: passage.errors.count,
                error: passage.error,
                picture: passage.shown,
                faults: passage.faults
            )
            return answers.map(\.line).joined() + gesture.line
        }.joined()
    }
}

extension JSONDocument {
    fileprivate var line: String { String(decoding: json(), as: UTF8.self) + "\n" }
}
