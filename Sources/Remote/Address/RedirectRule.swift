import Media

/// Where an answer may lead to, and which hosts may be asked on the way.
struct RedirectRule: Equatable {
    /// The most redirects of one request.
    static let most = 3

    /// The origins that the operator has named.
    let named: Set<String>
    /// How many redirects have been followed.
    private(set) var followed = 0
    /// Whether an address that not the whole internet reaches may be connected to now.
    private(set) var mayBePrivate = true
    /// Whether the last connection was to such an address.
    private(set) var wasPrivate = false

    /// Begins with an address that the operator has named, wherever that leads.
    init(named: Set<String>) { self.named = named }

    /// Follows a redirect from one address to another.
    ///
    /// - Throws: ``RemoteFault/misled`` where it is not followed.
    mutating func follow(
        from old: RemoteAddress,
        to location: String
    ) throws(RemoteFault) -> RemoteAddress {
        guard followed < Self.most, let new = try? RemoteAddress(location),
            new.scheme == .https || new.scheme == old.scheme
        else { throw .misled }
        followed += 1
        mayBePrivate = wasPrivate || named.contains(new.origin)
        return new
    }

    /// Whether to connect to an address, or to ask over a connection to it.
    mutating func admits(_ address: IPAddress?) -> Bool {
        guard let address else { return false }
        wasPrivate = !address.isPublic
        return !wasPrivate || mayBePrivate
    }
}
