import Wire

/// The pictures that are on their way to one client, and whether it may have another.
///
/// At most two are, and a client that never says `painted` gets a further one now and then
/// (protocol, section 2, rule 4).
struct PictureWindow {
    private var unpainted: [UInt32] = []
    private var hasPainted = false
    private var lastTime: ContinuousClock.Instant?
    private(set) var link = LinkPace()
    /// The frame that was sent last.
    private(set) var lastFrame: Int?

    private static let size = 2
    private static let blindInterval = Duration.milliseconds(250)

    /// Whether everything that was sent is on the screen.
    var isEmpty: Bool { unpainted.isEmpty }

    /// The form of a picture that the client gets in time, instead of `request`.
    func fitted(_ request: PreviewRequest) -> PreviewRequest { link.fitted(request) }

    /// Makes room for another picture, if it may be sent.
    mutating func makesRoom(at now: ContinuousClock.Instant) -> Bool {
        guard unpainted.count >= Self.size, let lastTime else { return true }
        guard !hasPainted, now - lastTime >= Self.blindInterval else { return false }
        // Who never says what is on the screen tells nothing of the link.
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

    /// Notes that the picture answering `seq`, and with it all before, is on the screen.
    mutating func painted(_ seq: UInt32, at now: ContinuousClock.Instant) {
        hasPainted = true
        unpainted.removeAll { $0 <= seq }
        link.painted(seq, at: now)
    }

    /// Notes that the picture answering `seq` was dropped before it left: no client can paint it.
    mutating func dropped(_ seq: UInt32) {
        if let place = unpainted.lastIndex(of: seq) { unpainted.remove(at: place) }
        link.dropped(seq)
    }
}
