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
