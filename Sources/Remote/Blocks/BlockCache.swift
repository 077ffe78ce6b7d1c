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
        let content: PartialBlock
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
        mutating func keep(_ content: PartialBlock, as key: BlockKey, atMost limit: Int) {
            uses += 1
            drop(key)
            blocks[key] = Block(content: content, lastUse: uses)
            bytes += content.bytes.count
            while self.bytes > limit, let oldest = blocks.min(by: Self.isOlder)?.key {
                drop(oldest)
            }
        }

        /// Takes a block out.
        @discardableResult
        mutating func drop(_ key: BlockKey) -> PartialBlock? {
            guard let block = blocks.removeValue(forKey: key) else { return nil }
            bytes -= block.content.bytes.count
            return block.content
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

    /// How long after what was wanted of a block its rest is fetched.
    static let restDelay = Duration.seconds(10)

    /// Has a range of a file fetched, after a while; returns how to end that.
    typealias Fetch =
        @Sendable (
            _ object: RemoteObject,
            _ bytes: ClosedRange<Int64>,
            _ delay: Duration,
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
        // Handed out of the lock: whoever ends with a fetch comes here again.
        let (isWhole, fetch) = state.withLock { state in
            (state.blocks[key]?.content.isWhole ?? false, state.fetches[key]?.fetch)
        }
        return isWhole || fetch != nil || store?.holds(key) ?? false
    }

    /// Finds a block, or begins to fetch it, from the byte `start` of it on; may wait for the disk, and
    /// for nothing else.
    ///
    /// At first no more than a portion of it.
    func find(
        _ number: Int64,
        of object: RemoteObject,
        from start: Int = 0,
        portion: Int = .max
    ) -> Found {
        let found = look(for: number, of: object)
        guard case .coming(let fetch) = found else { return found }
        let key = BlockKey(identity: object.known, number: number)
        order(fetch.want(from: start, portion: portion).map { (key, fetch, $0) }, of: object)
        return found
    }

    /// Has places of a file fetched, by as few requests as can be, but for what is there or coming;
    /// may wait for the disk, and for nothing else.
    ///
    /// - Parameters:
    ///   - places: The places, which are within the file.
    ///   - object: The file.
    /// - Returns: The blocks that are being fetched, as long as somebody holds them.
    func fetch(_ places: [Range<Int64>], of object: RemoteObject) -> [Int64: BlockFetch] {
        var fetches: [Int64: BlockFetch] = [:]
        for place in places {
            var wanted: [Wanted] = []
            for number in BlockPlan.numbers(of: place) {
                guard case .coming(let fetch) = look(for: number, of: object) else { continue }
                fetches[number] = fetch
                let key = BlockKey(identity: object.known, number: number)
                let part = BlockPlan.part(of: place, in: number)
                wanted += fetch.want(part).map { (key, fetch, $0) }
            }
            order(wanted, of: object)
        }
        return fetches
    }

    /// Up to where bytes of a place are coming that somebody has asked for; its start where none are.
    func comes(_ place: Range<Int64>, of object: RemoteObject) -> Int64 {
        var (end, isComing) = (place.lowerBound, false)
        for number in BlockPlan.numbers(of: place) {
            let key = BlockKey(identity: object.known, number: number)
            let part = BlockPlan.part(of: place, in: number)
            let fetch = state.withLock { $0.fetches[key]?.fetch }
            guard let known = fetch?.known(from: part.lowerBound) else { break }
            isComing = isComing || known.isComing
            end += Int64(min(known.end, part.upperBound) - part.lowerBound)
            if known.end < part.upperBound { break }
        }
        return isComing ? end : place.lowerBound
    }

    /// Finds a block, of which nobody is asked yet; may wait for the disk, and for nothing else.
    private func look(for number: Int64, of object: RemoteObject) -> Found {
        let key = BlockKey(identity: object.known, number: number)
        let length = BlockPlan.length(of: number, in: object.version.size)
        let (found, isNew) = state.withLock { state -> (Found, Bool) in
            if let block = state.blocks[key], block.content.isWhole {
                state.uses += 1
                state.blocks[key]?.lastUse = state.uses
                state.counts.hits += 1
                return (.whole(block.content.bytes), false)
            }
            if let fetch = state.fetches[key]?.fetch { return (.coming(fetch), false) }
            let partial = state.drop(key)
            let fetch = BlockFetch(length: length, partial) { [weak self] in self?.forget(key, $0) }
            state.fetches[key] = Entry(fetch: fetch)
            return (.coming(fetch), partial == nil)
        }
        guard isNew, case .coming(let fetch) = found, let bytes = store?.block(key, length: length)
        else { return found }
        _ = fetch.add(bytes[...], at: 0)
        finish(bytes, as: key)
        state.withLock { $0.counts.hits += 1 }
        return .whole(bytes)
    }

    /// Nobody holds a fetch any more; what has come of it is kept.
    private func forget(_ key: BlockKey, _ partial: PartialBlock) {
        // Handed out of the lock: whoever ends with it comes here again.
        let successor = state.withLock { state -> BlockFetch? in
            let successor = state.fetches[key]?.fetch
            guard successor == nil else { return successor }
            state.fetches[key] = nil
            if state.blocks[key] == nil, !partial.received.isEmpty {
                state.keep(partial, as: key, atMost: memoryLimit)
            }
            return nil
        }
        _ = successor
    }
}

