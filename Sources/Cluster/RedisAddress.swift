import Basics
package import System

/// Where a Redis server listens, and which of its databases is meant.
package struct RedisAddress: Equatable, Sendable, CustomStringConvertible {
    /// What is connected to.
    package enum Place: Equatable, Sendable {
        /// A socket in the file system.
        case file(path: String)
        /// A port of a host.
        case network(HostAddress, port: UInt16)
        /// A port of a host whose address has to be looked up.
        case named(String, port: UInt16)
    }

    /// What is connected to.
    package let place: Place
    /// The host that a certificate has to be for; `nil` without TLS.
    let certified: String?
    /// The number of the database.
    package let database: Int
    /// The address as it was written.
    package let description: String

    /// The port that Redis listens on when it is not told otherwise.
    private static let defaultPort: UInt16 = 6379
    /// No server has more databases than this.
    private static let databases = 0..<65_536

    /// Reads an address: `unix:/path`, or `redis://host:port/number` with both numbers optional, where
    /// `rediss` is Redis over TLS.
    package init(_ text: String) throws(ClusterError) {
        guard !text.contains("@") else { throw .passwordInAddress }
        guard !text.hasPrefix("rediss:") || RedisTrust.isThere else { throw .wantsTLS }
        description = text
        if let path = text.rest(after: "unix:") {
            guard path.hasPrefix("/"), UnixAddress(path: path) != nil else { throw .noAddress }
            (place, database, certified) = (.file(path: path), 0, nil)
        } else if let rest = text.rest(after: "redis://") ?? text.rest(after: "rediss://") {
            let parts = rest.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            let number = parts.count > 1 && !parts[1].isEmpty ? Int(parts[1]) : 0
            guard let number, Self.databases.contains(number) else { throw .noAddress }
            let (name, port) = try Self.split(parts[0])
            (place, database) = (try Self.host(name, port), number)
            certified = text.hasPrefix("rediss:") ? String(name) : nil
        } else {
            throw .noAddress
        }
    }

    private static func host(_ name: Substring, _ port: Substring?) throws(ClusterError) -> Place {
        guard let port = port.map({ UInt16($0) }) ?? defaultPort, port > 0 else { throw .noAddress }
        guard !name.isEmpty else { throw .noAddress }
        if let host = HostAddress(String(name)) { return .network(host, port: port) }
        guard isName(name) else { throw .noAddress }
        return .named(String(name), port: port)
    }

    /// Whether a text can be the name of a host: labels of letters, digits and hyphens, the last of
    /// which is no number, as it is in an address that is not written out.
    private static func isName(_ text: Substring) -> Bool {
        let text = text.hasSuffix(".") ? text.dropLast() : text
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= 253, let last = labels.last, !last.allSatisfy(\.isNumber) else {
            return false
        }
        return labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && !label.hasPrefix("-")
                && label.utf8.allSatisfy { $0.isUnreserved && $0 != UInt8(ascii: "~") }
        }
    }

    /// A host and its port, where an address of IPv6 is in brackets.
    private static func split(
        _ text: Substring
    ) throws(ClusterError) -> (name: Substring, port: Substring?) {
        guard text.hasPrefix("[") else {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count <= 2 else { throw .noAddress }
            return (parts[0], parts.count > 1 ? parts[1] : nil)
        }
        guard let end = text.firstIndex(of: "]") else { throw .noAddress }
        let after = text[text.index(after: end)...]
        guard after.isEmpty || after.hasPrefix(":") else { throw .noAddress }
        let name = text[text.index(after: text.startIndex)..<end]
        return (name, after.isEmpty ? nil : after.dropFirst())
    }
}

extension RedisAddress {
    /// The name that has to be looked up; `nil` where there is none.
    var name: String? { if case .named(let name, _) = place { name } else { nil } }

    /// What is connected to where the name has an address; `nil` without a name.
    func place(at host: HostAddress) -> Place? {
        if case .named(_, let port) = place { .network(host, port: port) } else { nil }
    }
}

extension String {
    fileprivate func rest(after prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}
