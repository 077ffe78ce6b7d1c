package import Basics
package import Library
package import Media
package import MediaWorkers
import System
package import Timeline
package import Wire

// Pictures: the pictures of frames, made by decode workers and kept in memory and on the disk.
//
// A server creates a `PictureService` and calls it on one thread, the loop's, which never waits for
// a picture: `find` gives what is in memory, and a `PictureJob` is posted for the rest. Decode
// workers, each a thread with a process of its own, carry jobs out, the most urgent first, and
// report each `EncodedFrame` by a `PictureReport`. `PictureJob.Requester` says for whom a job is:
// a person who drags or glances at a keyframe, a program, a sheet of tiles, or nobody yet. Idle time
// makes a `Storyboard` of each open clip. A `TilePlan` says which frames the tiles of a `TileQuery`
// show, and a `TileSet` collects them. The caches, `PreviewCache` and `PreviewTiers`, are safe on
// every thread.

/// The pictures of all clips: those that are cached, and the jobs for the decode workers.
///
/// Belongs to the loop's thread.
package final class PictureService {
    private let cache: PreviewCache
    private let previews: PreviewTiers
    private let decoders: [DecodeWorker]
    private let tileWorker: TileWorker
    private let memoryLimit: Int
    /// Glances of one client at once: one for each core of a small machine, as more would only wait
    /// for each other.
    package static let glanceLimit = 2
    /// What is being decoded for each socket.
    private var orders: [SocketID: SocketOrders] = [:]
    /// The pictures that the decode workers have not delivered yet.
    private var pending = PendingPictures<PictureJob.Requester>()
    /// Which of the decode workers makes which pictures.
    private var assignments: ClipAssignments
    private var storyboards = Storyboards()

    /// Starts the decode workers.
    ///
    /// - Parameters:
    ///   - memoryLimit: Bytes of pictures kept in memory.
    ///   - store: Where pictures are stored; `nil` decodes them again after each start.
    ///   - threads: Threads that decode.
    ///   - workers: The processes that read media.
    ///   - report: Receives what the threads have done, on their own.
    package init(
        memory memoryLimit: Int,
        store: PreviewStore?,
        threads: Int,
        workers: WorkerPool,
        report: @escaping @Sendable (PictureReport) -> Void
    ) {
        let count = max(1, threads)
        let cache = PreviewCache(limit: memoryLimit)
        let previews = PreviewTiers(memory: cache, store: store)
        (self.cache, self.previews, self.memoryLimit) = (cache, previews, memoryLimit)
        tileWorker = TileWorker(workers: workers, report: report)
        assignments = ClipAssignments(among: count)
        decoders = (0..<count).map { _ in
            DecodeWorker(
                previews: previews,
                workers: workers,
                threads: FrameReader.usefulThreads,
                report: report
            )
        }
    }

    /// Writes what waits for the disk.
    package func finish() { previews.finish() }

    /// Has a worker make a picture.
    package func post(_ job: PictureJob) {
        let worker = assignments.assign(job, pending: decoders.map(\.pendingJobs))
        if job.isUrgent { pending.add(job.requester, to: worker, at: .now) }
        decoders[worker].post(job)
    }

    /// Cancels a picture that nobody waits for any more.
    ///
    /// - Returns: Whether it had not begun, so that nothing will be reported of it.
    @discardableResult
    package func withdraw(_ job: PictureJob) -> Bool {
        job.cancellation.cancel()
        pending.withdraw(job.requester)
        return decoders[assignments.worker(of: job)].queue.withdraw(job.requester)
    }

    /// Notes that a picture was delivered, or why not, and returns how long somebody has waited.
    ///
    /// Idle time begins a while after it: who has waited for it may look elsewhere next.
    package func finish(
        _ job: PictureJob,
        _ result: Result<EncodedFrame, MediaError>?,
        at now: ContinuousClock.Instant = .now
    ) -> Duration? {
        let worker = assignments.finish(job)
        switch job.requester {
        case .socket(let socket):
            orders[socket]?.job = nil
            storyboards.pause(until: now + Storyboards.pause)
        case .glance(let socket, let time):
            orders[socket]?.glances[time] = nil
            if let frame = try? result?.get() { storyboards.add(frame, of: job) }
        case .storyboard: storyboards.finish(job, result)
        default: break
        }
        defer { continueStoryboards(at: now) }
        return pending.finish(job.requester, by: worker, at: now)
    }

    /// Whether nobody waits for a picture.
    package var isIdle: Bool { pending.isEmpty }

    /// The picture of a frame in the format of a job, if it is in memory.
    package func cached(_ frame: Int, for job: PictureJob) -> Preview? {
        if let own = cache[job.key(of: frame)] { return own }
        return job.format == Storyboard.format ? cache[job.reduced.key(of: frame)] : nil
    }

    /// Has tiles put together into one file.
    package func compose(_ tiles: TileSet, of source: ClipSource, for exchange: ExchangeID) {
        let job = TileWorker.Job(exchange: exchange, tiles: tiles, file: source.file)
        tileWorker.queue.post(job, for: exchange)
    }

    /// Forgets clips that have been closed.
    package func forget(_ clips: [ClipKey]) {
        for clip in clips {
            assignments.forget(clip)
            storyboards.forget(clip)
        }
    }
}

// MARK: - Sockets

