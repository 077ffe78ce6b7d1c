/// A histogram of latencies, whose size does not grow with their number.
///
/// Each power of two is divided into 128 buckets, so a quantile is at most 1/128 too
/// long and never too short.
struct LatencyHistogram: Equatable {
    private var counts: [Int] = []
    private(set) var count = 0
    /// The longest, to the microsecond.
    private(set) var longest = 0

    /// Buckets in a power of two.
    private static let steps = 128

    /// Counts one latency; a negative one counts as zero.
    mutating func observe(_ time: Duration) {
        let microseconds = max(0, Int(clamping: time.microsecondsRoundedUp))
        let bucket = Self.bucket(of: microseconds)
        if bucket >= counts.count {
            counts += Array(repeating: 0, count: bucket + 1 - counts.count)
        }
        counts[bucket] += 1
        count += 1
        longest = max(longest, microseconds)
    }

    /// The microseconds that `share` of all took no longer than; `nil` when none was counted.
    func quantile(_ share: Double) -> Int? {
        guard count > 0 else { return nil }
        let rank = max(1, Int((share * Double(count)).rounded(.up)))
        var seen = 0
        for (bucket, more) in counts.enumerated() {
            seen += more
            if seen >= rank { return min(Self.most(in: bucket), longest) }
        }
        return longest
    }

    /// Below two times `steps` a bucket for each microsecond, then buckets twice as wide for each
    /// power of two.
    private static func bucket(of value: Int) -> Int {
        let shift = shift(of: value)
        return shift * steps + value >> shift
    }

    private static func most(in bucket: Int) -> Int {
        let shift = max(0, bucket / steps - 1)
        return (bucket - shift * steps + 1) << shift - 1
    }

    private static func shift(of value: Int) -> Int {
        max(0, Int.bitWidth - value.leadingZeroBitCount - steps.trailingZeroBitCount - 1)
    }
}

extension Duration {
    fileprivate var microsecondsRoundedUp: Int64 {
        let (seconds, attoseconds) = components
        let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000)
        return seconds * 1_000_000 + whole + (rest > 0 ? 1 : 0)
    }
}