// MARK: - Requests

extension BlockCache {
    private typealias Wanted = (key: BlockKey, fetch: BlockFetch, part: Range<Int>)

    /// Has parts of blocks fetched, those by one request that follow one another.
    private func order(_ wanted: [Wanted], of object: RemoteObject) {
        var parts: [FetchRun.Part] = []
        for (key, fetch, range) in wanted {
            let part = FetchRun.Part(key: key, fetch: fetch, range: range)
            if let last = parts.last, last.end != part.start {
                begin(parts, of: object)
                parts = []
            }
            parts.append(part)
        }
        begin(parts, of: object)
    }

    private func begin(_ parts: [FetchRun.Part], of object: RemoteObject) {
        guard !parts.isEmpty else { return }
        let run = FetchRun(parts, cancel: cancel)
        for part in parts { part.fetch?.hold(run) }
        send(run, for: object, after: .zero)
    }

    /// Has the rest of a block fetched that nobody waits for, a while later: most looks go on
    /// elsewhere by then.
    private func orderRest(of fetch: BlockFetch, _ key: BlockKey, of object: RemoteObject) {
        guard let rest = fetch.rest else { return }
        let runs = rest.map { range in
            FetchRun([FetchRun.Part(key: key, fetch: fetch, range: range)], cancel: cancel)
        }
        fetch.holdRest(runs)
        for run in runs { send(run, for: object, after: Self.restDelay) }
    }

    private func send(_ run: FetchRun, for object: RemoteObject, after delay: Duration) {
        let order = fetch(object, run.bytes, delay) { [weak self, weak run] news in
            guard let self, let run else { return }
            take(news, by: run, of: object)
        }
        run.noteOrder(order)
    }

    private func take(_ news: FetchNews, by run: FetchRun, of object: RemoteObject) {
        switch news {
        case .listed: break
        case .head: for part in run.parts { part.fetch?.begin(run, for: part.range) }
        case .bytes(let bytes):
            object.noteFetched(bytes.count)
            run.deal(bytes) { key, whole in
                finish(whole, as: key)
                store?.keep(whole, as: key)
            }
        case .end:
            run.end()
            for part in run.parts {
                guard let fetch = part.fetch else { continue }
                guard fetch.end(run, of: part.range) else {
                    fail(part, .lying)
                    continue
                }
                orderRest(of: fetch, part.key, of: object)
            }
        case .failed(let fault):
            if fault == .changed { object.noteChange() }
            run.end()
            for part in run.parts { fail(part, fault) }
        }
    }

    /// Ends a block that cannot be had; who comes from now on has it fetched again.
    private func fail(_ part: FetchRun.Part, _ fault: RemoteFault) {
        guard let fetch = part.fetch else { return }
        state.withLock { state in
            if state.fetches[part.key]?.fetch === fetch { state.fetches[part.key] = nil }
        }
        fetch.fail(fault)
    }

    private func finish(_ bytes: [UInt8], as key: BlockKey) {
        state.withLock { state in
            let whole = PartialBlock(bytes: bytes, received: RangeSet(0..<bytes.count))
            state.keep(whole, as: key, atMost: memoryLimit)
            state.fetches[key] = nil
        }
    }
}
