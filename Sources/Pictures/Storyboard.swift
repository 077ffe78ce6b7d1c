import Basics
import Library
import Media
import Timeline

/// The pictures that show a whole film: its keyframes, made in idle time, coarse to fine.
///
/// First come the first one, the last, the middle, the quarters, and so on, so that at any moment
/// those that are there are spread evenly. All are of one size, for clients of any size: a fast drag
/// shows them until pictures of its own size are there. In a GOP that is too long to be decoded for
/// a glance, every 250th frame counts as well.
///
/// A value: it says what is made next and what there is; the pictures are in the cache, which may
/// drop them. Frames are known by their times, as their numbers change while a file is scanned.
struct Storyboard {
    /// The size and quality of all its pictures.
    static let format = PreviewFormat(width: width, quality: 75)
    /// Their columns of pixels, at most.
    static let width = 480
    /// Pictures at most, about 40 MB: of a film with more keyframes, some are left out.
    static let limit = 2048
    /// The frames between two pictures in a GOP that is decoded as a whole.
    static let spacing = 250

    private var source: ClipSource
    /// The frames that it consists of, in the order in which they are made.
    private var order: [Int] = []
    private var next = 0
    /// The times of the pictures that were made, ascending.
    private var made: [Int64] = []
    private var failed: Set<Int64> = []

    /// Starts the storyboard of a clip, as far as its frames are known.
    init(of source: ClipSource) {
        self.source = source
        order = Self.coarseToFine(Self.frames(of: source))
    }

    /// Takes further frames of the same file.
    mutating func update(to source: ClipSource) {
        self.source = source
        (order, next) = (Self.coarseToFine(Self.frames(of: source)), 0)
    }

    /// How many pictures there are.
    var count: Int { made.count }

    /// The clip.
    var clip: ClipKey { source.key }

    /// The frames of the clip, as far as they are known.
    var table: FrameTable { source.index.table }

    /// Whether all pictures were made that can be.
    var isComplete: Bool { table.isComplete && order[next...].allSatisfy(isDone) }

    /// The frame at a picture's time, if its number does not change any more.
    func settledFrame(at time: Int64) -> Int? {
        guard let frame = table.frame(at: Timestamp(time)), frame < table.settled,
            table.pts(of: frame).ticks == time
        else { return nil }
        return frame
    }

    /// The job for the next picture, or for those of a long GOP; `nil` when all were made.
    mutating func nextJob() -> PictureJob? {
        while next < order.count, isDone(order[next]) { next += 1 }
        guard next < order.count else { return nil }
        let (frame, gop) = (order[next], source.index.table.gop(of: order[next]))
        guard !Prefetch.isWorthIt(gop) else { return job(frame, .none) }
        let frames = order.filter { gop.contains($0) && !isDone($0) }
        return job(frames.max() ?? frame, .these(Set(frames)))
    }

    private func job(_ frame: Int, _ pictures: PreviewSelection) -> PictureJob {
        PictureJob(frame, of: source, Self.format, pictures, for: .storyboard(source.key))
    }

    private func isDone(_ frame: Int) -> Bool {
        let time = time(of: frame)
        return failed.contains(time) || isMade(time)
    }

    private func time(of frame: Int) -> Int64 { source.index.table.pts(of: frame).ticks }

    private func place(of time: Int64) -> Int { made.partitioningIndex { $0 >= time } }

    private func isMade(_ time: Int64) -> Bool {
        let place = place(of: time)
        return place < made.count && made[place] == time
    }

    /// Notes the picture of a frame.
    mutating func add(_ frame: EncodedFrame) {
        let place = place(of: frame.pts)
        guard place == made.count || made[place] != frame.pts else { return }
        made.insert(frame.pts, at: place)
    }

    /// Notes that a frame cannot be shown.
    mutating func fail(_ job: PictureJob) {
        let frames =
            if case .these(let frames) = job.pictures { frames } else { [job.frame] as Set }
        failed.formUnion(frames.map { job.source.index.table.pts(of: $0).ticks })
    }

    /// The times of pictures that were made, at most eight, the nearest to a time first.
    func nearest(to time: Int64) -> [Int64] {
        let place = place(of: time)
        return made[max(0, place - 4)..<min(made.count, place + 4)]
            .sorted { abs($0 - time) < abs($1 - time) }
    }

    /// The key in the cache of its picture of a time.
    static func key(of time: Int64, in clip: ClipKey) -> PreviewCache.Key {
        PreviewCache.Key(clip: clip, place: .time(time), format: format)
    }
}
