import Basics
import CWebSockets
import System

/// Who may connect: how many at once, how many of one address, and how often.
extension ServiceLoop {
    /// Connections that may be open, well below the process's limit of descriptors.
    package var capacity: Int {
        min(settings.limits.connections, max(1, ThisProcess.descriptorLimit - 64))
    }

    /// Sockets that may be open: the rest is for requests, which are answered when no more are taken.
    package var socketCapacity: Int { capacity - capacity / 16 }

    /// Whether there are as many sockets as may be.
    var hasEverySocket: Bool { socketCount >= socketCapacity }

    /// How many clients are accepted in one turn of the loop; the others have it called again.
    private static let acceptedAtOnce = TurnQuota.clients

    /// Accepts clients that wait.
    func accept() {
        for _ in 0..<Self.acceptedAtOnce {
            guard let listener else { return }
            switch listener.accept() {
            case .connection(let socket): admit(Peer(socket))
            case .none: return
            case .exhausted:
                // Trying again at once would only burn the processor; the tick resumes.
                acceptor?.pause()
                return
            }
        }
    }

    private func admit(_ peer: Peer) {
        guard connections.count < capacity else { return peer.refuse(with: Self.full) }
        let isOfProxy = isTrusted(peer)
        let client = isOfProxy ? nil : peer.address?.household
        if let refusal = refuse(client, at: .now) { return peer.refuse(with: refusal) }
        let connection = connections.insert {
            Connection(slot: $0, peer: peer, isOfProxy: isOfProxy)
        }
        var place = lws_adopt_desc_t()
        place.vh = context?.vhost
        place.type = lws_adoption_type(LWS_ADOPT_SOCKET.rawValue | LWS_ADOPT_HTTP.rawValue)
        place.fd.sockfd = peer.socket.number
        place.opaque = UnsafeMutableRawPointer(bitPattern: connection.slot.index + 1)
        // libwebsockets owns the descriptor from here on, even when it fails.
        if lws_adopt_descriptor_vhost_via_info(&place) == nil { remove(connection) }
    }

    /// Forgets a connection that has ended.
    func remove(_ connection: Connection) {
        guard connections[connection.slot] != nil else { return }
        addressCounts.leave(connection.client)
        connection.client = nil
        connections.remove(connection.slot)
    }

    private func isTrusted(_ peer: Peer) -> Bool {
        guard let address = peer.address else {
            return port == 0 && settings.proxies.contains(.file)
        }
        return settings.proxies.contains(.address(address))
    }

    /// Counts a new connection of an address, or says why it is refused.
    private func refuse(_ client: PeerAddress?, at now: ContinuousClock.Instant) -> [UInt8]? {
        // A refused connection is not counted, or one busy client would lock out its whole network.
        guard arrivalBudgets.wait(of: client, at: now) == .zero else {
            floods.turnedAway += 1
            return Self.tooOften
        }
        guard addressCounts.enter(client) else {
            floods.turnedAway += 1
            return Self.answer(.tooMany)
        }
        _ = arrivalBudgets.spend(1, of: client, at: now)
        return nil
    }

    private static let full = answer(
        .unavailable("the server has as many connections as it takes; try again shortly")
    )

    private static let tooOften = answer(
        .unavailable("your address has connected too often of late; try again shortly")
    )

    private static func answer(_ refusal: Refusal) -> [UInt8] {
        let response = refusal.response
        guard case .bytes(let body) = response.body else { return [] }
        return ResponseHead(response, closes: true).bytes + body
    }
}

/// Clients of proxies, which share connections.
extension ServiceLoop {
    /// Counts the client that a proxy passes a request on for, or refuses it.
    func identify(_ connection: Connection, by head: RequestHead) -> Refusal? {
        guard connection.isOfProxy else { return nil }
        releaseClient(of: connection)
        let client = head.forwarder?.household
        guard addressCounts.enter(client) else {
            floods.turnedAway += 1
            return .tooMany
        }
        connection.client = client
        return nil
    }

    /// Notes that a proxy's connection is free for another client.
    func releaseClient(of connection: Connection) {
        guard connection.isOfProxy else { return }
        addressCounts.leave(connection.client)
        connection.client = nil
    }
}

extension Refusal {
    static let noSocket = unavailable(
        "the server has as many sockets as it takes; try again shortly"
    )

    /// The answer to a request that the application has not answered in time.
    static let late = unavailable(
        "the server could not answer in time; it has much to do, try again shortly"
    )

    fileprivate static let tooMany = unavailable(
        "your address has as many connections as it may; close some, or try again shortly"
    )

    fileprivate static func unavailable(_ detail: String) -> Refusal {
        Refusal(
            status: 503,
            title: "Service Unavailable",
            detail: detail,
            headers: ["retry-after": "1"]
        )
    }
}

/// How many connections each address has.
struct AddressCounts {
    private let limit: Int?
    private var counts: [PeerAddress: Int] = [:]

    /// Counts up to a limit for each; without one nothing is counted.
    init(limit: Int?) { self.limit = limit }

    /// Counts one more connection, unless the address has as many as it may.
    ///
    /// Peers without an address, as those of a Unix socket, may have any number.
    mutating func enter(_ address: PeerAddress?) -> Bool {
        guard let limit, let address else { return true }
        let count = counts[address] ?? 0
        guard count < limit else { return false }
        counts[address] = count + 1
        return true
    }

    /// Counts one connection less.
    mutating func leave(_ address: PeerAddress?) {
        guard let address, let count = counts[address] else { return }
        counts[address] = count > 1 ? count - 1 : nil
    }
}
