import Basics
import Media
import System
import Transport

/// The keys that sign the addresses of pictures and tiles, from the operator's file.
///
/// A signed address needs no token, so that a cache in front can answer it: it says of itself until
/// when it holds. The signature is of one media's id and that time, so that one of them is enough
/// for all pictures and tiles of the media.
struct AddressKeys: Sendable {
    /// By their names, of which an address has one, so that a new key can be used before the old one
    /// is removed.
    private let keys: [String: [UInt8]]

    /// The names of the query's parts.
    static let (expires, key, signature) = ("expires", "key", "signature")
    /// The most keys, of which each has a name of at most so many characters.
    static let (limit, nameLength) = (16, 32)

    /// Reads keys, a name and a key on each line; empty lines and those with `#` are skipped.
    init(_ text: String, from path: String) throws(AccessError) {
        var keys: [String: [UInt8]] = [:]
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let words = line.split(separator: " ").map { String($0.trimmed) }
            if words.isEmpty || words[0].isEmpty || words[0].hasPrefix("#") { continue }
            guard words.count == 2, words[0].isKeyName(Self.nameLength), keys[words[0]] == nil,
                AccessTokens.isToken(words[1]), keys.count < Self.limit
            else { throw .badKey(path: path, line: index + 1) }
            keys[words[0]] = Array(words[1].utf8)
        }
        guard !keys.isEmpty else { throw .noKey(path: path) }
        self.keys = keys
    }

    /// Reads the file at `path`, to which only its owner may have access.
    init(file path: String) throws(AccessError) {
        try self.init(try AccessTokens.read(path), from: path)
    }

    /// Whether the signature of a request's address holds now; `nil` where it has none.
    func admit(_ head: RequestHead) -> Bool? {
        admit(head, at: Int64(WallClock.seconds))
    }

    /// Whether the signature of a request's address holds at a time, in seconds since 1970; `nil`
    /// where it has none.
    func admit(_ head: RequestHead, at now: Int64) -> Bool? {
        let query = head.query ?? [:]
        guard let given = query[Self.signature], !given.isEmpty else { return nil }
        // A time is written in one way, so that each signature has one address.
        guard let media = head.signedMedia(query), let text = query[Self.expires],
            let expires = Int64(text), String(expires) == text, now < expires,
            let key = query[Self.key].flatMap({ keys[$0] })
        else { return false }
        let message = "vernier\n\(media)\n\(expires)"
        let code = HMAC.sha256(of: Array(message.utf8), key: key).base64URL
        return AccessTokens.areEqual(Array(code.utf8), Array(given.utf8))
    }
}

extension RequestHead {
    /// The media whose picture or tiles a request is for, or who is asked to be let in to it by a
    /// proxy; `nil` for anything else.
    fileprivate func signedMedia(_ query: [String: String]) -> String? {
        let segments = (path ?? "").split(separator: "/").map(String.init)
        guard method == .get || method == .head, segments.starts(with: ["api", "v1"]) else {
            return nil
        }
        if segments == ["api", "v1", "access"] { return query["media"] }
        guard segments.count > 4, segments[2] == "media" else { return nil }
        let isSigned =
            switch (segments[4], segments.count) {
            case ("thumbnails.vtt", 5), ("thumbnails.json", 5), ("trickplay.m3u8", 5),
                ("index.bif", 5),
                ("filmstrip.jpg", 5), ("sprites", 6), ("trickplay", 7):
                true
            case ("frames", 6): segments[5].hasSuffix(".jpg") || segments[5].hasSuffix(".png")
            default: false
            }
        return isSigned ? segments[3] : nil
    }
}

extension Request {
    /// Until when its signature holds, in seconds since 1970.
    var expiry: Int64? { query[AddressKeys.expires].flatMap { Int64($0) } }

    /// What of a signed address its relative addresses need as well; empty where it is not signed.
    var signatureText: String {
        let names = [AddressKeys.expires, AddressKeys.key, AddressKeys.signature]
        let values = names.compactMap { name in query[name].map { "\(name)=\($0)" } }
        return values.count == names.count ? "&" + values.joined(separator: "&") : ""
    }
}

extension [UInt8] {
    /// The bytes in base64url (RFC 4648, section 5) without padding.
    fileprivate var base64URL: String {
        let digits = Array(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8
        )
        var text: [UInt8] = []
        for start in stride(from: 0, to: count, by: 3) {
            let part = self[start..<Swift.min(start + 3, count)]
            let bits = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
            for place in 0...part.count { text.append(digits[bits >> (18 - 6 * place) & 63]) }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension String {
    /// Whether it may be a key's name, which is part of an address.
    fileprivate func isKeyName(_ limit: Int) -> Bool {
        (1...limit).contains(utf8.count)
            && utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
                default: false
                }
            }
    }
}
