import Media
import Timeline

/// Which bytes of which entity there are at an address, as a server tells.
package struct RemoteVersion: Hashable, Sendable {
    /// All bytes of the file.
    package var size: Int64
    /// The entity tag, as it stands in the header; `nil` where there is none, or a weak one.
    package var tag: String?
    /// When it was modified, as it stands in the header.
    package var modified: String?

    package init(size: Int64, tag: String? = nil, modified: String? = nil) {
        (self.size, self.tag, self.modified) = (size, tag, modified)
    }

    /// Whether something tells it from other versions.
    var isKnown: Bool { tag != nil || modified != nil }

    /// Whether an answer is of this version: the tag counts, else the time.
    func isSame(as other: RemoteVersion) -> Bool {
        guard size == other.size else { return false }
        if let tag { return tag == other.tag }
        return modified == other.modified
    }
}

/// A range of bytes to be fetched.
struct FetchOrder: Equatable, Sendable {
    /// The number that the answers have.
    var id: UInt64
    /// The address.
    var address: String
    /// The first and the last byte; the file may end before.
    var first, last: Int64
    /// The version that is wanted; `nil` takes any.
    var version: RemoteVersion?
    /// The origins that the operator has named.
    var named: [String]
}

/// A message to the fetcher.
enum FetchRequest {
    case fetch(FetchOrder)
    /// Nobody waits for an order any more.
    case cancel(UInt64)
}

/// A message from the fetcher; what it says of an order comes in this order.
enum FetchAnswer {
    /// It runs, and lacks these protections.
    case ready(lacking: [String])
    /// The version that the bytes are of.
    case head(UInt64, RemoteVersion)
    /// The next bytes.
    case bytes(UInt64, [UInt8])
    /// All bytes have come.
    case end(UInt64)
    /// No more bytes come, and the server asks to wait so many seconds.
    case failed(UInt64, RemoteFault, retryAfter: Int)
}

// MARK: - Encoding

extension FetchRequest {
    var bytes: [UInt8] {
        var writer = ByteWriter()
        switch self {
        case .fetch(let order):
            writer.append(UInt64(0))
            order.send(into: &writer)
        case .cancel(let id):
            writer.append(UInt64(1))
            writer.append(id)
        }
        return writer.bytes
    }

    init(_ bytes: [UInt8]) throws(StoredError) {
        var reader = ByteReader(bytes)
        switch try reader.number() {
        case 0: self = .fetch(try FetchOrder(sentTo: &reader))
        case 1: self = .cancel(try reader.number())
        default: throw .impossible
        }
        try reader.finish()
    }
}

extension FetchOrder {
    fileprivate func send(into writer: inout ByteWriter) {
        writer.append(id)
        writer.append(address)
        writer.append(signed: first)
        writer.append(signed: last)
        writer.append(version == nil ? 0 : 1)
        version?.send(into: &writer)
        writer.append(UInt64(named.count))
        for origin in named { writer.append(origin) }
    }

    fileprivate init(sentTo reader: inout ByteReader) throws(StoredError) {
        (id, address) = (try reader.number(), try reader.text())
        (first, last) = (try reader.signed(), try reader.signed())
        version = try reader.number() == 1 ? try RemoteVersion(sentTo: &reader) : nil
        named = []
        for _ in 0..<(try reader.integer(in: 0...1 << 20)) { named.append(try reader.text()) }
    }
}

extension RemoteVersion {
    fileprivate func send(into writer: inout ByteWriter) {
        writer.append(signed: size)
        for text in [tag, modified] {
            writer.append(text == nil ? 0 : 1)
            writer.append(text ?? "")
        }
    }

    fileprivate init(sentTo reader: inout ByteReader) throws(StoredError) {
        size = try reader.signed()
        var texts: [String?] = []
        for _ in 0..<2 {
            let isThere = try reader.number() == 1
            let text = try reader.text()
            texts.append(isThere ? text : nil)
        }
        (tag, modified) = (texts[0], texts[1])
    }
}

extension FetchAnswer {
    var bytes: [UInt8] {
        var writer = ByteWriter()
        switch self {
        case .ready(let lacking):
            writer.append(UInt64(0))
            writer.append(UInt64(lacking.count))
            for name in lacking { writer.append(name) }
        case .head(let id, let version):
            writer.append(UInt64(1))
            writer.append(id)
            version.send(into: &writer)
        case .bytes(let id, let bytes):
            writer.append(UInt64(2))
            writer.append(id)
            writer.append(bytes: bytes)
        case .end(let id):
            writer.append(UInt64(3))
            writer.append(id)
        case .failed(let id, let fault, let seconds):
            let (code, detail) = fault.numbers
            writer.append(UInt64(4))
            writer.append(id)
            for number in [Int64(code), Int64(detail), Int64(seconds)] {
                writer.append(signed: number)
            }
        }
        return writer.bytes
    }

    init(_ bytes: [UInt8]) throws(StoredError) {
        var reader = ByteReader(bytes)
        switch try reader.number() {
        case 0:
            var lacking: [String] = []
            for _ in 0..<(try reader.integer(in: 0...16)) { lacking.append(try reader.text()) }
            self = .ready(lacking: lacking)
        case 1: self = .head(try reader.number(), try RemoteVersion(sentTo: &reader))
        case 2: self = .bytes(try reader.number(), try reader.run())
        case 3: self = .end(try reader.number())
        case 4:
            let id = try reader.number()
            let code = Int32(clamping: try reader.signed())
            let fault = RemoteFault(code: code, detail: Int32(clamping: try reader.signed()))
            self = .failed(id, fault, retryAfter: Int(try reader.signed()))
        default: throw .impossible
        }
        try reader.finish()
    }
}
