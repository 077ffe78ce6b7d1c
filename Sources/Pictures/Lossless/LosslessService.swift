package import Basics
package import Library
package import MediaWorkers
package import System

/// The pixels of frames, without a loss, for requests: one frame, or a stream of many.
///
/// A clip's requests go to one worker, whose decoder then stands where the next one begins. Belongs
/// to the loop's thread.
package final class LosslessService {
    private let workers: [LosslessWorker]
    private var assignments: ClipAssignments
    private var streams: [ExchangeID: PictureBytes] = [:]
    /// Threads, each with a process of its own that starts at its first job.
    private static let threads = 2
    /// Bytes of a stream that wait for its client before its worker pauses.
    private static let bytesThatWait = 4 << 20

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - workers: The processes that read media.
    ///   - report: Receives what the threads have done, on their own.
    package init(workers: WorkerPool, report: @escaping @Sendable (PictureReport) -> Void) {
        self.workers = (0..<Self.threads).map { _ in
            LosslessWorker(workers: workers, report: report)
        }
        assignments = ClipAssignments(among: Self.threads)
    }

    /// Has the pixels taken that a request is for, which is reported as released once, at its end.
    package func post(_ query: LosslessQuery, of source: ClipSource, for exchange: ExchangeID) {
        let job = LosslessJob(
            exchange: exchange,
            source: source,
            query: query,
            stream: ByteStream(limit: Self.bytesThatWait)
        )
        let worker = workers[assignments.worker(for: source.key)]
        streams[exchange] = PictureBytes(of: job, by: worker)
    }

    /// Hands over the bytes of a request, which ends when nobody holds them any more.
    package func takeBytes(for exchange: ExchangeID) -> PictureBytes? {
        streams.removeValue(forKey: exchange)
    }

    /// Ends a request whose bytes nobody has taken over.
    package func withdraw(_ exchange: ExchangeID) { streams[exchange] = nil }

    /// Forgets clips that have been closed.
    package func forget(_ clips: [ClipKey]) { for clip in clips { assignments.forget(clip) } }
}

/// The client's end of a stream, which is abandoned with this object.
///
/// Belongs to the loop's thread.
package final class PictureBytes {
    private let job: LosslessJob
    private let worker: LosslessWorker

    /// Has a worker carry out a job.
    init(of job: LosslessJob, by worker: LosslessWorker) {
        (self.job, self.worker) = (job, worker)
        ask()
    }

    deinit { if job.stream.abandon() { ask() } }

    /// Moves bytes into a buffer; they end early where a frame cannot be decoded, or is not like the
    /// first.
    package func take(into buffer: UnsafeMutableRawBufferPointer) -> ByteStream.Taken {
        let (taken, mustAsk) = job.stream.take(into: buffer)
        if mustAsk { ask() }
        return taken
    }

    private func ask() { worker.queue.post(job, for: job.exchange) }
}
