import CWebSockets

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
            let values = reader.values(of: token).map { ($0 ?? "").trimmed }
            if !values.isEmpty { fields[field] = values }
        }
        for (field, name) in Self.customNames {
            if let value = reader.value(named: name) { fields[field] = [value.trimmed] }
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
        .ifNoneMatch: WSI_TOKEN_HTTP_IF_NONE_MATCH, .ifRange: WSI_TOKEN_HTTP_IF_RANGE,
        .range: WSI_TOKEN_HTTP_RANGE,
        .authorization: WSI_TOKEN_HTTP_AUTHORIZATION, .cookie: WSI_TOKEN_HTTP_COOKIE,
    ]

    /// Fields that libwebsockets has no token for, spelled its way.
    private static let customNames: KeyValuePairs<Field, String> = [
        .fetchSite: "sec-fetch-site:", .fetchMode: "sec-fetch-mode:",
    ]
}

/// Copies header fields out of libwebsockets, whose own copy dies with the request.
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
