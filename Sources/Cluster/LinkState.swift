/// Why there is no connection to Redis.
struct LinkFault: Error, Equatable {
    enum Kind {
        /// It cannot be reached, or has gone.
        case lost
        /// It is there and does not do what is needed; somebody has to set it up differently.
        case refused
    }

    let kind: Kind
    let reason: String

    init(_ kind: Kind, _ reason: String) { (self.kind, self.reason) = (kind, reason) }

    static let silent = LinkFault(.lost, "it does not answer")
    static let absurd = LinkFault(.refused, "it does not speak as Redis does")
}

/// Whether this server is connected to Redis, and when it tries again: a value without a socket.
///
/// Pauses between attempts double up to a bound, and are cut by chance, so that servers that lost
/// it together do not all come back at once.
struct LinkState {
    enum Phase: Equatable {
        case waiting(until: ContinuousClock.Instant)
        case connecting(since: ContinuousClock.Instant)
        case ready(since: ContinuousClock.Instant)
    }

    enum Event {
        case tick
        /// Redis has agreed to everything that is needed.
        case greeted
        case broken(LinkFault)
    }

    enum Action: Equatable {
        case connect
        case disconnect
        case tellReady
        /// Is told once, and once more when it turns out that somebody has to do something.
        case tellLost(LinkFault)
    }

    /// The pause after the first attempt that fails.
    static let shortestPause = Duration.milliseconds(100)
    /// The longest pause.
    static let longestPause = Duration.seconds(3)
    /// How long an attempt may take.
    static let patience = Duration.seconds(3)
    /// How long a connection has to last before the next pause is the shortest again.
    static let trust = Duration.seconds(10)

    private(set) var phase: Phase
    /// Attempts that failed in a row.
    private(set) var failures = 0
    /// What was told since the connection was ready last.
    private var told: LinkFault.Kind?

    /// Connects at the next tick.
    init(at now: ContinuousClock.Instant) { phase = .waiting(until: now) }

    var isConnecting: Bool { if case .connecting = phase { true } else { false } }

    var isReady: Bool { if case .ready = phase { true } else { false } }

    /// Takes an event; `chance`, in 0...1, cuts a pause that begins.
    mutating func take(
        _ event: Event,
        at now: ContinuousClock.Instant,
        chance: Double = 1
    ) -> [Action] {
        switch (event, phase) {
        case (.tick, .waiting(let until)) where now >= until:
            phase = .connecting(since: now)
            return [.connect]
        case (.tick, .connecting(let since)) where now - since >= Self.patience:
            return fail(.silent, at: now, chance)
        case (.greeted, .connecting):
            (phase, told) = (.ready(since: now), nil)
            return [.tellReady]
        case (.broken(let fault), .connecting): return fail(fault, at: now, chance)
        case (.broken(let fault), .ready(let since)):
            if now - since >= Self.trust { failures = 0 }
            return fail(fault, at: now, chance)
        default: return []
        }
    }

    private mutating func fail(
        _ fault: LinkFault,
        at now: ContinuousClock.Instant,
        _ chance: Double
    ) -> [Action] {
        phase = .waiting(until: now + pause * (0.5 + chance / 2))
        failures += 1
        let isNew = told == nil || told == .lost && fault.kind == .refused
        if isNew { told = fault.kind }
        return [.disconnect] + (isNew ? [.tellLost(fault)] : [])
    }

    private var pause: Duration {
        min(Self.shortestPause * (1 << min(failures, 10)), Self.longestPause)
    }
}
