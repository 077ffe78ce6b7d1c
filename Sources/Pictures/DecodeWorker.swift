import Library
import Media
import MediaWorkers
import Synchronization
import System

/// A thread that decodes and encodes pictures by means of a worker process of its own.
///
/// Jobs come in through a queue, results are reported, and the process belongs to the
/// thread, so nothing here is shared but the counters. Safe on every thread.
final class DecodeWorker: Sendable {
    typealias Queue = WorkQueue<PictureJob.Requester, PictureJob>

    /// The jobs that wait.
    let queue = Queue()
    private let load = Load()

    /// Counters that the thread writes and others read.
    private final class Load: Sendable {
        let jobs = Atomic(0)
        let decoders = Atomic(0)
        let framesDecoded = Atomic(0)

        /// Copies the pool's counters; called before its result is posted, so that both agree.
        func note(_ pool: borrowing DecoderPool) {
            decoders.store(pool.decoders, ordering: .relaxed)
            framesDecoded.store(pool.framesDecoded, ordering: .relaxed)
        }
    }

    /// Starts the thread, which ends when ``queue`` is closed.
    init(
        previews: PreviewTiers,
        workers: WorkerPool = .inside,
        threads: Int,
        report: @escaping @Sendable (PictureReport) -> Void
    ) {
        WorkThread.start(named: "vernier-decode") { [queue, load] in
            let worker = MediaWorker(of: workers)
            var pool = DecoderPool(previews: previews, worker: worker, threads: threads)
            // Starts the process beforehand, so that the next job does not wait for it.
            worker.prepare()
            while let job = queue.next() {
                load.jobs.store(1, ordering: .relaxed)
                Self.carryOut(job, by: &pool, queue, load, report)
                worker.prepare()
                load.jobs.store(0, ordering: .relaxed)
            }
        }
    }

    deinit { queue.close() }

    /// Queues a job; it replaces one of the same requester that still waits.
    func post(_ job: PictureJob) {
        queue.post(job, for: job.requester, rank: job.rank)
    }

    /// Jobs that wait or are being carried out.
    var pendingJobs: Int { queue.count + load.jobs.load(ordering: .relaxed) }

    /// Decoders that are kept open at their last position, so that jobs nearby need no seek.
    var openDecoders: Int { load.decoders.load(ordering: .relaxed) }

    /// Frames that were decoded so far, including those that nobody waited for in the end.
    var framesDecoded: Int { load.framesDecoded.load(ordering: .relaxed) }

    /// Carries a job out, and the glances that come meanwhile.
    ///
    /// They are made in between, so that each client sees something soon; but then the job has its
    /// turn again, and is not begun anew for another.
    private static func carryOut(
        _ job: PictureJob,
        by pool: inout DecoderPool,
        _ queue: Queue,
        _ load: Load,
        _ report: @Sendable (PictureReport) -> Void
    ) {
        var job = job
        while let rest = step(job, by: &pool, queue, load, report) {
            job = rest
            for _ in 0..<queue.count {
                guard let glance = takeGlance(from: queue) else { break }
                _ = step(glance, by: &pool, queue, load, report)
            }
        }
    }

    private static func takeGlance(from queue: Queue) -> PictureJob? {
        queue.take(ofRank: PictureJob.glanceRank, where: \.isBrief)
    }

    /// Carries a job out until it ends or gives way; returns what is left of it after the glances
    /// that wait; `nil` where it has ended, or waits itself.
    private static func step(
        _ job: PictureJob,
        by pool: inout DecoderPool,
        _ queue: Queue,
        _ load: Load,
        _ report: @Sendable (PictureReport) -> Void
    ) -> PictureJob? {
        let end = ContinuousClock.now + turn
        do throws(MediaError) {
            let outcome = try pool.carryOut(
                job,
                yields: {
                    queue.isWaiting(before: job.rank)
                        || !job.requester.isBrief && .now >= end
                            && queue.isWaiting(ofRank: PictureJob.glanceRank, where: \.isBrief)
                },
                progressed: { report(.progressed(job, $0)) }
            )
            load.note(pool)
            switch outcome {
            case .made(let frame): report(.picture(job, .success(frame)))
            case .cancelled: report(.picture(job, nil))
            case .yielded(let rest) where queue.isWaiting(before: job.rank):
                queue.putBack(rest, for: job.requester, rank: job.rank)
            case .yielded(let rest): return rest
            }
        } catch {
            load.note(pool)
            report(.picture(job, .failure(error)))
        }
        return nil
    }

    /// How long a job is carried out before it gives way to glances.
    private static let turn = Duration.milliseconds(50)
}

/// Which of several decode workers serves a clip.
///
/// Always the same one while the clip is open, so that its decoders are reused; a new clip is
/// assigned to the worker that has the fewest. A glance, for which one decoder is as good as
/// another, goes to the worker that has the least to do.
struct ClipAssignments {
    private var workers: [ClipKey: Int] = [:]
    /// The workers of glances.
    private var glances: [PictureJob.Requester: Int] = [:]
    private let count: Int

    /// Distributes clips over `count` workers.
    init(among count: Int) { self.count = count }

    /// The number of the clip's worker.
    mutating func worker(for key: ClipKey) -> Int {
        if let worker = workers[key] { return worker }
        let counts = (0..<count).map { worker in workers.values.count { $0 == worker } }
        let worker = counts.enumerated().min { $0.element < $1.element }?.offset ?? 0
        workers[key] = worker
        return worker
    }

    /// The worker that makes a picture from now on, where each has so many jobs.
    ///
    /// Of several that have as little to do, a glance goes to the clip's own, but the storyboard's to
    /// another: a client that looks elsewhere meanwhile need not wait for its keyframe.
    mutating func assign(_ job: PictureJob, pending: @autoclosure () -> [Int]) -> Int {
        let own = worker(for: job.source.key)
        guard job.isGlance else { return own }
        let avoidsOwn = job.requester == .storyboard(job.source.key)
        let cost = pending().enumerated().map { worker, jobs in
            2 * jobs + ((worker == own) == avoidsOwn ? 1 : 0)
        }
        let worker = cost.indices.min { cost[$0] < cost[$1] } ?? own
        glances[job.requester] = worker
        return worker
    }

    /// The worker that makes a picture.
    mutating func worker(of job: PictureJob) -> Int {
        glances[job.requester] ?? worker(for: job.source.key)
    }

    /// Notes that a picture was delivered, and returns which worker has made it.
    mutating func finish(_ job: PictureJob) -> Int {
        defer { glances[job.requester] = nil }
        return worker(of: job)
    }

    /// Forgets a clip that has been closed.
    mutating func forget(_ key: ClipKey) { workers[key] = nil }
}
