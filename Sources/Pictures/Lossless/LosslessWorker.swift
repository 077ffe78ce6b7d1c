import Basics
import Library
import Media
import MediaWorkers
import System
import Wire

/// A request for the pixels of frames, which a worker carries out.
struct LosslessJob: Sendable {
    /// The request.
    let exchange: ExchangeID
    /// The clip.
    let source: ClipSource
    /// Of which frames, and as what.
    let query: LosslessQuery
    /// Where the bytes go of what is more than one frame.
    let stream: ByteStream
}

/// A thread that takes the pixels of frames by means of a worker process of its own.
///
/// Several requests take turns, a frame each, and one whose client takes its bytes slowly waits
/// aside. Safe on every thread.
final class LosslessWorker: Sendable {
    /// The jobs that wait for their turn.
    let queue = WorkQueue<ExchangeID, LosslessJob>()

    /// Starts the thread, which ends when ``queue`` is closed; the process starts at the first job.
    init(workers: WorkerPool, report: @escaping @Sendable (PictureReport) -> Void) {
        WorkThread.start(named: "vernier-pixels") { [queue] in
            var readers = LosslessReaders(in: MediaWorker(of: workers))
            var tasks: [ExchangeID: LosslessTask] = [:]
            while let job = queue.next() {
                let task = tasks[job.exchange] ?? LosslessTask(job)
                switch task.advance(with: &readers, report, yields: { queue.count > 0 }) {
                case .paused: tasks[job.exchange] = task
                case .yielded:
                    tasks[job.exchange] = task
                    queue.post(job, for: job.exchange)
                case .done:
                    tasks[job.exchange] = nil
                    report(.released(job.exchange))
                }
            }
        }
    }

    deinit { queue.close() }
}

/// A job that has begun, and how far it has come.
///
/// Belongs to the worker's thread.
private final class LosslessTask {
    /// How a turn ended.
    enum Outcome {
        /// Nothing is left to do.
        case done
        /// Enough bytes wait for the client.
        case paused
        /// Another job waits.
        case yielded
    }

    private let job: LosslessJob
    private var reader: WorkerReader?
    private var next = 0
    private var first: LosslessPicture?

    init(_ job: LosslessJob) { self.job = job }

    /// Takes frames until it is done, or has to wait.
    func advance(
        with readers: inout LosslessReaders,
        _ report: (PictureReport) -> Void,
        yields: () -> Bool
    ) -> Outcome {
        do throws(MediaError) {
            while job.stream.goesOn() {
                try takeNext(with: &readers, report)
                if next == job.query.count { return finish(with: &readers) }
                if yields() { return .yielded }
            }
            return job.stream.isWanted ? .paused : finish(with: &readers)
        } catch {
            fail(error, report)
            return .done
        }
    }

    private func finish(with readers: inout LosslessReaders) -> Outcome {
        job.stream.end()
        if let reader { readers.giveBack(reader, of: job.source) }
        return .done
    }

    private func fail(_ error: MediaError, _ report: (PictureReport) -> Void) {
        job.stream.end()
        report(first == nil ? .described(job.exchange, .failure(error)) : .fed(job.exchange))
    }

    private func takeNext(
        with readers: inout LosslessReaders,
        _ report: (PictureReport) -> Void
    ) throws(MediaError) {
        let frame = job.query.frame(next)
        let reader = if let reader { reader } else { try readers.take(for: job.source, at: frame) }
        self.reader = reader
        let picture = try reader.pixels(of: frame, job.query.format)
        let head = try head(before: picture)
        next += 1
        let isAwaited = job.query.isSingle ? false : job.stream.append(head[...], picture.bytes)
        if first == nil {
            first = picture
            report(.described(job.exchange, .success(picture)))
        } else if isAwaited {
            report(.fed(job.exchange))
        }
    }

    /// What stands before a picture in the answer.
    private func head(before picture: LosslessPicture) throws(MediaError) -> [UInt8] {
        if let first, first.shape != picture.shape {
            let reason = "frame \(job.query.frame(next)) is of another size or format"
            throw .cannotEncode(file: job.source.file.name, reason: reason)
        }
        guard job.query.form == .y4m else { return [] }
        guard let film = picture.film(of: job.source.index.info) else {
            let reason = "YUV4MPEG2 has no place for \(picture.shape.format); ask for frames.raw"
            throw .cannotEncode(file: job.source.file.name, reason: reason)
        }
        return (first == nil ? film.head : []) + Y4M.frameHead
    }
}
