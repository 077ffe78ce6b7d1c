import Wire

extension LoadCrowd {
    /// What came of it.
    var report: LoadReport {
        let time = { tally.latencies.quantile($0).map(Double.milliseconds) }
        return LoadReport(
            clients: LoadReport.Clients(
                idle: load.idle,
                scrubbing: load.plan.hands,
                refused: clients.count { $0.phase == .refused },
                lost: clients.count { $0.phase == .lost }
            ),
            messages: LoadReport.Messages(
                sent: tally.sent,
                answered: tally.answered,
                superseded: tally.superseded,
                dropped: tally.dropped
            ),
            milliseconds: LoadReport.Times(
                p50: time(0.5),
                p99: time(0.99),
                p999: time(0.999),
                max: time(1)
            ),
            rate: load.plan.rate,
            seconds: load.plan.seconds,
            complaint: complaint
        )
    }
}

extension Double {
    fileprivate static func milliseconds(_ microseconds: Int) -> Double {
        Double(microseconds) / 1000
    }
}
