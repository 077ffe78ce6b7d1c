/// Where a server is, as people write it: `http://host:port`.
struct ServerAddress: Equatable {
    /// The host, without the brackets of an IPv6 address.
    let host: String
    let port: Int
    /// The host and the port as they stand in a Host field.
    let authority: String

    init(_ text: String) throws(TransportError) {
        guard let rest = Self.schemes.lazy.compactMap(text.afterPrefix).first,
            let address = Self(authority: rest.last == "/" ? rest.dropLast() : rest)
        else { throw .invalidURL(text) }
        self = address
    }

    private static let schemes = ["http://", "ws://"]

    private init?(authority: Substring) {
        let nameEnd = authority.first == "[" ? authority.firstIndex(of: "]") : authority.startIndex
        guard let nameEnd else { return nil }
        let colon = authority[nameEnd...].firstIndex(of: ":") ?? authority.endIndex
        let name = authority[..<colon]
        let digits = authority[colon...].dropFirst()
        guard !name.isEmpty, !name.contains(where: { "/?#@ ".contains($0) }),
            let port = colon == authority.endIndex ? 80 : Int(digits), (1...65535).contains(port)
        else { return nil }
        host = name.filter { $0 != "[" && $0 != "]" }
        self.port = port
        self.authority = String(authority)
    }
}

extension String {
    fileprivate func afterPrefix(_ prefix: String) -> Substring? {
        lowercased().hasPrefix(prefix) ? dropFirst(prefix.count) : nil
    }
}
