import Glibc

/// The addresses that a name has, as the system's resolver knows them.
package enum HostLookup {
    /// Looks up a name; blocks, for as long as servers of names may take.
    ///
    /// - Returns: At least one address, in the order in which they are to be tried.
    package static func addresses(of name: String) throws(SystemFailure) -> [HostAddress] {
        var hints = addrinfo()
        hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(name, nil, &hints, &found)
        defer { if code == 0 { freeaddrinfo(found) } }
        guard code == 0 else { throw SystemFailure(reason: String(cString: gai_strerror(code))) }
        var (addresses, entry): ([HostAddress], UnsafeMutablePointer<addrinfo>?) = ([], found)
        while let one = entry?.pointee {
            if let address = HostAddress(one), !addresses.contains(address) {
                addresses.append(address)
            }
            entry = one.ai_next
        }
        guard !addresses.isEmpty else { throw SystemFailure(reason: "it has no address") }
        return addresses
    }
}

extension HostAddress {
    /// The address of an entry that the resolver has found; `nil` for one of another family.
    fileprivate init?(_ entry: addrinfo) {
        let place: Range<Int>
        switch entry.ai_family {
        case AF_INET: place = 4..<8
        case AF_INET6: place = 8..<24
        default: return nil
        }
        let bytes = UnsafeRawBufferPointer(start: entry.ai_addr, count: Int(entry.ai_addrlen))
        guard bytes.count >= place.upperBound else { return nil }
        self.init(bytes[place])
    }
}
