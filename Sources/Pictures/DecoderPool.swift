import Basics
import Library
import Media
import MediaWorkers
import System
import Timeline

/// The open decoders of one worker thread; the least recently used is closed first.
///
/// A job goes to the decoder whose position is nearest before its frame, else to the one that
/// served the same client before, so that clients do not make each other's decoders seek. A
/// decoder that serves a drag is kept where the drag will go on, and serves no HTTP request.
struct DecoderPool {
    private let previews: PreviewTiers
    private let worker: MediaWorker
    private let threads: Int
    /// The least recently used first.
    private var clipDecoders: [ClipDecoder] = []
    private var demands: [ClipKey: GOPDemand] = [:]
    /// Decoders that one thread keeps open for what takes more than one decode; each holds a file
    /// and its reference frames.
    static let limit = 4
    /// Those that it keeps open for glances, which hold a few pictures.
    static let glanceLimit = 2

    /// Creates a pool whose decoders run in `worker`, with `threads` frame threads each.
    init(previews: PreviewTiers, worker: MediaWorker, threads: Int) {
        self.previews = previews
        self.worker = worker
        self.threads = threads
    }

    /// Frames that were decoded so far, whether or not they were used.
    private(set) var framesDecoded = 0

    /// How many decoders there are.
    var decoders: Int { clipDecoders.count }

    /// Makes the picture, or takes it from a cache.
    ///
    /// - Parameters:
    ///   - job: What is requested.
    ///   - yields: Asked between frames: whether a more urgent job waits.
    ///   - progressed: Called with each further picture that may be shown meanwhile.
    /// - Returns: How the job ended.
    /// - Throws: When the file cannot be decoded, or the worker process has failed.
    mutating func carryOut(
        _ job: PictureJob,
        yields: () -> Bool,
        progressed: (EncodedFrame) -> Void
    ) throws(MediaError) -> ClipDecoder.Outcome {
        if job.cancellation.isCancelled { return .cancelled }
        if job.isUrgent || job.isGlance, let made = made(job) { return .made(made) }
        let plan = plan(to: job)
        if !job.isUrgent, !job.isGlance {
            // The loop looks only into memory, so pictures from the disk are loaded into it first.
            let isWanted = { !yields() && !job.cancellation.isCancelled }
            guard previews.recall(plan.available, for: job, while: isWanted) else {
                return .yielded(job)
            }
            if plan.isComplete, let made = made(job) { return .made(made) }
        }
        if job.isWatched, let near = previews.recallNearest(to: job) { progressed(near) }
        let decoder = try decoder(for: plan)
        let before = decoder.framesDecoded
        defer { framesDecoded += decoder.framesDecoded - before }
        return try decoder.decode(
            plan,
            previews: previews,
            yields: yields,
            progressed: progressed
        )
    }

    private func made(_ job: PictureJob) -> EncodedFrame? {
        previews.picture(of: job.frame, for: job)
            .map { EncodedFrame($0, frame: job.frame, of: job.source, isReduced: job.isReduced) }
    }

    private mutating func plan(to job: PictureJob) -> DecodePlan {
        let start = job.gop.lowerBound
        let isBusy = demands[job.source.key, default: GOPDemand()].isBusy(start, for: job)
        return DecodePlan(to: job, keeping: isBusy ? .all : job.pictures, previews: previews)
    }

    private mutating func decoder(for plan: DecodePlan) throws(MediaError) -> ClipDecoder {
        clipDecoders.removeAll { $0.key == plan.job.source.key && !$0.serves(plan.job.source) }
        // Each glance takes a seek, so that no decoder is nearer than another.
        let known = (plan.job.isGlance ? nil : nearest(to: plan)) ?? own(plan.job)
        let decoder = if let known { known } else { try newDecoder(for: plan.job) }
        // Prefetching does not count as use of a decoder.
        guard plan.job.isUrgent else { return decoder }
        clipDecoders.removeAll { $0 === decoder }
        clipDecoders.append(decoder)
        return decoder
    }

    private func nearest(to plan: DecodePlan) -> ClipDecoder? {
        clipDecoders.filter { $0.key == plan.job.source.key && $0.owner.lends(to: plan.job.owner) }
            .compactMap { decoder in decoder.distance(to: plan).map { (decoder, $0) } }
            .min { $0.1 < $1.1 }?.0
    }

    private func own(_ job: PictureJob) -> ClipDecoder? {
        clipDecoders.first { $0.key == job.source.key && $0.owner == job.owner }
    }

    private mutating func newDecoder(for job: PictureJob) throws(MediaError) -> ClipDecoder {
        let alike = clipDecoders.filter { $0.isForGlances == job.isGlance }
        if alike.count == (job.isGlance ? Self.glanceLimit : Self.limit) {
            clipDecoders.removeAll { $0 === alike.first }
        }
        let open = Set(clipDecoders.map(\.key))
        demands = demands.filter { open.contains($0.key) || $0.key == job.source.key }
        // A keyframe alone is decoded by one thread, whatever there are.
        let decoder = try ClipDecoder(
            for: job,
            by: worker,
            threads: job.isGlance ? 1 : threads,
            beside: clipDecoders.first { $0.key == job.source.key }
        )
        clipDecoders.insert(decoder, at: 0)
        return decoder
    }
}

