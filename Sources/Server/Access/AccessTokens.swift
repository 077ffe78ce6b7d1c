import Basics
import Media
import System
import Transport

/// The tokens that let clients in, from the operator's file.
package struct AccessTokens: Sendable {
    private let tokens: [[UInt8]]

    /// The name of the cookie that holds a browser's token.
    static let cookie = "vernier"
    /// The prefix of the subprotocol that holds a token, for clients that cannot set headers.
    static let socketProtocol = "vernier.token."
    /// 256 bits in base64 without padding.
    static let shortest = 43
    /// The most characters that fit into the name of a subprotocol.
    static let longest = 49
    /// How long the file may be, in bytes: every client's token is compared with all in it.
    static let fileLimit = 1 << 16

    /// Reads tokens, one on each line; empty lines and those with `#` are skipped.
    init(_ text: String, from path: String) throws(AccessError) {
        var tokens: [[UInt8]] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            let token = String(line.trimmed)
            if token.isEmpty || token.hasPrefix("#") { continue }
            guard Self.isToken(token) else { throw .badToken(path: path, line: index + 1) }
            tokens.append(Array(token.utf8))
        }
        guard !tokens.isEmpty else { throw .noToken(path: path) }
        self.tokens = tokens
    }

    /// Reads the file at `path`, to which only its owner may have access.
    package init(file path: String) throws(AccessError) {
        try self.init(try Self.read(path), from: path)
    }

    /// The text of a file of secrets, to which only its owner may have access.
    package static func read(_ path: String) throws(AccessError) -> String {
        let (status, bytes): (FileStatus, [UInt8])
        do throws(SystemFailure) {
            let file = try FilePath(path).open(.unblocked)
            guard let known = file.descriptor.status, known.kind == .file else {
                throw SystemFailure(reason: "not a file")
            }
            // One byte more than the limit, to detect one that is longer.
            (status, bytes) = (known, try file.descriptor.read(atMost: Self.fileLimit + 1))
        } catch {
            throw .cannotRead(path: path, reason: error.reason)
        }
        guard !status.isOpenToOthers else { throw .open(path: path) }
        guard bytes.count <= Self.fileLimit else { throw .tooLong(path: path) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The token that login links give to browsers.
    var first: String { String(decoding: tokens[0], as: UTF8.self) }

    /// Whether `text` is one of the tokens, in a time that depends only on its length.
    func admit(_ text: String) -> Bool {
        let given = Array(text.utf8)
        return tokens.reduce(false) { $0 || Self.areEqual($1, given) }
    }

    /// Whether a request brings one of the tokens, or needs none.
    func authorize(_ head: RequestHead) -> Bool {
        head.isOpenToAll || head.credentials.contains(where: admit)
    }

    /// Compares all bytes, so that the time does not tell where they differ.
    static func areEqual(_ token: [UInt8], _ given: [UInt8]) -> Bool {
        guard token.count == given.count else { return false }
        return zip(token, given).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    static func isToken(_ text: String) -> Bool {
        (shortest...longest).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
                default: false
                }
            }
    }
}

extension RequestHead {
    /// The tokens that a client sends: in a header, a cookie or a subprotocol.
    var credentials: [String] {
        let bearers = self[.authorization].compactMap { value -> String? in
            let parts = value.split(separator: " ")
            guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
            return String(parts[1])
        }
        let cookies = self[.cookie].flatMap { $0.split(separator: ";") }.compactMap { pair in
            let parts = pair.split(separator: "=", maxSplits: 1).map { String($0.trimmed) }
            return parts.count == 2 && parts[0] == AccessTokens.cookie ? parts[1] : nil
        }
        let offers = list(.socketProtocol).compactMap { offer in
            offer.hasPrefix(AccessTokens.socketProtocol)
                ? String(offer.dropFirst(AccessTokens.socketProtocol.count)) : nil
        }
        return bearers + cookies + offers
    }
}

/// Why a file of tokens cannot be used.
package enum AccessError: Error, Equatable, CustomStringConvertible {
    /// The file cannot be read.
    case cannotRead(path: String, reason: String)
    /// Others than its owner may read the file.
    case open(path: String)
    /// A line is not a token.
    case badToken(path: String, line: Int)
    /// The file holds no token.
    case noToken(path: String)
    /// The file is longer than may be.
    case tooLong(path: String)
    /// A line is not a key with its name, or there are too many of them.
    case badKey(path: String, line: Int)
    /// The file holds no key.
    case noKey(path: String)

    /// What failed, on which file, and what to do.
    package var description: String {
        let make = "make one with: head -c 32 /dev/urandom | basenc --base64url | tr -d ="
        return switch self {
        case .cannotRead(let path, let reason): "\(path): cannot be read: \(reason); \(make)"
        case .open(let path): "\(path): others may read it; chmod 600 it"
        case .badToken(let path, let line):
            "\(path), line \(line): a token is \(AccessTokens.shortest) to \(AccessTokens.longest)"
                + " letters, digits, - and _; \(make)"
        case .noToken(let path): "\(path): holds no token; \(make)"
        case .tooLong(let path):
            "\(path): is longer than \(AccessTokens.fileLimit >> 10) KiB; a token for each group of"
                + " people will do"
        case .badKey(let path, let line):
            "\(path), line \(line): a name of letters, digits, - and _, and after a space a key like"
                + " a token, at most \(AddressKeys.limit) of them and each name once; \(make)"
        case .noKey(let path): "\(path): holds no key; \(make)"
        }
    }
}
