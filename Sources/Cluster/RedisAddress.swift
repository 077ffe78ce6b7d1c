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
    }

    /// What is connected to.
    package let place: Place
    /// The number of the database.
    package let database: Int
    /// The address as it was written.
    package let description: String

    /// The port that Redis listens on when it is not told otherwise.
    private static let defaultPort: UInt16 = 6379
    /// No server has more databases than this.
    private static let databases = 0..<65_536

    /// Reads an address: `unix:/path`, or `redis://address:port/number` with both numbers optional.
    package init(_ text: String) throws(ClusterError) {
        guard !text.contains("@") else { throw .passwordInAddress }
        guard !text.hasPrefix("rediss:") else { throw .wantsTLS }
        description = text
        if let path = text.rest(after: "unix:") {
            guard path.hasPrefix("/"), UnixAddress(path: path) != nil else { throw .noAddress }
            (place, database) = (.file(path: path), 0)
        } else if let rest = text.rest(after: "redis://") {
            let parts = rest.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            let number = parts.count > 1 && !parts[1].isEmpty ? Int(parts[1]) : 0
            guard let number, Self.databases.contains(number) else { throw .noAddress }
            (place, database) = (try Self.host(parts[0]), number)
        } else {
            throw .noAddress
        }
    }

    private static func host(_ text: Substring) throws(ClusterError) -> Place {
        let (name, port) = try split(text)
        guard let port = port.map({ UInt16($0) }) ?? defaultPort, port > 0 else { throw .noAddress }
        guard !name.isEmpty else { throw .noAddress }
        let literal = name == "localhost" ? "127.0.0.1" : String(name)
        guard let host = HostAddress(literal) else { throw .wantsLookup }
        return .network(host, port: port)
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

extension String {
    fileprivate func rest(after prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}
