import Media
import System
import Timeline
import Transport
import Wire

/// The picture that a session wants, with what its flow says about how it is to be made.
struct WantedPicture {
    let target: PreviewFlow.Target
    let socket: SocketID
    let source: ClipSource
    /// The frame of the newest picture that the client has or gets.
    let newest: Int?
    /// Whether the pointer is so slow that every frame may be wanted.
    let isSlow: Bool
    /// The frames that were targets recently.
    let passed: Set<Int>
    /// Frames by which a pointer of steady speed moves per message at least.
    let stride: Int
}

/// The pictures of all clips: those that are cached, and the jobs for the decode workers.
///
/// Belongs to the loop's thread.
final class PictureService {
    private let cache: PreviewCache
    private let previews: PreviewTiers
    private let decoders: [DecodeWorker]
    private let tileWorker: TileWorker
    private let memoryLimit: Int
    /// What is being decoded for each socket.
    private var orders: [SocketID: SocketOrders] = [:]
    /// The pictures that the decode workers have not delivered yet.
    private var pending = PendingPictures<PictureJob.Requester>()
    /// Which of the decode workers makes the pictures of which clip.
    private var assignments: ClipAssignments

    /// The jobs for one socket.
    private struct SocketOrders {
        /// The picture that is being decoded.
        var job: PictureJob?
        var prefetch = Prefetch()
    }

    /// Starts the decode workers.
    init(_ settings: ServerSettings, _ results: Mailbox<JobResult>) {
        let count = max(1, settings.decodeThreads)
        let cache = PreviewCache(limit: settings.previewMemory)
        let previews = PreviewTiers(memory: cache, store: settings.previewStore)
        (self.cache, self.previews, memoryLimit) = (cache, previews, settings.previewMemory)
        tileWorker = TileWorker(reports: results, workers: settings.workers)
        assignments = ClipAssignments(among: count)
        decoders = (0..<count).map { _ in
            DecodeWorker(
                previews: previews,
                reports: results,
                workers: settings.workers,
                threads: 2
            )
        }
    }

    /// Writes what waits for the disk.
    func finish() { previews.finish() }

    /// Has the worker that is assigned to a clip make a picture of it.
    func post(_ job: PictureJob) {
        let worker = assignments.worker(for: job.source.key)
        if job.isUrgent { pending.add(job.requester, to: worker, at: .now) }
        decoders[worker].post(job)
    }

    /// Cancels a picture that nobody waits for any more.
    func withdraw(_ job: PictureJob) {
        job.cancellation.cancel()
        pending.withdraw(job.requester)
        decoders[assignments.worker(for: job.source.key)].queue.withdraw(job.requester)
    }

    /// Notes that a picture was delivered, or why not, and returns how long somebody has waited.
    func finish(_ job: PictureJob) -> Duration? {
        if case .socket(let socket) = job.requester { orders[socket]?.job = nil }
        let worker = assignments.worker(for: job.source.key)
        return pending.finish(job.requester, by: worker, at: .now)
    }

    /// The picture of a job, if it is cached.
    func cached(_ key: PreviewCache.Key) -> Preview? { cache[key] }

    /// Has tiles put together into one file.
    func compose(_ tiles: TileSet, of source: ClipSource, for exchange: ExchangeID) {
        let job = TileWorker.Job(exchange: exchange, tiles: tiles, file: source.file)
        tileWorker.queue.post(job, for: exchange)
    }

    /// Forgets clips that have been closed.
    func forget(_ clips: [ClipKey]) { for clip in clips { assignments.forget(clip) } }
}

// MARK: - Sockets

extension PictureService {
    /// The cached picture that is nearest to what a session wants, if there is one.
    func find(_ wanted: WantedPicture) -> EncodedFrame? {
        let job = job(for: wanted)
        let socket = wanted.socket
        orders[socket]?.job?.pointer.move(to: job.frame)
        orders[socket, default: SocketOrders()].prefetch.follow(job)
        if wanted.target.goesBack { prefetch(for: socket) { $0.goBack(from: job, for: socket) } }
        return cache.nearest(to: job, from: wanted.newest)
    }

    /// Has what a session wants decoded.
    func decode(_ wanted: WantedPicture) {
        let job = job(for: wanted)
        orders[wanted.socket, default: SocketOrders()].job = job
        post(job)
    }

    /// Has the frames decoded around what a session wants, where the pointer rests.
    func prefetch(around wanted: WantedPicture) {
        let job = job(for: wanted)
        prefetch(for: wanted.socket) { $0.rest(at: job, for: wanted.socket) }
    }

    /// Cancels all that is being decoded for a socket.
    func cancel(for socket: SocketID) {
        guard var order = orders.removeValue(forKey: socket) else { return }
        order.prefetch.giveUp()
        if let job = order.job { withdraw(job) }
    }

    private func prefetch(for socket: SocketID, _ jobs: (inout Prefetch) -> [PictureJob]) {
        for job in jobs(&orders[socket, default: SocketOrders()].prefetch) { post(job) }
    }

    private func job(for wanted: WantedPicture) -> PictureJob {
        let target = wanted.target
        let gop = wanted.source.index.table.gop(of: target.frame)
        let keepsAll = wanted.isSlow && Prefetch.isWorthIt(gop)
        let backward: PreviewSelection = keepsAll ? .all : .last
        return PictureJob(
            target.frame,
            of: wanted.source,
            PreviewFormat(width: target.format.width, quality: target.format.quality),
            target.goesBack ? backward : .some(wanted.passed),
            for: .socket(wanted.socket),
            stride: wanted.stride
        )
    }
}

// MARK: - Monitoring

extension PictureService {
    /// When the oldest picture was requested that a worker owes.
    func oldestPending() -> ContinuousClock.Instant? {
        for (worker, decoder) in decoders.enumerated() where decoder.pendingJobs == 0 {
            pending.idle(worker)
        }
        return pending.oldest
    }

    /// Adds the pictures to the metrics, of a server that takes so many connections.
    func report(in metrics: inout Metrics, connections: Int) {
        metrics.cacheBytes = cache.bytes
        metrics.stored = previews.counts
        metrics.decoded = decoders.reduce(0) { $0 + $1.framesDecoded }
        metrics.orders = decoders.reduce(0) { $0 + $1.pendingJobs }
        metrics.decoders = decoders.reduce(0) { $0 + $1.openDecoders }
        metrics.limits.cacheBytes = memoryLimit
        metrics.limits.decoders = decoders.count * DecoderPool.limit
        // A client waits for one picture, and each GOP next to its pointer is prefetched once.
        let perClient = 1 + Prefetch.RelativeGOP.allCases.count
        metrics.limits.orders = connections * perClient + decoders.count
    }
}
