import Basics
import Media
import MediaWorkers
import System
import Wire

/// A thread that has tiles put together into what was requested, one set after the other.
///
/// Sheets are made by a worker process of its own, so that no picture waits for them: their tiles
/// are decoded there, and never here.
final class TileWorker: Sendable {
    /// Pictures to put together.
    struct Job: Sendable {
        /// The request that waits for the result.
        let exchange: ExchangeID
        let tiles: TileSet
        let file: OpenFile
    }

    /// The jobs that wait.
    let queue = WorkQueue<ExchangeID, Job>()

    /// Starts the thread, which ends when ``queue`` is closed.
    init(workers: WorkerPool, report: @escaping @Sendable (PictureReport) -> Void) {
        WorkThread.start(named: "vernier-tiles") { [queue] in
            let worker = MediaWorker(of: workers)
            while let job = queue.next() {
                report(.composed(job.exchange, Self.compose(job, by: worker)))
            }
        }
    }

    deinit { queue.close() }

    private static func compose(
        _ job: Job,
        by worker: MediaWorker
    ) -> Result<[UInt8], MediaError> {
        let tiles = job.tiles
        switch tiles.container {
        case .bif(let interval):
            return .success(BIF(tiles.tiles.map { $0?.bytes }, interval: interval).bytes)
        case .iFrame(let sample):
            guard let picture = tiles.tiles[0] else {
                return .failure(.undecodable(file: job.file.name, frame: tiles.frames[0]))
            }
            return .success(JPEGTrack.segment(sample, jpeg: picture.bytes))
        case .sheet(let grid):
            do throws(MediaError) {
                return .success(try worker.sheet(tiles.tiles, in: grid, of: job.file).bytes)
            } catch {
                return .failure(error)
            }
        }
    }
}
