import CWebSockets
import System

/// Rate limits of sockets and of new connections.
///
/// Nothing is read from a socket over its limit until it may send again. TCP then slows the client
/// down, which is enough for one that waits for answers. A client that keeps the kernel's receive
/// buffer filled for `floodTime` is disconnected.
extension ServiceLoop {
    /// How often limits were exceeded.
    package struct FloodCounts: Equatable {
        /// Times that a socket was held back.
        package var holds = 0
        /// Sockets that were closed.
        package var closed = 0
        /// Connections that were refused, because of how often or how many of an address there are.
        package var turnedAway = 0

        /// Counts from zero.
        package init() {}
    }

    /// Counts a message, and reads no more for a while when it was one too many.
    func charge(_ bytes: Int, to connection: Connection, at now: ContinuousClock.Instant) {
        guard let wsi = connection.wsi, case .socket(let socket) = connection.phase,
            socket.pendingClose == nil
        else { return }
        let cost = TokenBucket.cost(ofBytes: bytes)
        let own = socket.bucket?.spend(cost, at: now) ?? .zero
        let shared = messageBudgets.spend(cost, of: connection.client, at: now)
        guard own > .zero || shared > .zero, socket.hold == nil else { return }
        socket.hold = own > .zero ? .itself : .others
        floods.holds += 1
        lws_rx_flow_control(wsi, 0)
    }

    /// Reads on from a socket that was held back, or gives it up.
    func reconsider(
        _ socket: Connection.Socket,
        of connection: Connection,
        at now: ContinuousClock.Instant
    ) {
        let isOverfilled =
            socket.hold == .itself && connection.peer.socket.bytesWaiting > Self.toleratedBytes
        socket.overfilledSince = isOverfilled ? socket.overfilledSince ?? now : nil
        if let since = socket.overfilledSince, now - since >= settings.limits.floodTime {
            floods.closed += 1
            return close(connection, code: .policyViolation, reason: "too many messages")
        }
        let isOver = socket.bucket.map { $0.wait(at: now) > .zero } ?? false
        guard !isOver, messageBudgets.wait(of: connection.client, at: now) == .zero else {
            return
        }
        readOn(socket, of: connection)
    }

    /// Lets a socket send again.
    func readOn(_ socket: Connection.Socket, of connection: Connection) {
        guard socket.hold != nil, let wsi = connection.wsi else { return }
        socket.hold = nil
        lws_rx_flow_control(wsi, 1)
    }

    /// Sockets that nothing is read from now.
    package var heldSockets: Int {
        connections.entries.count {
            if case .socket(let socket) = $0.phase { socket.hold != nil } else { false }
        }
    }

    /// The input that may wait from a client that waits for answers itself.
    private static var toleratedBytes: Int { 4096 }
}

/// A token bucket, which fills steadily up to its capacity.
///
/// Messages that have come in cannot be sent back, so the level may become negative; reading then
/// pauses until it is not, but never longer than it takes to fill an empty bucket.
struct TokenBucket: Equatable {
    /// What a bucket holds, and how fast it fills.
    struct Size: Equatable {
        let perSecond: Double
        let capacity: Double

        /// A bucket that fills in two seconds.
        init(perSecond: Int) {
            self.perSecond = Double(perSecond)
            capacity = 2 * self.perSecond
        }
    }

    private let size: Size
    private var tokens: Double
    private var counted: ContinuousClock.Instant

    /// A full bucket.
    init(_ size: Size, at now: ContinuousClock.Instant) {
        (self.size, tokens, counted) = (size, size.capacity, now)
    }

    /// Spends tokens, and returns how long to wait before the next are spent.
    mutating func spend(_ cost: Double, at now: ContinuousClock.Instant) -> Duration {
        tokens = max(level(at: now) - cost, -size.capacity)
        counted = now
        return tokens < 0 ? .seconds(-tokens / size.perSecond) : .zero
    }

    /// How long it takes until the level is not negative.
    func wait(at now: ContinuousClock.Instant) -> Duration {
        .seconds(max(0, -level(at: now)) / size.perSecond)
    }

    /// Whether it is full, as a new one is.
    func isFull(at now: ContinuousClock.Instant) -> Bool { level(at: now) >= size.capacity }

    /// What a message costs: one token for every 512 bytes that it begins, and at least one.
    static func cost(ofBytes count: Int) -> Double { Double(max(1, (count + 511) / 512)) }

    private func level(at now: ContinuousClock.Instant) -> Double {
        min(size.capacity, tokens + (now - counted) / .seconds(1) * size.perSecond)
    }
}

/// One token bucket per client address.
///
/// An address is remembered while its bucket is not full. Peers without an address, as those of a
/// Unix socket behind a proxy, are not limited.
struct AddressBudgets {
    private let size: TokenBucket.Size?
    private var buckets: [PeerAddress: TokenBucket] = [:]
    /// Addresses that are remembered at most.
    private static let limit = 4096

    /// Gives every address a bucket of this size; without one nothing is counted.
    init(_ size: TokenBucket.Size?) { self.size = size }

    /// How many addresses are remembered.
    var count: Int { buckets.count }

    /// Spends tokens of an address, and returns how long to wait before the next are spent.
    mutating func spend(
        _ cost: Double,
        of address: PeerAddress?,
        at now: ContinuousClock.Instant
    ) -> Duration {
        guard let size, let address, hasSpace(for: address) else { return .zero }
        return buckets[address, default: TokenBucket(size, at: now)].spend(cost, at: now)
    }

    /// How long it takes until an address's level is not negative.
    func wait(of address: PeerAddress?, at now: ContinuousClock.Instant) -> Duration {
        address.flatMap { buckets[$0] }?.wait(at: now) ?? .zero
    }

    /// Forgets the addresses whose buckets are full again.
    mutating func forget(at now: ContinuousClock.Instant) {
        if !buckets.isEmpty { buckets = buckets.filter { !$0.value.isFull(at: now) } }
    }

    private func hasSpace(for address: PeerAddress) -> Bool {
        buckets.count < Self.limit || buckets[address] != nil
    }
}
