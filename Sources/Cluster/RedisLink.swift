import System

/// What is known of the connection to Redis, for metrics.
package struct ClusterCounts: Equatable, Sendable {
    /// Whether it is there now.
    package var isConnected = false
    /// Commands that were sent.
    package var commands = 0
    /// Commands that were refused, and what cannot be understood of what others say.
    package var failures = 0
    /// How often the connection was made anew.
    package var reconnects = 0
    /// Servers that share it and were heard of lately, with this one; 0 while it is not there.
    package var nodes = 0
    /// How many of them have been asked to stop.
    package var draining = 0
    /// How many sockets all of them have.
    package var clients = 0

    /// Nothing yet.
    package init() {}
}

/// The connection to Redis, of two: over one commands go, over the other come messages.
///
/// Both are made, greeted and given up together. Belongs to the loop's thread.
final class RedisLink {
    private let settings: ClusterSettings
    private let watch: MakeWatch
    private let security: RedisSecurity?
    /// What has to be allowed, by the number of the attempt, and the channel that is heard for trial.
    private let permissionChecks: (Int) -> [[String]]
    private var attempts = 0
    private let trialChannel: String
    private var state = LinkState(at: .now)
    /// Finds the server's addresses, where it has a name.
    private let lookup: NameLookup?
    /// Those that are still to be tried in this attempt.
    private var untried: [RedisAddress.Place] = []
    private var commands: RedisConnection?
    private var messages: RedisConnection?
    /// How many of both have been greeted.
    private var greeted = 0
    private var hasBeenReady = false
    private(set) var counts = ClusterCounts()
    /// Is called with what happens to it.
    var told: (Event) -> Void = { _ in }

    /// What happens to it.
    enum Event {
        case ready
        case lost(LinkFault)
        /// A channel has been subscribed to.
        case subscribed(String)
        case message(channel: String, [UInt8])
    }

    /// A link that connects with the next tick.
    init(
        _ settings: ClusterSettings,
        permissionChecks: @escaping (Int) -> [[String]],
        trialChannel: String,
        watch: @escaping MakeWatch
    ) throws(ClusterError) {
        security = try RedisSecurity(settings)
        (self.settings, self.watch) = (settings, watch)
        (self.permissionChecks, self.trialChannel) = (permissionChecks, trialChannel)
        lookup = settings.address.name.map(NameLookup.init)
    }

    /// How many answers are still to come.
    var backlog: Int { commands?.backlog ?? 0 }

    var isReady: Bool { state.isReady }

    /// Sends a command, and bytes that are its last word; nothing comes of it while there is no
    /// connection, or if it ends before the answer.
    func send(
        _ words: [String],
        _ last: [UInt8]? = nil,
        _ answer: @escaping (RedisReply) -> Void = { _ in }
    ) {
        guard state.isReady, let commands else { return }
        counts.commands += 1
        commands.send(words, last) { [unowned self] reply in
            guard let fault = RedisGreeting.refusal(reply) else { return answer(reply) }
            counts.failures += 1
            // What it refuses now it refuses others, too: servers hear each other all, or not at all.
            take(.broken(fault))
        }
    }

    /// Notes that something was not as it should be.
    func noteFailure() { counts.failures += 1 }

    /// Hears a channel from now on, or no longer.
    func subscribe(_ channel: String) { listen("SUBSCRIBE", channel) }

    /// Hears a channel no longer.
    func unsubscribe(_ channel: String) { listen("UNSUBSCRIBE", channel) }

    private func listen(_ verb: String, _ channel: String) {
        guard state.isReady, let messages else { return }
        counts.commands += 1
        messages.sendUnanswered([verb, channel])
    }

    /// Notes that a tenth of a second has passed.
    func tick(at now: ContinuousClock.Instant) {
        commands?.tick()
        messages?.tick()
        takeAddresses()
        take(.tick, at: now)
    }

    /// Ends it without a word.
    func close() {
        commands?.close()
        messages?.close()
        (commands, messages, greeted) = (nil, nil, 0)
    }

    private func take(_ event: LinkState.Event, at now: ContinuousClock.Instant = .now) {
        for action in state.take(event, at: now, chance: .random(in: 0...1)) {
            switch action {
            case .connect:
                if let lookup { lookup.begin() } else { connect(to: settings.address.place) }
            case .disconnect:
                close()
                untried = []
                counts.isConnected = false
            case .tellReady:
                if hasBeenReady { counts.reconnects += 1 }
                (hasBeenReady, counts.isConnected) = (true, true)
                told(.ready)
            case .tellLost(let fault): told(.lost(lookup?.delay ?? fault))
            }
        }
    }
}

// MARK: - Connecting

extension RedisLink {
    /// Tries the addresses of the server's name, once they are known, one after the other.
    private func takeAddresses() {
        guard state.isConnecting, commands == nil, let found = lookup?.take() else { return }
        switch found {
        case .success(let addresses):
            let places = addresses.compactMap(settings.address.place(at:))
            // One that never answers takes all of an attempt.
            let first = state.failures % places.count
            untried = Array(places[first...] + places[..<first])
            connect(to: untried.removeFirst())
        case .failure(let fault): take(.broken(fault))
        }
    }

    /// Tries the next address, if there is another; else the attempt has failed.
    private func hasFailed(_ fault: LinkFault) {
        guard fault.kind == .lost, state.isConnecting, !untried.isEmpty else {
            return take(.broken(fault))
        }
        close()
        connect(to: untried.removeFirst())
    }

    private func connect(to place: RedisAddress.Place) {
        do throws(LinkFault) {
            let commands = try open(place)
            let messages = try open(place)
            (self.commands, self.messages) = (commands, messages)
            attempts += 1
            let trials = permissionChecks(attempts).map(RedisGreeting.permissionChecks)
            greet(commands, RedisGreeting.steps(settings) + trials)
            greet(messages, RedisGreeting.steps(settings))
        } catch {
            hasFailed(error)
        }
    }

    private func open(_ place: RedisAddress.Place) throws(LinkFault) -> RedisConnection {
        try RedisConnection(to: place, security, watch: watch) { [weak self] in self?.hasFailed($0)
        }
    }

    private func greet(_ connection: RedisConnection, _ steps: [RedisGreeting.Step]) {
        for (index, step) in steps.enumerated() {
            connection.send(step.words) { [weak self, weak connection] reply in
                guard let self, let connection else { return }
                if let fault = step.fault(reply) { return take(.broken(fault)) }
                if index == steps.count - 1 { isGreeted(connection) }
            }
        }
    }

    private func isGreeted(_ connection: RedisConnection) {
        guard connection === messages else { return countGreeting() }
        connection.listener = { [weak self] in self?.heard($0) }
        connection.sendUnanswered(["SUBSCRIBE", trialChannel])
    }

    private func countGreeting() {
        greeted += 1
        if greeted == 2 { take(.greeted) }
    }

    private func heard(_ reply: RedisReply) {
        if case .error(let text) = reply {
            return take(.broken(LinkFault(.refused, "it says: \(text)")))
        }
        guard let parts = reply.elements, parts.count > 1, let kind = parts[0].string else {
            return take(.broken(.absurd))
        }
        switch (kind, parts[1].string, parts.count) {
        case ("subscribe", trialChannel, 3) where !state.isReady: countGreeting()
        case ("subscribe", let channel?, 3): told(.subscribed(channel))
        case ("message", let channel?, 3):
            if case .text(let bytes) = parts[2] { told(.message(channel: channel, bytes)) }
        case ("unsubscribe", _, 3), ("pong", _, 2): return
        default: take(.broken(.absurd))
        }
    }
}
