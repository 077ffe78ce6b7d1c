/// Which requests are admitted: the server's names, the origins of its pages, and tokens.
package struct AccessRules {
    let hosts: Set<String>
    let origins: Set<String>
    /// The paths that accept PUT.
    package var canPut: @Sendable (String) -> Bool = { _ in false }
    /// Whether what a client sends authorizes it; `nil` when none needs to be.
    package var authorizes: (@Sendable (RequestHead) -> Bool)?
    /// Whether the signature of a request's address holds, which then needs nothing else; `nil`
    /// where it has none.
    package var admitsSignature: (@Sendable (RequestHead) -> Bool?)?
    /// The largest body of a request, in bytes.
    var bodyLimit = 1 << 20

    /// The rules of a server that listens on `port`.
    ///
    /// Without a port it is behind a proxy, where clients name no port and only configured origins
    /// are allowed.
    init(hosts configuredHosts: [String], origins configuredOrigins: [String], port: Int?) {
        let loopback = ["127.0.0.1", "localhost", "[::1]"]
        var hosts = Set(configuredHosts.map { $0.lowercased() })
        for name in loopback + hosts where !Self.namesPort(name) {
            if let port { hosts.insert("\(name):\(port)") }
            // Clients leave out the port that the scheme implies.
            if port == 80 || port == nil { hosts.insert(name) }
        }
        self.hosts = hosts
        origins = Set(port == nil ? [] : hosts.map { "http://\($0)" })
            .union(configuredOrigins.map { $0.lowercased() })
    }

    /// Whether the client knows this server by an address that begins with https, and by no other.
    ///
    /// TLS ends at a proxy; by the origins that are allowed, the operator has said so.
    func isSecure(_ head: RequestHead) -> Bool {
        guard let host = head[.host].first?.lowercased() else { return false }
        return origins.contains("https://\(host)") && !origins.contains("http://\(host)")
    }

    private static func namesPort(_ host: String) -> Bool {
        let name = host.drop { $0 != "]" }
        return (name.isEmpty ? host[...] : name).contains(":")
    }
}

/// Why a request is refused, as problem+json for its sender.
struct Refusal: Equatable {
    let status: Int
    let title: String
    let detail: String
    /// Further header fields, by name.
    var headers: [String: String] = [:]

    var response: Response {
        .problem(status, title: title, detail: detail, headers: headers.map { ($0, $1) })
    }
}

/// The result of checking a request.
enum Verdict: Equatable {
    case admit
    case refuse(Refusal)

    /// Admits what passes all `checks`; the first that fails decides.
    init(_ checks: [(RequestHead) -> Refusal?], on head: RequestHead) {
        for check in checks {
            guard let refusal = check(head) else { continue }
            self = .refuse(refusal)
            return
        }
        self = .admit
    }
}

extension AccessRules {
    /// Checks a request that stays HTTP.
    func verdict(onRequest head: RequestHead) -> Verdict {
        Verdict(
            [
                refuseVersion, refuseHost, refuseMethod, refuseBody, refusePath, refuseSite,
                refuseUnauthorized, refuseForeignWrite, refuseMissingUpgrade,
            ],
            on: head
        )
    }

    func refuseVersion(_ head: RequestHead) -> Refusal? {
        if head.version == "HTTP/1.1" || head.version == "HTTP/1.0" { return nil }
        return .malformed("the request line names no version of HTTP/1")
    }

    /// Prevents DNS rebinding: pages of other sites whose name resolves to this machine.
    func refuseHost(_ head: RequestHead) -> Refusal? {
        guard head[.host].count == 1 else { return .malformed("a request has exactly one Host") }
        if hosts.contains(head[.host][0].lowercased()) { return nil }
        return Refusal(
            status: 421,
            title: "Misdirected Request",
            detail: "this server does not go by the name in Host; allow it when starting the server"
        )
    }

    func refuseMethod(_ head: RequestHead) -> Refusal? {
        // A malformed path is refused later, with its own message.
        let takesPut = head.path.map(canPut) ?? true
        return switch head.method {
        case .get, .head: nil
        case .put where takesPut: nil
        case .put, .other: .method(allowed: takesPut ? "GET, HEAD, PUT" : "GET, HEAD")
        case nil: .malformed("the request names several methods")
        }
    }

    /// Only PUT has a body, and its length must be known beforehand.
    func refuseBody(_ head: RequestHead) -> Refusal? {
        guard head.method == .put else {
            if head[.contentLength].isEmpty, head[.transferEncoding].isEmpty { return nil }
            return .malformed("requests have no body here, but for PUT")
        }
        guard head[.transferEncoding].isEmpty, let length = head.bodyLength else {
            return Refusal(status: 411, title: "Length Required", detail: "PUT needs one length")
        }
        guard length > bodyLimit else { return nil }
        let detail = "a body has at most \(bodyLimit) bytes"
        return Refusal(status: 413, title: "Content Too Large", detail: detail)
    }

    /// A signature that does not hold is refused whatever else the client brings, and not told why.
    func refuseUnauthorized(_ head: RequestHead) -> Refusal? {
        if let isSigned = admitsSignature?(head) {
            return isSigned ? nil : .forbidden("the signature of this address does not hold")
        }
        guard let authorizes, !authorizes(head) else { return nil }
        return Refusal(
            status: 401,
            title: "Unauthorized",
            detail: "follow the link that the server printed when it started, or send a token",
            headers: ["www-authenticate": "Bearer"]
        )
    }

    /// Prevents pages of other origins from changing anything; programs send no Origin.
    func refuseForeignWrite(_ head: RequestHead) -> Refusal? {
        guard head.method == .put else { return nil }
        let isOurs = head[.origin].allSatisfy { origins.contains($0.lowercased()) }
        return isOurs ? nil : .forbidden("pages of other origins cannot change anything here")
    }

    func refusePath(_ head: RequestHead) -> Refusal? {
        if head.path == nil { return .malformed("the path is not one piece of printable UTF-8") }
        if head.query == nil { return .malformed("the query has the same name twice") }
        return nil
    }

    /// Prevents pages of other sites from loading resources; following their links is allowed, and so
    /// is what is signed for them.
    func refuseSite(_ head: RequestHead) -> Refusal? {
        if admitsSignature?(head) == true { return nil }
        guard let site = head[.fetchSite].first, site == "cross-site" || site == "same-site" else {
            return nil
        }
        if head[.fetchMode] == ["navigate"] { return nil }
        return .forbidden("pages of other sites cannot load from this server")
    }

    private func refuseMissingUpgrade(_ head: RequestHead) -> Refusal? {
        guard head.path == Self.socketPath else { return nil }
        return .upgrade("this is the address of a WebSocket")
    }
}

extension Refusal {
    static func malformed(_ detail: String) -> Refusal {
        Refusal(status: 400, title: "Bad Request", detail: detail)
    }

    static func forbidden(_ detail: String) -> Refusal {
        Refusal(status: 403, title: "Forbidden", detail: detail)
    }

    static func method(allowed: String) -> Refusal {
        Refusal(
            status: 405,
            title: "Method Not Allowed",
            detail: "the methods here are \(allowed)",
            headers: ["allow": allowed]
        )
    }

    static func upgrade(_ detail: String) -> Refusal {
        Refusal(
            status: 426,
            title: "Upgrade Required",
            detail: detail,
            headers: ["sec-websocket-version": "13"]
        )
    }
}
