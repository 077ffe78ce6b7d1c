import Media
import Synchronization
import Timeline

/// The places where pictures that were made are at hand: memory, and behind it the disk.
///
/// The loop looks into ``memory`` alone; what is here may wait for the disk, and is for workers.
final class PreviewTiers: Sendable {
    /// The pictures in memory.
    let memory: PreviewCache
    private let store: PreviewStore?
    private let keeper: PreviewKeeper?
    private let sources = Mutex<[ClipKey: PreviewSource]>([:])
    /// Files whose fingerprints are remembered.
    private static let sourceLimit = 256

    /// Puts a disk behind a memory; `nil` for none.
    init(memory: PreviewCache, store: PreviewStore? = nil) {
        self.memory = memory
        self.store = store
        keeper = store.map(PreviewKeeper.init)
    }

    /// What was found on the disk, and how much is there.
    var counts: PreviewStore.Counts { store?.counts ?? PreviewStore.Counts() }

    /// The picture of a frame, in the format of an order; one from the disk is in memory then.
    func picture(of frame: Int, for order: PictureOrder) -> Preview? {
        let key = order.key(of: frame)
        if let preview = memory[key] { return preview }
        guard let store, key.isFinal else { return nil }
        let found = store.preview(key.ordinal, of: source(of: order), order.format)
        if let found { memory.insert(found, for: key) }
        return found
    }

    /// Keeps a picture that was made.
    func insert(_ preview: Preview, of frame: Int, for order: PictureOrder) {
        let key = order.key(of: frame)
        memory.insert(preview, for: key)
        guard let keeper, key.isFinal else { return }
        let batch = PreviewKeeper.Batch(source: source(of: order), format: order.format)
        keeper.add(preview, of: key.ordinal, in: batch, from: order.source.file)
    }

    /// Those of the frames whose pictures are in memory or on the disk, in the given order.
    func atHand(_ frames: some Sequence<Int>, for order: PictureOrder) -> [Int] {
        let table = order.source.index.table
        guard let store else { return frames.filter { memory.holds(order.key(of: $0)) } }
        let ordinals = frames.map { table.ordinal(of: $0) }
        let kept = Set(store.kept(among: ordinals, of: source(of: order), order.format))
        return frames.filter {
            memory.holds(order.key(of: $0)) || kept.contains(table.ordinal(of: $0))
        }
    }

    /// Writes what waits for the disk.
    func finish() { keeper?.finish() }

    private func source(of order: PictureOrder) -> PreviewSource {
        let source = order.source
        // A file that has grown is another one on the disk.
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
    /// Brings pictures from the disk into memory, where the loop finds them.
    ///
    /// - Parameters:
    ///   - frames: The frames, those at hand already among them.
    ///   - order: Whose format it is.
    ///   - goesOn: Asked before each.
    /// - Returns: Whether it came to the end.
    func recall(_ frames: [Int], for order: PictureOrder, while goesOn: () -> Bool) -> Bool {
        for frame in frames where !memory.holds(order.key(of: frame)) {
            guard goesOn() else { return false }
            _ = picture(of: frame, for: order)
        }
        return true
    }

    /// Brings the picture nearest to an ordered one into memory, if there is none so near.
    ///
    /// - Returns: Whether it was brought.
    func recallNearest(to order: PictureOrder) -> Bool {
        guard store != nil else { return false }
        let near = order.neighbours
        guard let frame = atHand(near, for: order).first, !memory.holds(order.key(of: frame))
        else { return false }
        return picture(of: frame, for: order) != nil
    }
}
