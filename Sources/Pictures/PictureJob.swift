package import Basics
package import Library
package import Media
import Synchronization
import System
import Timeline

/// A job for the decode workers: the picture of one frame, and who requested it.
///
/// Where to go on reading: ``DecodeWorker`` queues jobs for its thread, ``DecoderPool`` chooses the
/// decoder, and ``DecodePlan`` says which frames are decoded on the way to the requested one. The
/// result comes back to the loop as ``PictureReport/picture(_:_:)``.
package struct PictureJob: Sendable {
    /// Who requested it.
    package enum Requester: Hashable, Sendable {
        case socket(SocketID)
        case exchange(ExchangeID)
        /// A look at a keyframe near the target of a socket, by its time: its number may change.
        case glance(SocketID, at: Int64)
        /// A request for many pictures, of which this is one.
        case tile(ExchangeID)
        /// Prefetching: the pointer of this socket is likely to reach the frame.
        case prefetch(SocketID, Prefetch.RelativeGOP)
        /// A picture of a clip's storyboard, which nobody waits for.
        case storyboard(ClipKey)

        /// Whether somebody waits for a look that takes one decode, to which a longer job gives way.
        var isBrief: Bool { if case .glance = self { true } else { false } }
    }

    /// Who requested it.
    package let requester: Requester
    /// The clip.
    package let source: ClipSource
    /// The frame's number.
    package let frame: Int
    /// The width and quality.
    package let format: PreviewFormat
    /// Which frames that are decoded on the way to the requested one get a picture too.
    package let pictures: PreviewSelection
    /// Frames by which a pointer of steady speed moves per message at least, or the target by equal
    /// steps; negative for a step backward, and 0 for any other movement.
    let stride: Int
    /// The first frame before the requested one that may still get a picture: those before it were
    /// decoded until the job gave way.
    private var remaining = 0
    let cancellation = Cancellation()
    /// Where the pointer is by now, updated by the loop.
    let pointer: PointerFrame

    /// Creates the job of making the picture of `frame` for `requester`.
    package init(
        _ frame: Int,
        of source: ClipSource,
        _ format: PreviewFormat,
        _ pictures: PreviewSelection,
        for requester: Requester,
        stride: Int = 0
    ) {
        self.requester = requester
        self.source = source
        self.frame = frame
        self.format = format
        self.pictures = pictures
        self.stride = stride
        pointer = PointerFrame(on: frame)
    }

    /// Whether the frame's GOP is too long to be decoded again for each step backward.
    var isInLongGOP: Bool { !Prefetch.isWorthIt(gop) }

    /// The steps by which the target goes back, if it does.
    var steps: BackwardSteps? { BackwardSteps(from: frame, by: stride) }

    /// How many frames before the requested one get pictures.
    var run: Int { PreviewCadence.run(of: pictures, inLongGOP: isInLongGOP) }

    /// The first frame from `first` to the requested one that may still get a picture.
    func remaining(from first: Int) -> Int { min(max(first, remaining), frame) }

    /// The same job, once it has given way after `passed` was decoded.
    ///
    /// A decoder gives out no frame twice, so frames that it has passed are not asked for again: it
    /// would begin anew at the keyframe.
    func resumed(after passed: Int) -> PictureJob {
        var job = self
        job.remaining = max(remaining, passed + 1)
        return job
    }

    /// Whether somebody waits for the picture.
    var isUrgent: Bool { rank <= Self.lastUrgent }

    /// Whether a person watches, for whom the picture of a frame nearby is better than none.
    var isWatched: Bool { if case .socket = requester { true } else { false } }

    /// Whether its pictures belong to the clip's storyboard, in whose size they are.
    var isReduced: Bool {
        switch requester {
        case .glance, .storyboard: true
        default: false
        }
    }

    /// The job whose picture of a frame on the way is the storyboard's.
    var reduced: PictureJob {
        let requester = Requester.storyboard(source.key)
        return PictureJob(frame, of: source, Storyboard.format, pictures, for: requester)
    }

    /// Whether it is for a keyframe, which is decoded at once or not at all.
    var isGlance: Bool {
        isReduced && pictures == .none
    }

    /// The job's priority in the queue; the lowest is served first.
    ///
    /// First what a person watches or a program requests singly, then tiles, then prefetching, and
    /// in idle time the storyboard.
    var rank: Int {
        switch requester {
        case .glance, .socket, .exchange: Self.glanceRank
        case .tile: Self.lastUrgent
        case .prefetch(_, let gop): Self.lastUrgent + gop.rawValue
        case .storyboard: Self.lastUrgent + Prefetch.RelativeGOP.allCases.count + 1
        }
    }

    /// The rank of looks that take one decode.
    static let glanceRank = 0
    private static let lastUrgent = 1

    /// Whether the worker may stop at `frame`, before it has reached the requested one.
    func isDone(at frame: Int) -> Bool {
        cancellation.isCancelled || isMet(at: frame) || isTooFine
    }

    /// Whether the pointer was slow enough for every frame to be made, and is too far ahead now.
    private var isTooFine: Bool {
        isWatched && pictures == .all && frame - pointer.frame > 2 * PreviewCadence.run
    }

    /// Whether the pointer has come back to where the decoder is, at `frame`.
    func isMet(at frame: Int) -> Bool { pointer.isMet(at: frame, towards: self.frame) }

    /// Whether the pointer has moved on to a later GOP, which is decoded from its own keyframe and
    /// not over the requested frame.
    var isOvertaken: Bool { isWatched && pointer.frame >= gop.upperBound }

    /// The key of the picture in the caches.
    var key: PreviewCache.Key { key(of: frame) }

    /// The key of another frame's picture in the same format.
    func key(of frame: Int) -> PreviewCache.Key {
        let table = source.index.table
        let place: PreviewCache.Key.Place =
            if isReduced {
                .time(table.pts(of: frame).ticks)
            } else if let ordinal = storedOrdinal(of: frame) {
                .packet(ordinal: ordinal, edition: 0)
            } else {
                .packet(ordinal: table.ordinal(of: frame), edition: table.scanned)
            }
        return PreviewCache.Key(clip: source.key, place: place, format: format)
    }

    /// The packet by which a frame's picture is kept on the disk; `nil` where it may still be
    /// another.
    func storedOrdinal(of frame: Int) -> Int? {
        let (info, table) = (source.index.info, source.index.table)
        // An audio file's cover is the picture of every frame.
        guard info.cover == nil else { return 0 }
        return frame < table.settled ? table.ordinal(of: frame) : nil
    }
}

/// The frame that the pointer is on by now, shared by the loop and the worker that decodes a job.
///
/// While the pointer moves backward and the decoder forward, they come towards each other. Once
/// they have met, the frames from there to the requested one are not wanted any more, and the
/// worker stops. Safe on every thread.
final class PointerFrame: Sendable {
    private let current: Atomic<Int>

    /// Starts on the requested frame.
    init(on frame: Int) { current = Atomic(frame) }

    /// The pointer's frame.
    var frame: Int { current.load(ordering: .relaxed) }

    /// Notes the pointer's newest frame.
    func move(to frame: Int) { current.store(frame, ordering: .relaxed) }

    /// Whether the decoder, at `frame` on the way to `target`, has met the pointer.
    func isMet(at frame: Int, towards target: Int) -> Bool {
        let pointer = self.frame
        return pointer < target && frame >= pointer
    }
}
