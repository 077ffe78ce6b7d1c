import Glibc
import Media

/// The secrets that let clients in, as an operator keeps them in a file.
package struct AccessTokens: Sendable {
    private let tokens: [[UInt8]]

    /// The cookie that a browser carries a token in.
    static let cookie = "vernier"
    /// The subprotocol that offers a token, for clients that can set no header.
    static let socketProtocol = "vernier.token."
    /// 256 bits in base64, without what fills up the last group.
    static let shortest = 43
    /// What a name of a subprotocol leaves room for.
    static let longest = 49
    /// How long the file may be, in bytes: every client's token is compared with all in it.
    static let fileLimit = 1 << 16

    /// Reads tokens, one on each line; empty lines and those with `#` are passed over.
    init(_ text: String, from path: String) throws(AccessError) {
        var tokens: [[UInt8]] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            let token = String(line).trimmed
            if token.isEmpty || token.hasPrefix("#") { continue }
            guard Self.isToken(token) else { throw .badToken(path: path, line: index + 1) }
            tokens.append(Array(token.utf8))
        }
        guard !tokens.isEmpty else { throw .noToken(path: path) }
        self.tokens = tokens
    }

    /// Reads the file at `path`, which nobody but its owner may.
    package init(file path: String) throws(AccessError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw .cannotRead(path: path, reason: String(cString: strerror(errno)))
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .cannotRead(path: path, reason: "not a file")
        }
        guard status.st_mode & 0o077 == 0 else { throw .open(path: path) }
        guard status.st_size <= Self.fileLimit else { throw .tooLong(path: path) }
        // One byte more than there may be, to see whether somebody goes on writing.
        var buffer = [UInt8](repeating: 0, count: Self.fileLimit + 1)
        let count = read(descriptor, &buffer, buffer.count)
        guard count >= 0 else { throw .cannotRead(path: path, reason: SystemFailure().reason) }
        guard count <= Self.fileLimit else { throw .tooLong(path: path) }
        try self.init(String(decoding: buffer.prefix(count), as: UTF8.self), from: path)
    }

    /// The token that browsers are given.
    var first: String { String(decoding: tokens[0], as: UTF8.self) }

    /// Whether `text` is a token; takes as long for any text of its length.
    func admit(_ text: String) -> Bool {
        let given = Array(text.utf8)
        return tokens.reduce(false) { $0 || Self.areEqual($1, given) }
    }

    /// Compares all of both, so that the time tells nothing of where they differ.
    private static func areEqual(_ token: [UInt8], _ given: [UInt8]) -> Bool {
        guard token.count == given.count else { return false }
        return zip(token, given).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func isToken(_ text: String) -> Bool {
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
    /// What a client shows to be let in: a header, a cookie or a subprotocol.
    var credentials: [String] {
        let bearers = self[.authorization].compactMap { value -> String? in
            let parts = value.split(separator: " ")
            guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
            return String(parts[1])
        }
        let cookies = self[.cookie].flatMap { $0.split(separator: ";") }.compactMap { pair in
            let parts = pair.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
            return parts.count == 2 && parts[0] == AccessTokens.cookie ? parts[1] : nil
        }
        let offers = list(.socketProtocol).compactMap { offer in
            offer.hasPrefix(AccessTokens.socketProtocol)
                ? String(offer.dropFirst(AccessTokens.socketProtocol.count)) : nil
        }
        return bearers + cookies + offers
    }
}

/// Why the tokens cannot be used.
package enum AccessError: Error, Equatable, CustomStringConvertible {
    /// The file cannot be read.
    case cannotRead(path: String, reason: String)
    /// Others than its owner may read the file.
    case open(path: String)
    /// A line is no token.
    case badToken(path: String, line: Int)
    /// There is none.
    case noToken(path: String)
    /// The file is longer than may be.
    case tooLong(path: String)

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
        }
    }
}