/// A decoder of one file and the encoder of its pictures, which run in the worker process.
final class ClipDecoder {
    /// How a job ended.
    enum Outcome {
        /// The frame was decoded and its picture made.
        case made(EncodedFrame)
        /// The picture is no longer wanted.
        case cancelled
        /// A more urgent job waits; the decoder can go on later from where it is, with this job.
        case yielded(PictureJob)
    }

    /// The file it reads.
    let key: ClipKey
    /// Which kind of requester it was opened for.
    let owner: Owner
    private let source: ClipSource
    private let reader: WorkerReader

    /// The requesters that share a decoder, because they move through the file together.
    enum Owner: Hashable {
        case socket(SocketID)
        case prefetch(SocketID)
        case requests
        case glances
        case storyboard

        /// Whether a decoder of this owner may serve `other`.
        func lends(to other: Owner) -> Bool {
            switch self {
            case .socket: other != .requests && other != .storyboard
            case .prefetch, .requests: other != .storyboard
            case .glances, .storyboard: self == other
            }
        }
    }

    /// Whether it decodes keyframes alone.
    var isForGlances: Bool { owner == .glances }

    /// Opens a file; `other` is a decoder of the same index, where there is one.
    init(
        for job: PictureJob,
        by worker: MediaWorker,
        threads: Int,
        beside other: ClipDecoder?
    ) throws(MediaError) {
        source = job.source
        key = source.key
        owner = job.owner
        reader = try WorkerReader(
            worker,
            source.file,
            index: source.index,
            threads: threads,
            beside: other?.reader
        )
    }

    /// Whether this decoder has the same index as `other`.
    func serves(_ other: ClipSource) -> Bool {
        let (mine, table) = (source.index.table, other.index.table)
        return key == other.key && mine.count == table.count && mine.scanned == table.scanned
            && mine.isComplete == table.isComplete
    }

    /// Frames that were decoded so far.
    var framesDecoded: Int { reader.framesDecoded }

    /// The packets from the decoder's position to the requested frame; `nil` when it has to seek.
    func distance(to plan: DecodePlan) -> Int? {
        reader.distance(to: plan.job.frame, plan.selection)
    }

    /// Decodes the requested frame and encodes its picture, and those on the way that are due.
    ///
    /// `progressed` is called after each of the latter, so that they can be shown while a distant
    /// frame is being decoded. Between any two frames it stops when `yields` says so.
    func decode(
        _ plan: DecodePlan,
        previews: PreviewTiers,
        yields: () -> Bool,
        progressed: (EncodedFrame) -> Void
    ) throws(MediaError) -> Outcome {
        let job = plan.job
        let before = framesDecoded
        var cadence = PreviewCadence(
            plan.pictures,
            to: job.frame,
            from: job.gop.lowerBound,
            since: .now,
            inLongGOP: job.isInLongGOP
        )
        var result: Result<Preview, MediaError>?
        var isCancelled = false
        let passed = try reader.read(job.frame, plan.selection) { frame, shown in
            if isCancelled { return false }
            // A pointer that moves backward and meets the decoder is shown this very frame.
            let isMet = job.isWatched && job.isMet(at: frame)
            if let shown, cadence.isDue(frame, at: .now, orMust: isMet) {
                let own = cadence.isReduced(frame) ? job.reduced : job
                let made = self.picture(of: frame, shown, own, previews)
                if frame == job.frame { result = made }
                if frame != job.frame, let preview = try? made.get() {
                    progressed(
                        EncodedFrame(preview, frame: frame, of: source, isReduced: own.isReduced)
                    )
                }
            }
            // At least one picture of each GOP is shown that the pointer passes.
            isCancelled = job.isDone(at: frame) || cadence.hasMade && job.isOvertaken
            return !isCancelled && !yields()
        }
        guard let preview = try result?.get() else {
            return isCancelled ? .cancelled : .yielded(passed.map(job.resumed) ?? job)
        }
        let decoded = framesDecoded - before
        let frame = EncodedFrame(
            preview,
            frame: job.frame,
            of: source,
            decoded: decoded,
            isReduced: job.isReduced
        )
        return .made(frame)
    }

    /// The frame's picture, from a cache or else encoded and put into the caches.
    private func picture(
        of frame: Int,
        _ shown: ShownFrame,
        _ job: PictureJob,
        _ previews: PreviewTiers
    ) -> Result<Preview, MediaError> {
        if let preview = previews.picture(of: frame, for: job) { return .success(preview) }
        do throws(MediaError) {
            let preview = try shown.picture(job.format)
            previews.insert(preview, of: frame, for: job)
            return .success(preview)
        } catch {
            return .failure(error)
        }
    }
}

extension PictureJob {
    /// The kind of requester whose decoder serves the job.
    var owner: ClipDecoder.Owner {
        switch requester {
        case .socket(let socket): .socket(socket)
        case .prefetch(let socket, _): .prefetch(socket)
        case .exchange, .tile: .requests
        case .glance: .glances
        case .storyboard: isGlance ? .glances : .storyboard
        }
    }
}
