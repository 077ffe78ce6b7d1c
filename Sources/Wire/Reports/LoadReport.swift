/// What `vernier bench load --json` prints.
public struct LoadReport: JSONDocument, Equatable {
    /// How many clients there were to be, and what became of them.
    public struct Clients: Codable, Equatable, Sendable {
        /// Those that stay silent.
        public let idle: Int
        /// Clients that drag.
        public let scrubbing: Int
        /// Of both, those that the server did not let in.
        public let refused: Int
        /// Of both, those that lost their socket before the end.
        public let lost: Int

        /// Creates the counts.
        public init(idle: Int, scrubbing: Int, refused: Int, lost: Int) {
            (self.idle, self.scrubbing) = (idle, scrubbing)
            (self.refused, self.lost) = (refused, lost)
        }
    }

    /// What became of the messages.
    public struct Messages: Codable, Equatable, Sendable {
        /// Those that left.
        public let sent: Int
        /// Those that were answered.
        public let answered: Int
        /// Of those, the ones that the answer to a newer one has answered too.
        public let superseded: Int
        /// Those that were to leave and that nobody has answered.
        public let dropped: Int

        /// Creates the counts.
        public init(sent: Int, answered: Int, superseded: Int, dropped: Int) {
            (self.sent, self.answered) = (sent, answered)
            (self.superseded, self.dropped) = (superseded, dropped)
        }
    }

    /// The milliseconds that so many of the answered messages took no longer than, each from when
    /// it was meant to leave.
    public struct Times: Codable, Equatable, Sendable {
        /// Half of them.
        public let p50: Double?
        /// 99 of 100.
        public let p99: Double?
        /// 999 of 1000.
        public let p999: Double?
        /// All.
        public let max: Double?

        /// Creates the times, none when nothing was answered.
        public init(p50: Double?, p99: Double?, p999: Double?, max: Double?) {
            (self.p50, self.p99, self.p999, self.max) = (p50, p99, p999, max)
        }
    }

    /// What those who follow a leader were shown of its moves.
    public struct Following: Codable, Equatable, Sendable {
        /// How many follow, in all rooms.
        public let clients: Int
        /// The frames that each was to be shown: those that its leader's own answers have shown.
        public let messages: Messages
        /// How long they took, from when the leader's move was meant to leave.
        public let milliseconds: Times

        /// Creates the counts and times.
        public init(clients: Int, messages: Messages, milliseconds: Times) {
            (self.clients, self.messages, self.milliseconds) = (clients, messages, milliseconds)
        }
    }

    /// The clients.
    public let clients: Clients
    /// The messages of the clients that drag.
    public let messages: Messages
    /// How long the answers took.
    public let milliseconds: Times
    /// Those who follow; nothing without rooms.
    public let followers: Following?
    /// Messages a second of each client that drags.
    public let rate: Int
    /// How long it was to go on.
    public let seconds: Int
    /// The first thing that went wrong, if anything did.
    public let complaint: String?

    /// Creates a report.
    public init(
        clients: Clients,
        messages: Messages,
        milliseconds: Times,
        followers: Following? = nil,
        rate: Int,
        seconds: Int,
        complaint: String?
    ) {
        (self.clients, self.messages, self.milliseconds) = (clients, messages, milliseconds)
        self.followers = followers
        (self.rate, self.seconds, self.complaint) = (rate, seconds, complaint)
    }

    /// Whether every client was there to the end, and got all its answers.
    public var isClean: Bool {
        clients.refused == 0 && clients.lost == 0 && messages.dropped == 0
            && followers.map { $0.messages.dropped == 0 } ?? true
    }
}
