import Library
import Media
import Synchronization
import System
import Timeline

/// The two tiers of the cache of pictures: memory, and behind it the store on the disk.
///
/// The loop reads ``memory`` only. The methods here may wait for the disk and are for workers.
final class PreviewTiers: Sendable {
    /// The pictures in memory.
    let memory: PreviewCache
    private let store: PreviewStore?
    private let writer: PreviewWriter?
    private let sources = Mutex<[ClipKey: PreviewSource]>([:])
    /// Files whose identities in the store are remembered.
    private static let sourceLimit = 256

    /// Puts a store behind a cache in memory; `nil` for none.
    init(memory: PreviewCache, store: PreviewStore? = nil) {
        self.memory = memory
        self.store = store
        writer = store.map(PreviewWriter.init)
    }

    /// Hits and misses of the store, and how much it holds.
    var counts: PreviewStore.Counts { store?.counts ?? PreviewStore.Counts() }

    /// The picture of a frame in the format of a job; one from the disk is put into memory too.
    func picture(of frame: Int, for job: PictureJob) -> Preview? {
        let key = job.key(of: frame)
        if let preview = memory[key] { return preview }
        guard let store, let ordinal = job.storedOrdinal(of: frame) else { return nil }
        let found = store.preview(ordinal, of: source(of: job), job.format)
        if let found { memory.insert(found, for: key) }
        return found
    }

    /// Puts a picture that was made into memory and, later, onto the disk.
    func insert(_ preview: Preview, of frame: Int, for job: PictureJob) {
        let key = job.key(of: frame)
        memory.insert(preview, for: key)
        guard let writer, let ordinal = job.storedOrdinal(of: frame) else { return }
        let batch = PreviewWriter.Batch(source: source(of: job), format: job.format)
        writer.add(preview, of: ordinal, in: batch, from: job.source.file)
    }

    /// Those of the frames whose pictures are in memory or on the disk, in the given order.
    func available(_ frames: some Sequence<Int>, for job: PictureJob) -> [Int] {
        let table = job.source.index.table
        guard let store else { return frames.filter { memory.holds(job.key(of: $0)) } }
        let ordinals = frames.map { table.ordinal(of: $0) }
        let kept = Set(store.kept(among: ordinals, of: source(of: job), job.format))
        return frames.filter {
            memory.holds(job.key(of: $0)) || kept.contains(table.ordinal(of: $0))
        }
    }

    /// Writes what waits for the disk.
    func finish() { writer?.finish() }

    private func source(of job: PictureJob) -> PreviewSource {
        let source = job.source
        // To the store, a file that has grown is another file.
        let key = ClipKey(
            id: source.key.id,
            identity: source.file.identity,
            stream: source.key.stream
        )
        if let known = sources.withLock({ $0[key] }) { return known }
        let new = PreviewSource(source.file, source.index.info)
        sources.withLock { sources in
            if sources.count >= Self.sourceLimit { sources.removeAll() }
            sources[key] = new
        }
        return new
    }
}

extension PreviewTiers {
    /// Loads pictures from the disk into memory, where the loop finds them.
    ///
    /// - Parameters:
    ///   - frames: The frames, including those that are in memory already.
    ///   - job: The job whose format is used.
    ///   - goesOn: Asked before each frame.
    /// - Returns: Whether all frames were looked up.
    func recall(_ frames: [Int], for job: PictureJob, while goesOn: () -> Bool) -> Bool {
        for frame in frames where !memory.holds(job.key(of: frame)) {
            guard goesOn() else { return false }
            _ = picture(of: frame, for: job)
        }
        return true
    }

    /// Loads the picture nearest to the requested one from the disk, unless memory holds one as near.
    ///
    /// - Returns: The picture that was loaded.
    func recallNearest(to job: PictureJob) -> EncodedFrame? {
        guard store != nil else { return nil }
        let near = job.neighbours
        guard let frame = available(near, for: job).first, !memory.holds(job.key(of: frame))
        else { return nil }
        return picture(of: frame, for: job).map { EncodedFrame($0, frame: frame, of: job.source) }
    }
}
