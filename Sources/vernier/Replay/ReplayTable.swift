import Wire

/// A replay as people read it.
enum ReplayTable {
    private static let header = row("seq", "position", "frame", "pts", "timecode", "off by")

    /// A trace's states, and what came of each gesture.
    static func text(_ trace: JudgedTrace) -> String {
        let passages = trace.passages.map { passage in
            let answers = passage.answers.map(line).joined()
            return answers + "  \(passage.name): \(outcome(of: passage))\n"
        }
        return "\(trace.name)\n" + header + passages.joined() + "\n"
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

    private static func line(_ answer: JudgedPassage.Answer) -> String {
        switch answer.message {
        case .state(let state):
            let target = state.target
            return row(
                "\(state.seq)",
                state.position.decimals(9),
                "\(target.frame)",
                "\(target.pts)",
                target.timecode,
                "\(answer.error ?? 0)"
            )
        case .confirmed(let decision): return "  confirmed: \(decision.action)\n"
        case .declined(let decision): return "  declined: \(decision.action)\n"
        case .error(let error): return "  \(error.code.rawValue): \(error.message)\n"
        case .opened, .configured, .index, .marks, .exports: return ""
        }
    }

    private static func outcome(of passage: JudgedPassage) -> String {
        var parts = ["\(passage.errors.count) states, \(passage.error) ticks off at most"]
        if let picture = passage.shown {
            parts.append("picture after \(picture.latency) ms, \(picture.decoded) frames decoded")
        }
        return (parts + passage.faults.map { "FAILED: \($0)" }).joined(separator: "; ")
    }

    private static func row(_ columns: String...) -> String {
        zip(columns, [8, 13, 9, 13, 13, 9]).map { text, width in
            String(repeating: " ", count: max(1, width - text.count)) + text
        }.joined() + "\n"
    }
}
