import Media
import MediaWorkers
import Synchronization
import System
import Timeline

/// Threads that find or make the indexes of files.
///
/// An index comes from the store, else from a scan of the file in a worker process. Results are
/// posted as ``LibraryReport``. Safe on every thread.
final class IndexWorker: Sendable {
    /// A file to index.
    struct Job: Sendable {
        let key: ClipKey
        let file: OpenFile
        /// The index, if it is complete and only has to be stored.
        var concluded: MediaIndex?
        /// The index of what the file has grown from.
        var earlier: MediaIndex?
        /// The frames that clients know when the scan begins.
        var known: FrameTable?
        let cancellation = Cancellation()
    }

    /// The jobs that wait, of files here and elsewhere.
    private let (queue, remoteQueue) = (WorkQueue<ClipKey, Job>(), WorkQueue<ClipKey, Job>())
    private let scanner: IndexScanner

    /// Starts the threads, which end with this object.
    ///
    /// Two, so that a long file does not keep a short one waiting; and others for what lies elsewhere,
    /// where a scan may wait for hours.
    init(
        store: IndexStore? = nil,
        workers: WorkerPool = .inside,
        threads: Int = 2,
        remoteThreads: Int = 0,
        report: @escaping @Sendable (LibraryReport) -> Void
    ) {
        scanner = IndexScanner(store: store, report: report)
        let queues = Array(repeating: queue, count: threads)
        for queue in queues + Array(repeating: remoteQueue, count: remoteThreads) {
            WorkThread.start(named: "vernier-index") { [scanner] in
                let worker = MediaWorker(of: workers)
                worker.prepare()
                while let job = queue.next() {
                    scanner.carryOut(job, by: worker)
                    worker.prepare()
                }
            }
        }
    }

    deinit {
        queue.close()
        remoteQueue.close()
    }

    /// Has a job carried out, in the place of one that waits for the same clip.
    func post(_ job: Job) {
        (job.file.isRemote ? remoteQueue : queue).post(job, for: job.key)
    }

    /// Forgets the job that waits for a clip.
    func withdraw(_ key: ClipKey) {
        (key.identity.isElsewhere ? remoteQueue : queue).withdraw(key)
    }

    /// Packets that all scans have read.
    var scannedPackets: Int { scanner.packets }

    /// How often an index was in the store, and how often it was not.
    var storeCounts: IndexStore.Counts { scanner.store?.counts ?? IndexStore.Counts() }
}

/// Finds the index of a file: in the store, else by a scan, whose result is stored.
///
/// Safe on every thread.
final class IndexScanner: Sendable {
    let store: IndexStore?
    private let report: @Sendable (LibraryReport) -> Void
    private let count = Atomic(0)

    init(store: IndexStore?, report: @escaping @Sendable (LibraryReport) -> Void) {
        (self.store, self.report) = (store, report)
    }

    /// Packets that all scans have read.
    var packets: Int { count.load(ordering: .relaxed) }

    /// Packets between two checks of the clock and of the cancellation.
    private static let (batch, remoteBatch) = (2048, 256)
    /// Of a large file, or of one elsewhere, the first are fewer: keyframes are looked for after them.
    private static let (firstBatch, firstRemoteBatch) = (128, 32)
    private static let large: Int64 = 64 << 20

    private static func batch(of file: OpenFile, isFirst: Bool) -> Int {
        if file.isRemote { return isFirst ? firstRemoteBatch : remoteBatch }
        return isFirst && file.size >= large ? firstBatch : batch
    }

    /// Finds the requested index and reports it, or only stores a known one.
    func carryOut(_ job: IndexWorker.Job, by worker: MediaWorker) {
        if let whole = job.concluded {
            store?.keep(whole, of: job.file, stream: job.key.stream)
            return
        }
        do throws(MediaError) {
            if job.earlier == nil, let stored = store?.index(of: job.file, stream: job.key.stream) {
                let scanned = ScannedIndex(stored, of: job.file, after: job.known)
                return tell(.indexed(job.key, scanned), of: job)
            }
            guard let scanned = try scan(job, by: worker) else { return }
            tell(.indexed(job.key, scanned), of: job)
            // After the report, so that clients do not wait for the disk.
            store?.keep(scanned.index, of: job.file, stream: job.key.stream)
        } catch {
            tell(.indexFailed(job.key, error), of: job)
        }
    }

    private func tell(_ news: LibraryReport, of job: IndexWorker.Job) {
        if !job.cancellation.isCancelled { report(news) }
    }

