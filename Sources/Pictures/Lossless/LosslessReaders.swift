import Library
import Media
import MediaWorkers
import Timeline

/// The decoders of one worker thread that nobody reads from at the moment, the least recently used
/// first: who asks for the next frame finds one that stands there.
struct LosslessReaders {
    private struct Idle {
        let source: ClipSource
        let reader: WorkerReader
    }

    private let worker: MediaWorker
    private var idle: [Idle] = []
    /// How many are kept open: each holds a file and its reference frames.
    private static let limit = 2

    /// Creates a pool whose decoders run in `worker`.
    init(in worker: MediaWorker) { self.worker = worker }

    /// The decoder that reaches a frame with the least work, or a new one.
    mutating func take(for source: ClipSource, at frame: Int) throws(MediaError) -> WorkerReader {
        let alike = idle.indices.filter { idle[$0].source.hasFrames(of: source) }
        let near = alike.compactMap { number in
            idle[number].reader.distance(to: frame, .since(frame)).map { (number, $0) }
        }
        if let nearest = near.min(by: { $0.1 < $1.1 })?.0 {
            return idle.remove(at: nearest).reader
        }
        if let oldest = alike.first, idle.count >= Self.limit {
            return idle.remove(at: oldest).reader
        }
        return try WorkerReader(
            worker,
            source.file,
            index: source.index,
            threads: FrameReader.usefulThreads
        )
    }

    /// Keeps a decoder that is not needed any more for the next who asks.
    mutating func giveBack(_ reader: WorkerReader, of source: ClipSource) {
        idle.append(Idle(source: source, reader: reader))
        if idle.count > Self.limit { idle.removeFirst() }
    }
}

extension ClipSource {
    /// Whether both have the same frames of the same file.
    fileprivate func hasFrames(of other: ClipSource) -> Bool {
        let (mine, table) = (index.table, other.index.table)
        return key == other.key && mine.count == table.count && mine.scanned == table.scanned
            && mine.isComplete == table.isComplete
    }
}
