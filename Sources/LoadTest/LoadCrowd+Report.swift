import Wire

extension LoadCrowd {
    /// The result of the load.
    var report: LoadReport {
        LoadReport(
            clients: LoadReport.Clients(
                idle: load.roles.idle,
                scrubbing: load.plan.clients,
                refused: clients.count { $0.phase == .refused },
                lost: clients.count { $0.phase == .lost }
            ),
            messages: LoadReport.Messages(
                sent: tally.sent,
                answered: tally.answered,
                superseded: tally.superseded,
                dropped: tally.dropped
            ),
            milliseconds: tally.latencies.times,
            followers: load.rooms.map { _ in followers },
            rate: load.plan.rate,
            seconds: load.plan.seconds,
            complaint: firstError
        )
    }

    private var followers: LoadReport.Following {
        LoadReport.Following(
            clients: load.roles.followers,
            messages: LoadReport.Messages(
                sent: following.due,
                answered: following.answered,
                superseded: following.superseded,
                dropped: following.dropped
            ),
            milliseconds: following.latencies.times
        )
    }
}

extension LatencyHistogram {
    fileprivate var times: LoadReport.Times {
        let time = { quantile($0).map { Double($0) / 1000 } }
        return LoadReport.Times(p50: time(0.5), p99: time(0.99), p999: time(0.999), max: time(1))
    }
}
