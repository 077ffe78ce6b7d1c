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

    /// A case for each gesture or seek; its time is what was waited for its picture.
    var suite: JUnitReport.Suite {
        let cases = passages.map { passage in
            JUnitReport.Case(
                name: passage.name,
                seconds: (passage.shown?.latency ?? 0) / 1000,
                faults: passage.faults
            )
        }
        return JUnitReport.Suite(name: name, cases: cases)
    }
}
