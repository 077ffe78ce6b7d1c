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
    /// Whether the last connection was to such an address, or a proxy was asked for one.
    private(set) var wasPrivate = false
    /// Whether a proxy is asked now, which connects to whom it finds under a name.
    private var isProxied = false

    /// Begins with an address that the operator has named, wherever that leads.
    init(named: Set<String>) { self.named = named }

    /// Goes to an address directly, or by a proxy.
    ///
    /// What a name leads to is then the proxy's to find, so the address itself is all that counts.
    ///
    /// - Throws: ``RemoteFault/misled`` where no proxy is asked for it.
    mutating func go(to address: RemoteAddress, byProxy isProxied: Bool) throws(RemoteFault) {
        self.isProxied = isProxied
        guard isProxied else { return }
        wasPrivate = address.isPrivateByItself
        guard !wasPrivate || mayBePrivate else { throw .misled }
    }

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
        // The proxy itself, which the operator has named.
        guard !isProxied else { return true }
        guard let address else { return false }
        wasPrivate = !address.isPublic
        return !wasPrivate || mayBePrivate
    }
}
