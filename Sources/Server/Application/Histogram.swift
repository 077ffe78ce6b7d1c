/// How long something has taken, each time, counted by bounds as Prometheus wants it.
struct Histogram {
    /// Seconds, ascending: each bucket counts what took no longer.
    let bounds: [Double]
    /// How many took no longer than each bound, but longer than the one before; at the end the rest.
    private(set) var counts: [Int]
    /// All seconds together.
    private(set) var sum = 0.0

    /// Begins with nothing.
    init(_ bounds: [Double]) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count + 1)
    }

    /// Counts one time.
    mutating func observe(_ time: Duration) {
        let seconds = time / .seconds(1)
        counts[bounds.firstIndex { seconds <= $0 } ?? bounds.count] += 1
        sum += seconds
    }

    /// What is told of it under a name: buckets that each hold those before, the sum, the count.
    func samples(of name: String) -> [(name: String, value: String)] {
        var count = 0
        let buckets = zip(bounds.map { "\($0)" } + ["+Inf"], counts).map { bound, more in
            count += more
            return (name: "\(name)_bucket{le=\"\(bound)\"}", value: "\(count)")
        }
        return buckets + [("\(name)_sum", "\(sum)"), ("\(name)_count", "\(count)")]
    }
}
