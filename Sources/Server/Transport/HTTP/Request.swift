/// A request that passed the guards.
package struct Request: Equatable, Sendable {
    package enum Method: Equatable, Sendable {
        case get, head, put
    }

    package var method: Method

    /// The path, percent-decoded, with `.`, `..` and doubled slashes already resolved.
    package var path: String

    /// The values of the query, percent-decoded, by name.
    ///
    /// `;` separates like `&`: a client writes it as `%3B` inside a value.
    package var query: [String: String]

    package var ifNoneMatch: String?
    package var ifRange: String?
    package var range: String?
    /// What `PUT` puts; nothing with other methods.
    package var body: [UInt8] = []

    /// The parts of ``path`` between its slashes; none for `/`.
    package var segments: [String] { path.split(separator: "/").map(String.init) }

    package init(method: Method = .get, path: String, query: [String: String] = [:]) {
        self.method = method
        self.path = path
        self.query = query
    }

    /// The request in `head`, which the guards have admitted.
    init?(_ head: RequestHead) {
        guard let path = head.path, let query = head.query else { return nil }
        self.init(method: Method(head.method), path: path, query: query)
        ifNoneMatch = head.joined(.ifNoneMatch)
        ifRange = head.joined(.ifRange)
        range = head.joined(.range)
    }
}

extension Request.Method {
    fileprivate init(_ method: RequestHead.Method?) {
        self =
            switch method {
            case .head: .head
            case .put: .put
            case .get, .other, nil: .get
            }
    }
}
