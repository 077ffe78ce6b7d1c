import Wire

extension LoadReport {
    /// The report as people read it.
    var table: String {
        let lines = [
            "clients   \(clients.idle) idle and \(clients.scrubbing) scrubbing,"
                + " \(clients.refused) refused, \(clients.lost) lost",
            "messages  \(messages.sent) sent, \(messages.answered) answered,"
                + " \(messages.superseded) of them by a newer one's answer,"
                + " \(messages.dropped) dropped",
            "answers   p50 \(text(milliseconds.p50)), p99 \(text(milliseconds.p99)),"
                + " p99.9 \(text(milliseconds.p999)), max \(text(milliseconds.max)) ms",
        ]
        return lines.map { $0 + "\n" }.joined()
    }

    /// What is not as it should be, if anything.
    var fault: String? {
        guard !isClean else { return nil }
        let counts = [
            (clients.refused, "clients were refused"), (clients.lost, "clients were lost"),
            (messages.dropped, "messages were dropped"),
        ]
        let told = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        return told + (complaint.map { ": " + $0 } ?? "")
    }

    private func text(_ time: Double?) -> String { time.map { $0.decimals(2) } ?? "–" }
}
