import Wire

extension TraceReport.Summary {
    /// Sums up what came of traces.
    init(_ traces: [JudgedTrace]) {
        let passages = traces.flatMap(\.passages)
        let errors = passages.flatMap(\.errors)
        let shown = passages.compactMap(\.shown)
        let latencies = shown.map(\.latency).sorted()
        self.init()
        self.traces = traces.count
        gestures = passages.count
        states = errors.count
        wrong = errors.count { $0 != 0 }
        error = errors.max { $0.magnitude < $1.magnitude } ?? 0
        pictures = passages.count { $0.picture != .notOwed }
        exact = shown.count(where: \.exact)
        median = latencies.isEmpty ? nil : latencies[(latencies.count - 1) / 2]
        slowest = latencies.last
        decoded = shown.reduce(0) { $0 + $1.decoded }
        failures = passages.count { !$0.faults.isEmpty }
    }
}
