import Media
import Synchronization
import Timeline

/// Pictures that were made before, the least recently used leaving first.
///
/// Shared by the workers that fill it and the loop that looks into it.
final class PreviewCache: Sendable {
    /// What tells one picture from another.
    ///
    /// By ordinal, because a frame's number may still change while its file is being scanned.
    struct Key: Hashable {
        let clip: ClipKey
        let ordinal: Int
        /// How many packets were known, for a frame that is not settled: its packet may be cut off.
        var edition = 0
        let format: PreviewFormat
    }

    private struct Entry {
        let preview: Preview
        var lastUse: Int
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var bytes = 0
        var uses = 0
    }

    private let state = Mutex(State())
    private let limit: Int

    /// Creates a cache of at most `limit` bytes of pictures.
    init(limit: Int) { self.limit = limit }

    /// Bytes of the pictures that are kept.
    var bytes: Int { state.withLock { $0.bytes } }

    /// The picture, if it is at hand.
    subscript(key: Key) -> Preview? {
        state.withLock { state in
            state.uses += 1
            state.entries[key]?.lastUse = state.uses
            return state.entries[key]?.preview
        }
    }

    /// Whether the picture is at hand; asking does not count as use.
    func holds(_ key: Key) -> Bool { state.withLock { $0.entries[key] != nil } }

    /// The picture that was ordered, else of the frame nearest to it, the earlier of two.
    ///
    /// Looks only as far as a person would still take for the same place.
    func nearest(to order: PictureOrder) -> EncodedFrame? {
        let frames = 0..<order.source.index.table.count
        for distance in 0...Self.reach {
            for frame in [order.frame - distance, order.frame + distance]
            where frames.contains(frame) {
                guard let preview = self[order.key(of: frame)] else { continue }
                return EncodedFrame(preview, frame: frame, of: order.source)
            }
        }
        return nil
    }

    /// Frames on either side that a picture is looked for.
    private static let reach = 60

    /// Keeps a picture.
    func insert(_ preview: Preview, for key: Key) {
        state.withLock { state in
            state.uses += 1
            let old = state.entries.updateValue(
                Entry(preview: preview, lastUse: state.uses),
                forKey: key
            )
            state.bytes += preview.bytes.count - (old?.preview.bytes.count ?? 0)
            if state.bytes > limit { Self.evict(from: &state, downTo: limit / 8 * 7) }
        }
    }

    /// Makes room for an eighth at once, so that sorting is rare.
    private static func evict(from state: inout State, downTo limit: Int) {
        for (key, entry) in state.entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
            guard state.bytes > limit else { return }
            state.entries[key] = nil
            state.bytes -= entry.preview.bytes.count
        }
    }
}