    /// Scans a file, or what it has grown by; `nil` when the job was cancelled meanwhile.
    private func scan(
        _ job: IndexWorker.Job,
        by worker: MediaWorker
    ) throws(MediaError) -> ScannedIndex? {
        let start = worker.processorTime
        let earlier = job.earlier ?? store?.unfinished(of: job.file, stream: job.key.stream)
        let scan = try WorkerScan(worker, job.file.forScan, stream: job.key.stream, after: earlier)
        count.add(scan.packetsRead, ordering: .relaxed)
        var known = job.known
        guard try readAll(scan, job, &known) else { return nil }
        let index = try finish(scan, job)
        let new = scan.packetCount - (earlier?.table.packets.count ?? 0)
        let cost = ScanCost(
            time: max(.zero, worker.processorTime - start),
            newPackets: new,
            packetsReadAgain: scan.isResumed ? scan.packetsRead - new : nil
        )
        return ScannedIndex(index, of: job.file, after: known, cost: cost)
    }

    /// Reads a file to its end, and notes the frames that clients have `known` since; `false` when the job
    /// was cancelled meanwhile.
    private func readAll(
        _ scan: WorkerScan,
        _ job: IndexWorker.Job,
        _ known: inout FrameTable?
    ) throws(MediaError) -> Bool {
        var interval = PublishingInterval()
        while true {
            guard !job.cancellation.isCancelled else { return false }
            let before = scan.packetCount
            let isLonger = try scan.scan(atMost: Self.batch(of: job.file, isFirst: before == 0))
            count.add(scan.packetCount - before, ordering: .relaxed)
            guard isLonger else { return true }
            // A longer scan begins with what the container tells about keyframes.
            if before == 0 { try expectKeyframes(scan, job, &known) }
            let published = try publish(scan, interval: &interval, job)
            // Of later scans clients are told the end only.
            if job.earlier == nil, let published { known = published }
        }
    }

    /// Has keyframes found ahead of the scan, and publishes them as they are.
    private func expectKeyframes(
        _ scan: WorkerScan,
        _ job: IndexWorker.Job,
        _ known: inout FrameTable?
    ) throws(MediaError) {
        for _ in 0...WorkerScan.mostLooks {
            guard try scan.expectKeyframes(isCancelled: { job.cancellation.isCancelled }),
                job.earlier == nil, !job.cancellation.isCancelled
            else { return }
            guard let table = try scan.partialTable() else { continue }
            report(table, of: scan, for: job)
            known = table
        }
    }

    /// Makes the index of all that was read, and reports now and then if that needs decoding.
    private func finish(
        _ scan: WorkerScan,
        _ job: IndexWorker.Job
    ) throws(MediaError) -> MediaIndex {
        var last: ContinuousClock.Instant?
        return try scan.finish(
            decoding: { decode in
                guard last.map({ .now - $0 >= .milliseconds(250) }) ?? true else { return }
                last = .now
                tell(.decoding(job.key, decode), of: job)
            },
            isCancelled: { job.cancellation.isCancelled }
        )
    }

    /// Reports the frames so far, if that is due, and returns them.
    private func publish(
        _ scan: WorkerScan,
        interval: inout PublishingInterval,
        _ job: IndexWorker.Job
    ) throws(MediaError) -> FrameTable? {
        guard interval.isDue(packets: scan.packetCount, at: .now) else { return nil }
        guard let table = try scan.partialTable() else { return nil }
        report(table, of: scan, for: job)
        return table
    }

    private func report(_ table: FrameTable, of scan: WorkerScan, for job: IndexWorker.Job) {
        let index = MediaIndex(info: scan.info, table: table)
        report(.scanned(job.key, index, progress: scan.progress))
    }
}

/// How often the partial index of a running scan is published.
///
/// Each table sorts all frames so far, so tables are made in growing steps, and the work stays
/// proportional to the scan.
struct PublishingInterval {
    private var lastCount = 0
    private var lastTime: ContinuousClock.Instant?

    /// Whether a new table is due; if so, the packets so far count as published.
    mutating func isDue(packets: Int, at now: ContinuousClock.Instant) -> Bool {
        let isGrown = packets >= lastCount + lastCount / 4
        let isTime = lastTime.map { now - $0 >= .milliseconds(100) } ?? true
        guard isGrown, isTime else { return false }
        lastCount = packets
        lastTime = now
        return true
    }
}
