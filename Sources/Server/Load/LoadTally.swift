/// What a crowd's hands have sent, and how long the answers took.
///
/// An answer's time counts from when its message was meant to leave, however late it left.
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
        sentBy = Array(repeating: 0, count: plan.hands)
        answeredTo = sentBy
    }

    /// Messages that nobody has answered, those that never left included.
    var dropped: Int { plan.count - answered }

    /// Whether a hand waits for an answer.
    func isWaiting(_ hand: Int) -> Bool { answeredTo[hand] < sentBy[hand] }

    /// How many messages a hand has sent.
    func sent(by hand: Int) -> Int { sentBy[hand] }

    /// Notes that a hand's next message has left.
    mutating func send(by hand: Int) {
        sentBy[hand] += 1
        sent += 1
    }

    /// Notes an answer to the first `count` messages of a hand.
    ///
    /// A state answers all before it: of those that wait, a server sends the newest alone
    /// (protocol, section 2, rule 1).
    mutating func answer(first count: Int, of hand: Int, at time: Duration) {
        let numbers = answeredTo[hand]..<max(answeredTo[hand], min(count, sentBy[hand]))
        for number in numbers { latencies.observe(time - plan.time(of: number, by: hand)) }
        answeredTo[hand] = numbers.upperBound
        answered += numbers.count
        superseded += max(0, numbers.count - 1)
    }

    /// Notes an answer that says of no message whose it is: it is the next one's.
    mutating func answerNext(of hand: Int, at time: Duration) {
        answer(first: answeredTo[hand] + 1, of: hand, at: time)
    }
}
