import Wire

/// The pictures that were sent to one client and not yet painted, and whether it may get another.
///
/// At most two are in flight. A client that never sends `painted` gets a further one every 250 ms
/// (protocol, section 2, rule 4).
struct PictureWindow {
    private var unpainted: [UInt32] = []
    private var hasPainted = false
    private var lastTime: ContinuousClock.Instant?
    private(set) var link = LinkPictureSize()
    /// The frame that was sent last.
    private(set) var lastFrame: Int?

    private static let size = 2
    private static let blindInterval = Duration.milliseconds(250)

    /// Whether every picture that was sent has been painted.
    var isEmpty: Bool { unpainted.isEmpty }

    /// Whether no picture was sent for so long.
    func isIdle(for time: Duration, at now: ContinuousClock.Instant) -> Bool {
        lastTime.map { now - $0 >= time } ?? true
    }

    /// The size and quality that arrive in time over the client's link, instead of `request`.
    func fitted(_ request: PreviewRequest) -> PreviewRequest { link.fitted(request) }

    /// Whether another picture may be sent; if the client never acknowledges, one in flight is
    /// then counted as painted.
    mutating func admitsNext(at now: ContinuousClock.Instant) -> Bool {
        guard unpainted.count >= Self.size, let lastTime else { return true }
        guard !hasPainted, now - lastTime >= Self.blindInterval else { return false }
        // A client that never sends `painted` gives no measurement of its link.
        link.dropped(unpainted.removeFirst())
        return true
    }

    /// Notes that the picture of `frame` was sent, to answer `seq`.
    mutating func send(_ frame: Int, seq: UInt32, at now: ContinuousClock.Instant) {
        unpainted.append(seq)
        lastFrame = frame
        lastTime = now
        link.sent(seq, at: now)
    }

    /// Gives the frame that was sent last the number that it has in another index.
    mutating func renumber(_ number: (Int) -> Int?) { lastFrame = lastFrame.flatMap(number) }

    /// Notes that the picture answering `seq`, and all before it, have been painted.
    mutating func painted(_ seq: UInt32, at now: ContinuousClock.Instant) {
        hasPainted = true
        // Who follows a leader sends nothing, and its pictures all answer the same message: the
        // newest of them is on its way until it is painted itself.
        let isOneOfMany = unpainted.count { $0 == seq } > 1
        unpainted.removeAll { $0 <= seq }
        if isOneOfMany { unpainted.insert(seq, at: 0) }
        link.painted(seq, at: now)
    }

    /// Notes that the picture answering `seq` was dropped before it was sent.
    mutating func dropped(_ seq: UInt32) {
        if let index = unpainted.lastIndex(of: seq) { unpainted.remove(at: index) }
        link.dropped(seq)
    }
}
