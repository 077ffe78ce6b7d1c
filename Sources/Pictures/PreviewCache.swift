import Library
import Media
import Synchronization
import Timeline

/// Encoded pictures in memory, of which the least recently used are dropped first.
///
/// The workers fill it and the loop reads it. Safe on every thread.
final class PreviewCache: Sendable {
    /// What identifies a picture.
    struct Key: Hashable {
        /// Where in the clip it is, by what does not change while the file is being scanned: a
        /// frame's number may.
        enum Place: Hashable {
            /// The frame of a packet; for one that is not settled, with how many packets were
            /// scanned, as its packet may be cut off, or have another number.
            case packet(ordinal: Int, edition: Int)
            /// A picture of the storyboard, by its time: its packet may not be numbered yet.
            case time(Int64)
        }

        let clip: ClipKey
        let place: Place
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

    /// The picture, if it is cached.
    subscript(key: Key) -> Preview? {
        state.withLock { state in
            state.uses += 1
            state.entries[key]?.lastUse = state.uses
            return state.entries[key]?.preview
        }
    }

    /// Whether the picture is cached; this does not count as use.
    func holds(_ key: Key) -> Bool { state.withLock { $0.entries[key] != nil } }

    /// The requested picture, else the one nearest to it that may be shown in its place.
    ///
    /// - Parameters:
    ///   - job: What is wanted.
    ///   - frame: The frame that is shown now: the stand-in lies between it and the requested one.
    ///     When there is none, the stand-in lies at most 60 frames away on either side.
    /// - Returns: The picture, or `nil` when none is cached.
    func nearest(to job: PictureJob, from frame: Int?) -> EncodedFrame? {
        for frame in frame.map({ job.frames(backTo: $0) }) ?? job.neighbours {
            guard let preview = self[job.key(of: frame)] else { continue }
            return EncodedFrame(preview, frame: frame, of: job.source)
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

    /// Drops an eighth at once, so that sorting is rare.
    private static func evict(from state: inout State, downTo limit: Int) {
        for (key, entry) in state.entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
            guard state.bytes > limit else { return }
            state.entries[key] = nil
            state.bytes -= entry.preview.bytes.count
        }
    }
}

extension PictureJob {
    /// The requested frame, and those between it and `frame`, the nearest first.
    ///
    /// At most 250.
    fileprivate func frames(backTo frame: Int) -> [Int] {
        let step = frame < self.frame ? -1 : 1
        let count = min(abs(frame - self.frame), Self.furthest)
        return [self.frame] + (1..<max(count, 1)).map { self.frame + step * $0 }
    }

    /// Frames on either side among which a stand-in is looked for.
    private static let reach = 60
    /// A picture from further back does not help to find the place; the storyboard has one nearer.
    private static let furthest = 250

    /// The frames near enough to be shown in place of the requested one, the nearest first.
    var neighbours: [Int] {
        (0...Self.reach).flatMap { $0 == 0 ? [frame] : [frame - $0, frame + $0] }
            .filter { (0..<source.index.table.count).contains($0) }
    }
}
