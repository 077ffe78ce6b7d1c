import Basics
import Media
import System

/// The address of a media that lies elsewhere, as the operator has named it.
///
/// It may hold a signature that lets in whoever has it, so its text goes to the fetcher alone;
/// people see ``name``.
package struct RemoteAddress: Hashable, Sendable {
    /// The protocols that are spoken.
    package enum Scheme: String, Sendable {
        case http, https
    }

    package let scheme: Scheme
    /// The host, as it is in an address: a name in lower case, or an IP address.
    package let host: String
    package let port: Int
    /// The path, percent-encoded; it begins with a slash.
    package let path: String
    /// The query, percent-encoded.
    package let query: String?
    /// The region of a store that speaks S3, whose requests are signed with the operator's key; `nil`
    /// for other servers, which are never sent a signature.
    package private(set) var region: String?

    /// Whether a name is meant as an address rather than a file's.
    package static func isOne(_ text: String) -> Bool {
        let start = text.prefix(8).lowercased()
        return start.hasPrefix("http://") || start.hasPrefix("https://")
    }

    /// Reads an address.
    ///
    /// - Throws: ``Refusal``, which does not hold the address.
    package init(_ text: String) throws(Refusal) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let scheme = Scheme(rawValue: parts[0].lowercased()), parts.count == 2,
            parts[1].hasPrefix("//")
        else { throw .scheme }
        let rest = parts[1].dropFirst(2)
        guard !rest.contains("#") else { throw .fragment }
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        let authority = rest[..<end]
        guard !authority.contains("@") else { throw .credentials }
        (host, port) = try Self.hostAndPort(authority, scheme)
        let target = rest[end...]
        let question = target.firstIndex(of: "?") ?? target.endIndex
        let path = Self.encoded(target[..<question])
        self.path = path.isEmpty ? "/" : path
        query = question < target.endIndex ? Self.encoded(target[question...].dropFirst()) : nil
        self.scheme = scheme
    }

    /// Why a text is no address that can be read from.
    package enum Refusal: Error, Equatable, CustomStringConvertible {
        case scheme, host, port, credentials, fragment, bucket, endpoint, dots

        package var description: String {
            switch self {
            case .scheme: "an address begins with http://, https:// or s3://"
            case .host: "the address names no host"
            case .port: "the address's port is none"
            case .credentials: "an address holds no user and no password"
            case .fragment: "an address has no part after #; write %23 for one in a name"
            case .bucket: "s3:// is followed by the name of a bucket"
            case .dots: "a key with a part that is . or .. cannot be asked for"
            case .endpoint: "an endpoint is the address of a store, without a query"
            }
        }
    }

    private static func hostAndPort(
        _ authority: Substring,
        _ scheme: Scheme
    ) throws(Refusal) -> (String, Int) {
        let isLiteral = authority.hasPrefix("[")
        let end = isLiteral ? authority.firstIndex(of: "]") : authority.firstIndex(of: ":")
        guard !isLiteral || end != nil else { throw .host }
        let after = end.map { isLiteral ? authority.index(after: $0) : $0 } ?? authority.endIndex
        let (host, rest) = (authority[..<after].lowercased(), authority[after...])
        guard !host.isEmpty, host.utf8.allSatisfy({ isOfHost($0, isLiteral) }) else { throw .host }
        guard !rest.isEmpty else { return (host, scheme == .https ? 443 : 80) }
        guard rest.hasPrefix(":"), let port = UInt16(rest.dropFirst()), port > 0,
            rest.dropFirst().utf8.allSatisfy({ (48...57).contains($0) })
        else { throw .port }
        return (host, Int(port))
    }

    private static func isOfHost(_ byte: UInt8, _ isLiteral: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
        case UInt8(ascii: "-"), UInt8(ascii: "."): true
        case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ":"): isLiteral
        default: false
        }
    }

    /// What people paste: bytes that cannot be in an address are encoded, all others stay.
    private static func encoded(_ text: Substring) -> String {
        let kept = (UInt8(0x21)...0x7e).filter { !"\"<>\\^`{|}".utf8.contains($0) }
        return String(text.utf8.percentEncoded(keeping: Array(kept)))
    }
}

extension RemoteAddress {
    /// The same address in a store of a region.
    func signed(for region: String) -> RemoteAddress {
        var address = self
        address.region = region
        return address
    }

    /// The address of a file in a folder that this is the address of, let in by the same query.
    func file(_ name: String) -> RemoteAddress? { inside(name.percentEncoded()) }

    /// The address of a folder in a folder that this is the address of.
    func folder(_ name: String) -> RemoteAddress? { inside(name.percentEncoded() + "/") }

    private func inside(_ rest: String) -> RemoteAddress? {
        try? RemoteAddress(origin + path + rest + (query.map { "?" + $0 } ?? ""))
    }

    /// The whole address, with what may let in whoever has it.
    package var text: String { origin + path + (query.map { "?" + $0 } ?? "") }

    /// Where it leads: protocol, host and port.
    package var origin: String { "\(scheme.rawValue)://\(host):\(port)" }

    /// The address without the signature in its query: what stays when it is signed anew.
    package var unsigned: String {
        let fields = query?.split(separator: "&").filter { !Self.isOfSignature($0) } ?? []
        return origin + path + (fields.isEmpty ? "" : "?" + fields.joined(separator: "&"))
    }

    /// The name that people see: the last of the path, else the host.
    package var name: String {
        guard let last = path.split(separator: "/").last else { return host }
        return String(fileName: last.percentDecoded).readable
    }

    private static func isOfSignature(_ field: Substring) -> Bool {
        let name = field.prefix { $0 != "=" }.lowercased()
        return name.hasPrefix("x-amz-") || name.hasPrefix("x-goog-") || signatures.contains(name)
    }

    /// The fields of signatures: of S3 before its version 4, CloudFront, Azure, and web servers.
    private static let signatures: Set<String> = [
        "awsaccesskeyid", "signature", "expires", "policy", "key-pair-id", "googleaccessid",
        "sig", "se", "st", "sp", "sv", "sr", "spr", "skoid", "sktid", "skt", "ske", "sks", "skv",
        "token", "access_token", "md5", "verify", "hdnts", "hdnea",
    ]
}
