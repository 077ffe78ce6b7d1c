/// A Prometheus histogram of durations.
struct Histogram {
    /// The buckets' upper bounds in seconds, ascending.
    let bounds: [Double]
    /// The count of each bucket alone, not cumulative; the last is +Inf.
    private(set) var counts: [Int]
    /// The sum in seconds.
    private(set) var sum = 0.0
    /// The longest in seconds; 0 when there is none.
    private(set) var longest = 0.0

    /// Creates an empty histogram.
    init(_ bounds: [Double]) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count + 1)
    }

    /// Counts one duration.
    mutating func observe(_ time: Duration) {
        let seconds = time / .seconds(1)
        counts[bounds.firstIndex { seconds <= $0 } ?? bounds.count] += 1
        sum += seconds
        longest = max(longest, seconds)
    }

    /// The samples under a name: cumulative buckets, the sum, the count.
    func samples(of name: String) -> [(name: String, value: String)] {
        var count = 0
        let buckets = zip(bounds.map { "\($0)" } + ["+Inf"], counts).map { bound, more in
            count += more
            return (name: "\(name)_bucket{le=\"\(bound)\"}", value: "\(count)")
        }
        return buckets + [("\(name)_sum", "\(sum)"), ("\(name)_count", "\(count)")]
    }
}
