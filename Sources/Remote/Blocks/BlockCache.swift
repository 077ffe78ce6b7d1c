import Media
import Synchronization
import System

/// The blocks of files that lie elsewhere: in memory, on disk, or fetched.
///
/// Who asks for a block that is being fetched gets it by the same request. Safe on every thread.
final class BlockCache: Sendable {
    /// A block as it was found.
    enum Found {
        /// All of its bytes.
        case whole([UInt8])
        /// It is being fetched, as long as somebody holds this.
        case coming(BlockFetch)
    }

    private struct Block {
        let bytes: [UInt8]
        var lastUse: Int
    }

    /// A fetch, which ends when nobody else holds it.
    private struct Entry { weak var fetch: BlockFetch? }

    private struct State {
        var blocks: [BlockKey: Block] = [:]
        var fetches: [BlockKey: Entry] = [:]
        var bytes = 0
        var uses = 0
        var counts = RemoteMedia.Counts()

        /// Keeps a block, and drops the least recently used ones beyond a limit.
        mutating func keep(_ bytes: [UInt8], as key: BlockKey, atMost limit: Int) {
            uses += 1
            drop(key)
            blocks[key] = Block(bytes: bytes, lastUse: uses)
            self.bytes += bytes.count
            while self.bytes > limit, let oldest = blocks.min(by: Self.isOlder)?.key {
                drop(oldest)
            }
        }

        private mutating func drop(_ key: BlockKey) {
            bytes -= blocks.removeValue(forKey: key)?.bytes.count ?? 0
        }

        private static func isOlder(
            _ one: (key: BlockKey, value: Block),
            _ other: (key: BlockKey, value: Block)
        ) -> Bool {
            one.value.lastUse < other.value.lastUse
        }
    }

    private let state = Mutex(State())
    private let memoryLimit: Int
    private let store: BlockStore?
    private let fetch: Fetch

    /// Has a range of a file fetched; returns how to end that.
    typealias Fetch =
        @Sendable (
            _ object: RemoteObject,
            _ bytes: ClosedRange<Int64>,
            _ receive: @escaping @Sendable (FetchNews) -> Void
        ) -> UInt64
    private let cancel: @Sendable (UInt64) -> Void

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - limit: Bytes of blocks in memory.
    ///   - store: Where blocks are kept on disk; `nil` keeps none.
    ///   - cancel: Ends a fetch that nobody waits for any more.
    ///   - fetch: Fetches what is nowhere.
    init(
        memory limit: Int,
        store: BlockStore?,
        cancel: @escaping @Sendable (UInt64) -> Void,
        fetch: @escaping Fetch
    ) {
        (memoryLimit, self.store, self.cancel, self.fetch) = (limit, store, cancel, fetch)
    }

    /// What was found and fetched so far.
    var counts: RemoteMedia.Counts { state.withLock { $0.counts } }

    /// Counts a read that had to wait.
    func noteWait() { state.withLock { $0.counts.waits += 1 } }

    /// Whether a block is there or coming, so that nobody has to be asked for it; looks on the disk.
    func holds(_ number: Int64, of object: RemoteObject) -> Bool {
        let key = BlockKey(identity: object.known, number: number)
        let isHere = state.withLock { state in
            state.blocks[key] != nil || state.fetches[key]?.fetch != nil
        }
        return isHere || store?.holds(key) ?? false
    }

    /// Finds a block, or begins to fetch it, from the byte `start` of it on; may wait for the disk, and
    /// for nothing else.
    func find(_ number: Int64, of object: RemoteObject, from start: Int = 0) -> Found {
        let key = BlockKey(identity: object.known, number: number)
        let (found, isNew) = state.withLock { state -> (Found, Bool) in
            if let block = state.blocks[key] {
                state.uses += 1
                state.blocks[key]?.lastUse = state.uses
                state.counts.hits += 1
                return (.whole(block.bytes), false)
            }
            if let fetch = state.fetches[key]?.fetch { return (.coming(fetch), false) }
            let length = BlockPlan.length(of: number, in: object.version.size)
            let fetch = BlockFetch(length: length, from: start) { [weak self] order in
                self?.forget(key, unfinished: order)
            }
            state.fetches[key] = Entry(fetch: fetch)
            return (.coming(fetch), true)
        }
        guard isNew, case .coming(let fetch) = found else { return found }
        return begin(fetch, for: key, of: object)
    }

    private func begin(_ fetch: BlockFetch, for key: BlockKey, of object: RemoteObject) -> Found {
        let length = BlockPlan.length(of: key.number, in: object.version.size)
        if let bytes = store?.block(key, length: length) {
            fetch.add(bytes)
            _ = fetch.complete()
            finish(bytes, as: key)
            state.withLock { $0.counts.hits += 1 }
            return .whole(bytes)
        }
        order(fetch, for: key, of: object)
        return .coming(fetch)
    }

    /// Has the next bytes of a block fetched.
    private func order(_ fetch: BlockFetch, for key: BlockKey, of object: RemoteObject) {
        guard let missing = fetch.missing else { return }
        let begin = key.number * Int64(BlockPlan.size)
        let order = self.fetch(
            object,
            begin + Int64(missing.lowerBound)...begin + Int64(missing.upperBound) - 1
        ) { [weak self, weak fetch] news in
            guard let self, let fetch else { return }
            take(news, by: fetch, for: key, of: object)
        }
        fetch.noteOrder(order)
    }

    private func take(
        _ news: FetchNews,
        by fetch: BlockFetch,
        for key: BlockKey,
        of object: RemoteObject
    ) {
        switch news {
        case .head, .listed: break
        case .bytes(let bytes):
            object.noteFetched(bytes.count)
            fetch.add(bytes)
        case .end: proceed(with: fetch, for: key, of: object)
        case .failed(let fault):
            if fault == .changed { object.noteChange() }
            // Who comes from now on has it fetched again.
            state.withLock { $0.fetches[key] = nil }
            fetch.fail(fault)
        }
    }

    /// Has the rest of a block fetched, or keeps it.
    private func proceed(with fetch: BlockFetch, for key: BlockKey, of object: RemoteObject) {
        if fetch.turnsToFront() { return order(fetch, for: key, of: object) }
        guard let bytes = fetch.complete() else { return fetch.fail(.lying) }
        finish(bytes, as: key)
        store?.keep(bytes, as: key)
    }

    private func finish(_ bytes: [UInt8], as key: BlockKey) {
        state.withLock { state in
            state.keep(bytes, as: key, atMost: memoryLimit)
            state.fetches[key] = nil
        }
    }

    /// Nobody holds a fetch any more.
    private func forget(_ key: BlockKey, unfinished order: UInt64?) {
        // Handed out of the lock: whoever ends with it comes here again.
        let successor = state.withLock { state -> BlockFetch? in
            let successor = state.fetches[key]?.fetch
            if successor == nil { state.fetches[key] = nil }
            return successor
        }
        _ = successor
        if let order { cancel(order) }
    }
}
