import Media
import Synchronization

/// One who reads a file by blocks, with what is fetched ahead for it.
///
/// Safe on every thread.
final class RemoteReader: RangeSource {
    private struct State {
        var window = FetchWindow()
        var expectation = Expectation()
        /// Bytes that a scan may still have fetched at once.
        var prelude = ScanPace.prelude
    }

    private let object: RemoteObject
    private let cache: BlockCache
    /// How fast scans read.
    private let pace: ScanPace
    private let isScan: Bool
    private let state = Mutex(State())

    /// One who reads for a scan, at its pace, or whom scans give way to.
    init(_ object: RemoteObject, _ cache: BlockCache, _ pace: ScanPace, forScan isScan: Bool) {
        (self.object, self.cache, self.pace) = (object, cache, pace)
        self.isScan = isScan
    }

    /// Bytes that are fetched at first where it is not known how many are read.
    private static let portion = 256 << 10

    /// Has what is read next fetched, but for scans, which go at a pace of their own.
    func expect(_ places: [Range<Int64>], isSure: Bool) {
        guard !isScan, object.identity == object.known else { return }
        let expectation = Expectation(
            places,
            of: object.version.size,
            isSure: isSure
        )
        state.withLock { state in
            // What is given up makes room for what follows.
            state.window.expect(expectation.blocks)
            state.expectation = expectation
        }
        fetchExpected()
    }

    /// Has more of what is expected fetched.
    private func fetchExpected() {
        var taken = state.withLock { $0.expectation.next() }
        guard let first = taken.first else { return }
        let end = cache.comes(first, of: object)
        if end > first.lowerBound, end < first.upperBound {
            state.withLock { [taken] in $0.expectation.putBack(taken, from: end) }
            taken = [first.lowerBound..<end]
        }
        let fetches = cache.fetch(taken, of: object)
        state.withLock { $0.window.hold(fetches) }
    }

    /// Reads what has come up to the end of a block, and returns 0 at the file's end; blocks.
    func read(
        at offset: Int64,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(RemoteFault) -> Int {
        let size = object.version.size
        guard let plan = BlockPlan(at: offset, count: buffer.count, of: size) else { return 0 }
        guard object.identity == object.known else { throw .changed }
        let space = UnsafeMutableRawBufferPointer(rebasing: buffer[..<plan.count])
        let blocks = BlockPlan.count(in: size)
        // A read that goes on behind the block is sure to come for the next one.
        let isBeyond = buffer.count > plan.count
        let (ahead, isExpected) = state.withLock { state -> (Range<Int64>, Bool) in
            let ahead = state.window.move(to: plan.number, of: blocks, goesBeyond: isBeyond)
            return (ahead, state.window.expects(plan.number))
        }
        if isScan { waitForTurn(plan.number) }
        if state.withLock({ $0.expectation.isDue(at: offset) }) { fetchExpected() }
        let portion = isExpected ? Int.max : Self.portion
        let found = find(plan.number, from: plan.start, portion: portion)
        for number in ahead where !isScan || isAdmitted(number) { find(number) }
        switch found {
        case .whole(let bytes):
            space.copyBytes(from: bytes[plan.start..<plan.start + plan.count])
            return plan.count
        case .coming(let fetch): return try copy(fetch, from: plan.start, into: space)
        }
    }

    private func copy(
        _ fetch: BlockFetch,
        from start: Int,
        into space: UnsafeMutableRawBufferPointer
    ) throws(RemoteFault) -> Int {
        guard !fetch.holds(start) else { return try fetch.copy(from: start, into: space) }
        cache.noteWait()
        guard !isScan else { return try fetch.copy(from: start, into: space) }
        var count = 0
        try object.whileAwaited { () throws(RemoteFault) in
            try pace.whileOthersWait { () throws(RemoteFault) in
                count = try fetch.copy(from: start, into: space)
            }
        }
        return count
    }

    /// Waits until a scan may have a block fetched that is not there; blocks.
    private func waitForTurn(_ number: Int64) {
        guard !isHeld(number) else { return }
        let bytes = length(of: number)
        if !takePrelude(bytes) { pace.wait(for: bytes) }
        pace.note(bytes)
    }

    /// Whether a scan may have a block fetched ahead.
    private func isAdmitted(_ number: Int64) -> Bool {
        guard !isHeld(number) else { return true }
        let bytes = length(of: number)
        guard takePrelude(bytes) || pace.admits(bytes) else { return false }
        pace.note(bytes)
        return true
    }

    private func takePrelude(_ bytes: Int) -> Bool {
        state.withLock { state in
            guard state.prelude >= bytes else { return false }
            state.prelude -= bytes
            return true
        }
    }

    private func isHeld(_ number: Int64) -> Bool {
        let isComing = state.withLock { $0.window[number] != nil }
        return isComing || cache.holds(number, of: object)
    }

    private func length(of number: Int64) -> Int {
        BlockPlan.length(of: number, in: object.version.size)
    }

    /// Finds a block, and holds it while it comes.
    @discardableResult
    private func find(
        _ number: Int64,
        from start: Int = 0,
        portion: Int = .max
    ) -> BlockCache.Found {
        let found = cache.find(number, of: object, from: start, portion: portion)
        let fetch: BlockFetch? = if case .coming(let fetch) = found { fetch } else { nil }
        state.withLock { $0.window[number] = fetch }
        return found
    }
}
