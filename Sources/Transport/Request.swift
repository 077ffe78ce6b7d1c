import Basics
import CWebSockets

/// A request that passed the checks of ``AccessRules``.
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

    package var ifMatch: String?
    package var ifNoneMatch: String?
    package var ifRange: String?
    package var range: String?
    /// Whether the client came over TLS, which a proxy ends.
    package var isSecure = false
    /// What `PUT` puts; nothing with other methods.
    package var body: [UInt8] = []

    /// The parts of ``path`` between its slashes; none for `/`.
    package var segments: [String] { path.split(separator: "/").map(String.init) }

    package init(method: Method = .get, path: String, query: [String: String] = [:]) {
        self.method = method
        self.path = path
        self.query = query
    }

    /// The request in `head`, which has been admitted.
    init?(_ head: RequestHead) {
        guard let path = head.path, let query = head.query else { return nil }
        self.init(method: Method(head.method), path: path, query: query)
        ifMatch = head.joined(.ifMatch)
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

/// The head of a request as it was received, before any check.
package struct RequestHead: Equatable {
    package enum Method: Equatable {
        case get, head, put, other
    }

    /// The fields that are used.
    package enum Field: CaseIterable {
        case host, origin, connection, upgrade
        case contentLength, transferEncoding
        case socketVersion, socketKey, socketProtocol
        case ifMatch, ifNoneMatch, ifRange, range
        case fetchSite, fetchMode
        case authorization, cookie
        case forwardedFor
    }

    /// `nil` when the head names no method, or several.
    package var method: Method? = .get

    /// `nil` when the path is not one piece of printable UTF-8.
    package var path: String? = "/"

    /// The pieces of the query between `&`, each a name, or a name, `=` and a value.
    var arguments: [String] = []

    var version = "HTTP/1.1"

    /// The values of each field, one for every time that it occurs.
    var fields: [Field: [String]] = [:]

    /// The field's values; none when it is absent.
    package subscript(field: Field) -> [String] { fields[field] ?? [] }

    /// The field as the one list that its occurrences make up (RFC 9110, section 5.3).
    func joined(_ field: Field) -> String? {
        fields[field].map { $0.joined(separator: ", ") }
    }

    /// The members of a field that is a comma-separated list.
    package func list(_ field: Field) -> [String] {
        self[field].flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
            .map { String($0.trimmed) }
    }

    /// The query's values by name, or `nil` when a name occurs twice.
    package var query: [String: String]? {
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

    /// The length of the body in bytes, or `nil` when it is missing or ambiguous.
    var bodyLength: Int? {
        guard self[.contentLength].count == 1, let text = self[.contentLength].first,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int(text)
    }

    /// Whether a body follows that libwebsockets passes on.
    var announcesBody: Bool { method == .put && bodyLength.map { $0 > 0 } ?? false }

    /// Whether the client is willing to send another request on this connection.
    var keepsAlive: Bool {
        version == "HTTP/1.1" && !list(.connection).contains { $0.lowercased() == "close" }
    }
}

extension RequestHead {
    /// Reads the head of the request that `wsi` has just received.
    init(reading wsi: OpaquePointer) {
        var reader = HeaderReader(wsi: wsi)
        let methods = Self.methods.filter { reader.has($0.key) }
        method = methods.count == 1 ? methods.first?.value : nil
        let paths = methods.first.map { reader.values(of: $0.key) } ?? []
        // libwebsockets splits a path at `&` and `;`.
        path = paths.count == 1 ? paths[0].flatMap(Self.printable) : nil
        arguments = reader.values(of: WSI_TOKEN_HTTP_URI_ARGS).map { $0 ?? "" }
        version = reader.values(of: WSI_TOKEN_HTTP).first.flatMap { $0 } ?? ""
        for (field, token) in Self.tokens {
            let values = reader.values(of: token).map { String(($0 ?? "").trimmed) }
            if !values.isEmpty { fields[field] = values }
        }
        for (field, name) in Self.customNames {
            if let value = reader.value(named: name) { fields[field] = [String(value.trimmed)] }
        }
    }

    private static func printable(_ path: String) -> String? {
        path.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } ? path : nil
    }

    private static let methods: KeyValuePairs<lws_token_indexes, Method> = [
        WSI_TOKEN_GET_URI: .get, WSI_TOKEN_HEAD_URI: .head,
        WSI_TOKEN_POST_URI: .other, WSI_TOKEN_PUT_URI: .put, WSI_TOKEN_PATCH_URI: .other,
        WSI_TOKEN_DELETE_URI: .other, WSI_TOKEN_OPTIONS_URI: .other, WSI_TOKEN_CONNECT: .other,
    ]

    private static let tokens: KeyValuePairs<Field, lws_token_indexes> = [
        .host: WSI_TOKEN_HOST, .origin: WSI_TOKEN_ORIGIN,
        .connection: WSI_TOKEN_CONNECTION, .upgrade: WSI_TOKEN_UPGRADE,
        .contentLength: WSI_TOKEN_HTTP_CONTENT_LENGTH,
        .transferEncoding: WSI_TOKEN_HTTP_TRANSFER_ENCODING,
        .socketVersion: WSI_TOKEN_VERSION, .socketKey: WSI_TOKEN_KEY,
        .socketProtocol: WSI_TOKEN_PROTOCOL,
        .ifMatch: WSI_TOKEN_HTTP_IF_MATCH, .ifNoneMatch: WSI_TOKEN_HTTP_IF_NONE_MATCH,
        .ifRange: WSI_TOKEN_HTTP_IF_RANGE,
        .range: WSI_TOKEN_HTTP_RANGE,
        .authorization: WSI_TOKEN_HTTP_AUTHORIZATION, .cookie: WSI_TOKEN_HTTP_COOKIE,
        .forwardedFor: WSI_TOKEN_X_FORWARDED_FOR,
    ]

    /// Fields that libwebsockets has no token for, spelled as it wants them.
    private static let customNames: KeyValuePairs<Field, String> = [
        .fetchSite: "sec-fetch-site:", .fetchMode: "sec-fetch-mode:",
    ]
}

/// Copies header fields out of libwebsockets, whose own copy lives only as long as the request.
private struct HeaderReader {
    let wsi: OpaquePointer
    private var buffer = [CChar](repeating: 0, count: 8192 + 1)

    init(wsi: OpaquePointer) { self.wsi = wsi }

    mutating func has(_ token: lws_token_indexes) -> Bool { !values(of: token).isEmpty }

    /// One value for every time the field occurs, `nil` for one that is not UTF-8.
    mutating func values(of token: lws_token_indexes) -> [String?] {
        var values: [String?] = []
        while true {
            let place = CInt(values.count)
            let count = lws_hdr_copy_fragment(wsi, &buffer, CInt(buffer.count), token, place)
            guard count >= 0 else { return values }
            values.append(text(count))
        }
    }

    mutating func value(named name: String) -> String? {
        let count = lws_hdr_custom_copy(
            wsi,
            &buffer,
            CInt(buffer.count),
            name,
            CInt(name.utf8.count)
        )
        return count >= 0 ? text(count) : nil
    }

    private func text(_ count: CInt) -> String? {
        String(
            validating: buffer.prefix(Int(count)).lazy.map(UInt8.init(bitPattern:)),
            as: UTF8.self
        )
    }
}
