/// The head of a request as it came, before anybody believes it.
struct RequestHead: Equatable {
    enum Method: Equatable {
        case get, head, put, other
    }

    /// The fields that somebody looks at.
    enum Field: CaseIterable {
        case host, origin, connection, upgrade
        case contentLength, transferEncoding
        case socketVersion, socketKey, socketProtocol
        case ifNoneMatch, ifRange, range
        case fetchSite, fetchMode
        case authorization, cookie
    }

    /// `nil` when the head names no method, or several.
    var method: Method? = .get

    /// `nil` when the path is not one piece of printable UTF-8.
    var path: String? = "/"

    /// The pieces of the query between `&`, each a name, or a name, `=` and a value.
    var arguments: [String] = []

    var version = "HTTP/1.1"

    /// The values of each field, one for every time that it occurs.
    var fields: [Field: [String]] = [:]

    /// The field's values; none when it is absent.
    subscript(field: Field) -> [String] { fields[field] ?? [] }

    /// The field as the one list that its occurrences make up (RFC 9110, section 5.3).
    func joined(_ field: Field) -> String? {
        fields[field].map { $0.joined(separator: ", ") }
    }

    /// The members of a field that is a comma-separated list.
    func list(_ field: Field) -> [String] {
        self[field].flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
            .map { String($0).trimmed }
    }

    /// The query's values by name, or `nil` when a name occurs twice.
    var query: [String: String]? {
        var query: [String: String] = [:]
        for argument in arguments where !argument.isEmpty {
            let parts = argument.split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            let value = parts.count > 1 ? String(parts[1]) : ""
            guard query.updateValue(value, forKey: String(parts[0])) == nil else { return nil }
        }
        return query
    }

    /// The bytes of the body, or `nil` when that is not told, or not clearly.
    var bodyLength: Int? {
        guard self[.contentLength].count == 1, let text = self[.contentLength].first,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int(text)
    }

    /// Whether a body that libwebsockets hands over follows.
    var announcesBody: Bool { method == .put && bodyLength.map { $0 > 0 } ?? false }

    /// Whether the client is willing to send another request on this connection.
    var keepsAlive: Bool {
        version == "HTTP/1.1" && !list(.connection).contains { $0.lowercased() == "close" }
    }
}

extension String {
    /// The text without the blanks that HTTP allows around a field's value.
    var trimmed: String {
        var text = Substring(self)
        while text.last?.isBlank == true { text.removeLast() }
        return String(text.drop { $0.isBlank })
    }
}

extension Character {
    fileprivate var isBlank: Bool { self == " " || self == "\t" }
}
