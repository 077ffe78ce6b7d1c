package import Media
import Synchronization
import Timeline

/// A pack of previews on disk, open for reading, while other processes may append to it.
///
/// Safe on every thread. Records are validated by key and checksum; an invalid one counts as
/// missing.
final class PreviewPack: Sendable {
    /// The pack's header.
    let header: PackHeader
    private let file: OpenFile
    private let contents: Mutex<PackContents>
    private let lastTouch = Mutex<ContinuousClock.Instant?>(nil)

    /// Reads a file's header; `nil` when it is no pack.
    init?(_ file: OpenFile) {
        let start = file.bytes(in: 0..<min(PackHeader.limit, Int(file.identity.size)))
        guard let header = PackHeader(decoding: start) else { return nil }
        (self.file, self.header) = (file, header)
        contents = Mutex(PackContents(from: header.encoded.count))
    }

    /// Whether the pack was removed from the folder.
    var isGone: Bool { file.isUnlinked }

    /// The records in the pack now.
    ///
    /// Reads without holding the lock, so two threads may read the same records.
    func current() -> PackContents {
        var current = contents.withLock { $0 }
        let size = Int(file.size)
        guard size != current.end else { return current }
        current.grow(to: size) { file.bytes(in: $0..<$0 + PackRecord.headSize) }
        contents.withLock { [current] in $0 = current }
        return current
    }

    /// The preview of a packet, if it is stored and undamaged.
    func preview(of ordinal: Int) -> Preview? {
        guard let entry = current()[ordinal] else { return nil }
        let bytes = file.bytes(in: entry.range)
        // The pack may have been rewritten since its records were listed, so they are listed again.
        guard let record = PackRecord(head: Array(bytes.prefix(PackRecord.headSize))),
            record == entry.record, record.matches(bytes.dropFirst(PackRecord.headSize))
        else {
            contents.withLock { $0 = PackContents(from: header.encoded.count) }
            return nil
        }
        return Preview(
            bytes: Array(bytes.dropFirst(PackRecord.headSize)),
            size: PixelSize(width: record.width, height: record.height),
            isConcealed: record.isConcealed,
            type: record.type
        )
    }

    /// Whether to update the pack's time of last use, which is done at most once a second.
    func isLastUseStale(at now: ContinuousClock.Instant = .now) -> Bool {
        lastTouch.withLock { last in
            if let last, now - last < .seconds(1) { return false }
            last = now
            return true
        }
    }
}

/// The packs that a store has open; the least recently used are closed first.
struct OpenPacks {
    private var packs: [(key: PackKey, pack: PreviewPack)] = []
    /// Each has a descriptor, and 40 bytes for each preview.
    private static let limit = 32

    /// The pack, if it is open and still in the folder.
    mutating func find(_ key: PackKey) -> PreviewPack? {
        guard let index = packs.lastIndex(where: { $0.key == key }) else { return nil }
        let found = packs.remove(at: index)
        guard !found.pack.isGone else { return nil }
        packs.append(found)
        return found.pack
    }

    /// Adds a pack that was opened.
    mutating func add(_ pack: PreviewPack, for key: PackKey) {
        packs.removeAll { $0.key == key }
        if packs.count == Self.limit { packs.removeFirst() }
        packs.append((key, pack))
    }
}

/// Identifies the file content and the stream that previews are made from.
package struct PreviewSource: Hashable, Sendable {
    let name: String
    /// The pictures' display width in pixels, by the headers.
    let width: Int
    private let fingerprint: Fingerprint

    /// The source for a file as it is now, which is read in part; blocks.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - info: The information from its headers, and the stream.
    package init(_ file: OpenFile, _ info: MediaInfo) {
        self.init(file, stream: info.stream, width: info.size.width)
    }

    init(_ file: OpenFile, stream: Int, width: Int, versions: LibraryVersions = .loaded) {
        (name, self.width) = (file.name, max(1, width))
        fingerprint = Fingerprint(of: file, stream: stream, versions: versions)
    }

    /// Equal where content and stream are; the path does not matter.
    package static func == (one: PreviewSource, other: PreviewSource) -> Bool {
        one.fingerprint == other.fingerprint
    }

    /// Hashes the fingerprint.
    package func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }

    fileprivate func encode(into writer: inout ByteWriter) {
        writer.append(bytes: fingerprint.bytes)
    }
}

/// Which pack a preview is in: one for each source, format and segment of packets.
///
/// A long file has many, so that segments are evicted and not all previews of the file.
struct PackKey: Hashable {
    private let source: PreviewSource
    private let width: Int
    private let quality: Int
    private let segment: Int

    /// Packets per segment: a few minutes of video, some ten megabytes at most.
    private static let span = 4096

    /// The key of the pack with the packet `ordinal`.
    ///
    /// No preview is wider than the picture itself, so all wider formats share a pack.
    init(_ ordinal: Int, of source: PreviewSource, _ format: PreviewFormat) {
        self.source = source
        width = min(format.width ?? source.width, source.width)
        quality = format.quality
        segment = ordinal / Self.span
    }

    /// Whether a preview is no wider than its format: the picture size may change within a stream,
    /// and be larger than in the headers.
    func fits(_ preview: Preview) -> Bool { preview.size.width <= width }

    /// Everything that a pack depends on.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        source.encode(into: &writer)
        writer.append(PreviewMaker.version)
        writer.append(UInt64(width))
        writer.append(UInt64(quality))
        writer.append(UInt64(segment))
        return writer.bytes
    }

    /// The name of the pack's file, without the ending.
    var name: String { Fingerprint.name(of: bytes) }

    /// The header of a new pack.
    var header: PackHeader? {
        var writer = ByteWriter()
        writer.append(source.name)
        writer.append(UInt64(width))
        writer.append(UInt64(quality))
        return PackHeader(key: bytes, about: writer.bytes)
    }
}
