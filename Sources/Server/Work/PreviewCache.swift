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

        /// Whether the picture will never be another.
        var isFinal: Bool { edition == 0 }
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

    /// The picture that was ordered, else of the frame nearest to it on the way there.
    ///
    /// - Parameters:
    ///   - order: What is wanted.
    ///   - frame: The frame that is in sight, from which the way comes; when there is none, the
    ///     nearest on either side will do, as far as a person would still take it for the place.
    /// - Returns: The picture, or `nil` when none is at hand.
    func nearest(to order: PictureOrder, from frame: Int?) -> EncodedFrame? {
        for frame in frame.map({ order.frames(backTo: $0) }) ?? order.neighbours {
            guard let preview = self[order.key(of: frame)] else { continue }
            return EncodedFrame(preview, frame: frame, of: order.source)
        }
        return nil
    }

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

extension PictureOrder {
    /// The ordered frame, and those between it and `frame`, the nearest first.
    ///
    /// No further than a thousand: a stand-in from further away says nothing of the place.
    fileprivate func frames(backTo frame: Int) -> [Int] {
        let step = frame < self.frame ? -1 : 1
        let count = min(abs(frame - self.frame), 1000)
        return [self.frame] + (1..<max(count, 1)).map { self.frame + step * $0 }
    }

    /// Frames on either side that a picture is looked for.
    private static let reach = 60

    /// The frames that a person would take for the same place, the nearest first.
    var neighbours: [Int] {
        (0...Self.reach).flatMap { $0 == 0 ? [frame] : [frame - $0, frame + $0] }
            .filter { (0..<source.index.table.count).contains($0) }
    }
}
