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

/// What the dragging clients have sent, and how long the answers took.
///
/// A latency counts from when the message was due, however late it was sent.
struct LoadTally {
    private let plan: LoadPlan
    private var sentBy: [Int]
    private var answeredTo: [Int]
    private(set) var latencies = LatencyHistogram()
    private(set) var sent = 0
    private(set) var answered = 0
    /// Messages that the answer to a later one has answered too.
    private(set) var superseded = 0

    init(_ plan: LoadPlan) {
        self.plan = plan
        sentBy = Array(repeating: 0, count: plan.clients)
        answeredTo = sentBy
    }

    /// Messages without an answer, including those that were never sent.
    var dropped: Int { plan.count - answered }

    /// Whether a client waits for an answer.
    func isWaiting(_ client: Int) -> Bool { answeredTo[client] < sentBy[client] }

    /// How many messages a client has sent.
    func sent(by client: Int) -> Int { sentBy[client] }

    /// Notes that a client's next message is sent.
    mutating func send(by client: Int) {
        sentBy[client] += 1
        sent += 1
    }

    /// Notes an answer to the first `count` messages of a client.
    ///
    /// A state answers all messages before it too: of the states that wait, the server sends only
    /// the newest (protocol, section 2, rule 1).
    mutating func answer(first count: Int, of client: Int, at time: Duration) {
        let numbers = answeredTo[client]..<max(answeredTo[client], min(count, sentBy[client]))
        for number in numbers { latencies.observe(time - plan.time(of: number, by: client)) }
        answeredTo[client] = numbers.upperBound
        answered += numbers.count
        superseded += max(0, numbers.count - 1)
    }

    /// Notes an answer that names no message; it answers the next one.
    mutating func answerNext(of client: Int, at time: Duration) {
        answer(first: answeredTo[client] + 1, of: client, at: time)
    }
}
