import Synchronization
import Timeline

/// A pack on disk, open for reading, while other processes may write to it.
///
/// Safe on every thread. Nothing in the file is believed: what does not prove to be the preview
/// that was asked for is as if it were not there.
final class PreviewPack: Sendable {
    /// What the pack says of itself.
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

    /// Whether the pack has left the folder.
    var isGone: Bool { file.isRemoved }

    /// What the pack holds now.
    ///
    /// Reads outside of the lock: two threads may read the same, and one of them for nothing.
    func current() -> PackContents {
        var current = contents.withLock { $0 }
        let size = Int(file.size)
        guard size != current.end else { return current }
        current.grow(to: size) { file.bytes(in: $0..<$0 + PackRecord.headSize) }
        contents.withLock { [current] in $0 = current }
        return current
    }

    /// The preview of a packet, if it is there and whole.
    func preview(of ordinal: Int) -> Preview? {
        guard let place = current()[ordinal] else { return nil }
        let bytes = file.bytes(in: place.range)
        // What was noted may have been written anew since, so all is looked at again then.
        guard let record = PackRecord(head: Array(bytes.prefix(PackRecord.headSize))),
            record == place.record, record.proves(bytes.dropFirst(PackRecord.headSize))
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

    /// Whether the pack's use is worth noting: once a second tells packs apart well enough.
    func isToBeTouched(at now: ContinuousClock.Instant = .now) -> Bool {
        lastTouch.withLock { last in
            if let last, now - last < .seconds(1) { return false }
            last = now
            return true
        }
    }
}

/// The packs that a store has open, the least recently used leaving first.
struct OpenPacks {
    private var packs: [(key: PackKey, pack: PreviewPack)] = []
    /// Each holds a descriptor, and forty bytes for each preview.
    private static let limit = 32

    /// The pack, if it is open and still in the folder.
    mutating func find(_ key: PackKey) -> PreviewPack? {
        guard let place = packs.lastIndex(where: { $0.key == key }) else { return nil }
        let found = packs.remove(at: place)
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