extension PictureService {
    /// The cached picture that is nearest to what a session wants, if there is one.
    package func find(_ wanted: WantedPicture) -> EncodedFrame? {
        let job = job(for: wanted)
        let socket = wanted.socket
        orders[socket]?.job?.pointer.move(to: job.frame)
        orders[socket, default: SocketOrders()].prefetch.follow(job)
        if wanted.goesBack, !wanted.isFast {
            prefetch(for: socket) { $0.goBack(from: job, for: socket) }
        }
        storyboards.pause(until: .now + Storyboards.pause)
        let own = cache.nearest(to: job, from: wanted.newest)
        guard own?.number != wanted.frame else { return own }
        let reduced = storyboards[wanted.source.key]?.nearest(to: wanted, in: cache)
        return [own, reduced].compactMap(\.self).min {
            abs($0.number - wanted.heading) < abs($1.number - wanted.heading)
        }
    }

    /// Has a keyframe decoded that is near to what a session wants, in the storyboard's size, so that
    /// it becomes a part of it.
    package func glance(_ wanted: WantedPicture, at keyframe: Int) {
        let time = wanted.source.index.table.pts(of: keyframe).ticks
        let requester = PictureJob.Requester.glance(wanted.socket, at: time)
        let job = PictureJob(keyframe, of: wanted.source, Storyboard.format, .none, for: requester)
        orders[wanted.socket, default: SocketOrders()].glances[time] = job
        post(job)
    }

    /// Ends the decode of what a session wanted.
    ///
    /// - Returns: Whether it had not begun, so that nothing will be reported of it.
    package func cancelDecode(for socket: SocketID) -> Bool {
        guard let job = orders[socket]?.job else { return true }
        guard withdraw(job) else { return false }
        orders[socket]?.job = nil
        return true
    }

    /// Has what a session wants decoded.
    package func decode(_ wanted: WantedPicture) {
        let job = job(for: wanted)
        orders[wanted.socket, default: SocketOrders()].job = job
        post(job)
    }

    /// Has the frames decoded around what a session wants, where the pointer rests.
    package func prefetch(around wanted: WantedPicture) {
        let job = job(for: wanted)
        prefetch(for: wanted.socket) { $0.rest(at: job, for: wanted.socket) }
    }

    /// Cancels all that is being decoded for a socket.
    package func cancel(for socket: SocketID) {
        guard var order = orders.removeValue(forKey: socket) else { return }
        order.prefetch.giveUp()
        for job in [order.job].compactMap(\.self) + order.glances.values { withdraw(job) }
    }

    private func prefetch(for socket: SocketID, _ jobs: (inout Prefetch) -> [PictureJob]) {
        for job in jobs(&orders[socket, default: SocketOrders()].prefetch) { post(job) }
    }

    private func job(for wanted: WantedPicture) -> PictureJob {
        PictureJob(
            wanted.frame,
            of: wanted.source,
            wanted.format,
            wanted.pictures,
            for: .socket(wanted.socket),
            stride: wanted.stride
        )
    }
}

// MARK: - Storyboards

extension PictureService {
    /// Makes the storyboard of a clip that a client has opened, or takes its further frames.
    package func addStoryboard(of source: ClipSource) {
        storyboards.add(source)
        continueStoryboards(at: .now)
    }

    /// Lists what there is of a clip's storyboard, which is begun if it was not; positions map over
    /// `track`.
    package func storyboard(
        of source: ClipSource,
        on track: Track,
        _ query: StoryboardQuery
    ) -> StoryboardDocument {
        if storyboards[source.key] == nil { addStoryboard(of: source) }
        let board = storyboards[source.key] ?? Storyboard(of: source)
        return StoryboardDocument(query, on: track, of: board, in: cache)
    }

    /// Notes a picture that was made on the way to another.
    package func progressed(_ job: PictureJob, _ frame: EncodedFrame) {
        if frame.isReduced { storyboards.add(frame, of: job) }
    }

    /// Has the next picture of a storyboard made, where nobody waits for anything.
    package func continueStoryboards(at now: ContinuousClock.Instant) {
        guard isIdle, let job = storyboards.nextJob(at: now) else { return }
        post(job)
    }
}

// MARK: - Monitoring

extension PictureService {
    /// When the oldest picture was requested that a worker owes.
    package func oldestPending() -> ContinuousClock.Instant? {
        for (worker, decoder) in decoders.enumerated() where decoder.pendingJobs == 0 {
            pending.idle(worker)
        }
        return pending.oldest
    }

    /// What is kept and under way, and how much there is of it at most.
    package struct Counts {
        /// Bytes of pictures in memory, and the limit.
        package let cacheBytes, cacheLimit: Int
        /// Pictures on disk.
        package let stored: PreviewStore.Counts
        /// Frames that were decoded so far.
        package let decoded: Int
        /// Pictures requested of decode workers and not yet delivered or cancelled, and the limit.
        package let orders, orderLimit: Int
        /// Decoders that are open, and the limit.
        package let decoders, decoderLimit: Int
    }

    /// What is kept and under way, for at most so many sockets.
    package func counts(sockets: Int) -> Counts {
        // A client waits for one picture and its glances, and each GOP next to its pointer is
        // prefetched once.
        let perClient = 1 + Self.glanceLimit + Prefetch.RelativeGOP.allCases.count
        return Counts(
            cacheBytes: cache.bytes,
            cacheLimit: memoryLimit,
            stored: previews.counts,
            decoded: decoders.reduce(0) { $0 + $1.framesDecoded },
            orders: decoders.reduce(0) { $0 + $1.pendingJobs },
            orderLimit: sockets * perClient + decoders.count + 1,
            decoders: decoders.reduce(0) { $0 + $1.openDecoders },
            decoderLimit: decoders.count * (DecoderPool.limit + DecoderPool.glanceLimit)
        )
    }
}
