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
    /// Whether all of it is sent at once, and no part of it.
    package var isWhole: Bool

    package init(
        size: Int64,
        tag: String? = nil,
        modified: String? = nil,
        isWhole: Bool = false
    ) {
        (self.size, self.tag, self.modified, self.isWhole) = (size, tag, modified, isWhole)
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

/// A range of bytes to be fetched, or a list of files.
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
    /// How what is there lists files; `nil` for a file, of which bytes are wanted.
    var form: FolderPage.Form?
    /// What the request is signed with; `nil` leaves it without a signature.
    var signature: Signature?
    /// How much of a file is asked for.
    var extent = Extent.range
    /// How long it waits before it is sent, of which the fetcher is not told.
    var delay = Duration.zero

    /// How much of a file is asked for.
    enum Extent: UInt64, Sendable {
        /// The range alone.
        case range
        /// The range, or else to be told of all of it, which is not read.
        case probe
        /// All of it.
        case whole
    }

    /// What a request to a store that speaks S3 is signed with.
    struct Signature: Equatable, Sendable {
        let region: String
        let key: S3Key
    }
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
    case bytes(UInt64, ArraySlice<UInt8>)
    /// The files that are listed, after which the order has ended.
    case listed(UInt64, FolderPage)
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
        writer.append(form.map { $0.rawValue + 1 } ?? 0)
        let texts =
            signature.map { [$0.region, $0.key.id, $0.key.secret, $0.key.token ?? ""] } ?? []
        writer.append(UInt64(texts.count))
        for text in texts { writer.append(text) }
        writer.append(extent.rawValue)
    }

    fileprivate init(sentTo reader: inout ByteReader) throws(StoredError) {
        (id, address) = (try reader.number(), try reader.text())
        (first, last) = (try reader.signed(), try reader.signed())
        version = try reader.number() == 1 ? try RemoteVersion(sentTo: &reader) : nil
        named = []
        for _ in 0..<(try reader.integer(in: 0...1 << 20)) { named.append(try reader.text()) }
        let form = try reader.number()
        if form > 0 {
            self.form = FolderPage.Form(rawValue: form - 1)
            guard self.form != nil else { throw .impossible }
        }
        if try reader.number() == 4 {
            let (region, id, secret) = (try reader.text(), try reader.text(), try reader.text())
            let token = try reader.text()
            let key = S3Key(id: id, secret: secret, token: token.isEmpty ? nil : token)
            signature = Signature(region: region, key: key)
        }
        guard let extent = Extent(rawValue: try reader.number()) else { throw .impossible }
        self.extent = extent
    }
}

extension FolderPage {
    fileprivate func send(into writer: inout ByteWriter) {
        writer.append(UInt64(files.count))
        for file in files {
            writer.append(file.name)
            RemoteVersion(size: file.size, tag: file.tag, modified: file.modified)
                .send(into: &writer)
        }
        writer.append(UInt64(folders.count))
        for name in folders { writer.append(name) }
        writer.append(next == nil ? 0 : 1)
        writer.append(next ?? "")
    }

    fileprivate init(sentTo reader: inout ByteReader) throws(StoredError) {
        self.init()
        for _ in 0..<(try reader.integer(in: 0...Self.most)) {
            let name = try reader.text()
            let version = try RemoteVersion(sentTo: &reader)
            let (tag, time) = (version.tag, version.modified)
            files.append(File(name: name, size: version.size, tag: tag, modified: time))
        }
        for _ in 0..<(try reader.integer(in: 0...Self.most)) { folders.append(try reader.text()) }
        let hasNext = try reader.number() == 1
        let text = try reader.text()
        next = hasNext ? text : nil
    }
}

extension RemoteVersion {
    fileprivate func send(into writer: inout ByteWriter) {
        writer.append(signed: size)
        for text in [tag, modified] {
            writer.append(text == nil ? 0 : 1)
            writer.append(text ?? "")
        }
        writer.append(isWhole ? 1 : 0)
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
        isWhole = try reader.number() == 1
    }
}

extension FetchAnswer {
    /// The message, but for the bytes of the file at its end.
    var head: [UInt8] {
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
            writer.append(UInt64(bytes.count))
        case .listed(let id, let page):
            writer.append(UInt64(5))
            writer.append(id)
            page.send(into: &writer)
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

    /// The bytes of the file at the message's end, which are not copied.
    var content: ArraySlice<UInt8> { if case .bytes(_, let bytes) = self { bytes } else { [] } }

    init(_ bytes: [UInt8]) throws(StoredError) {
        var reader = ByteReader(bytes)
        switch try reader.number() {
        case 0:
            var lacking: [String] = []
            for _ in 0..<(try reader.integer(in: 0...16)) { lacking.append(try reader.text()) }
            self = .ready(lacking: lacking)
        case 1: self = .head(try reader.number(), try RemoteVersion(sentTo: &reader))
        case 2: self = .bytes(try reader.number(), try reader.slice())
        case 3: self = .end(try reader.number())
        case 4:
            let id = try reader.number()
            let code = Int32(clamping: try reader.signed())
            let fault = RemoteFault(code: code, detail: Int32(clamping: try reader.signed()))
            self = .failed(id, fault, retryAfter: Int(try reader.signed()))
        case 5: self = .listed(try reader.number(), try FolderPage(sentTo: &reader))
        default: throw .impossible
        }
        try reader.finish()
    }
}
