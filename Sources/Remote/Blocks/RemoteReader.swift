import Media
import Synchronization

/// One who reads a file by blocks, with what is fetched ahead for it.
///
/// Safe on every thread.
final class RemoteReader: RangeSource {
    private struct State {
        var window = FetchWindow()
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

    /// Reads up to the end of a block, and returns 0 at the file's end; blocks.
    func read(
        at offset: Int64,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(RemoteFault) -> Int {
        let size = object.version.size
        guard let plan = BlockPlan(at: offset, count: buffer.count, of: size) else { return 0 }
        guard object.identity == object.known else { throw .changed }
        let space = UnsafeMutableRawBufferPointer(rebasing: buffer[..<plan.count])
        let blocks = BlockPlan.count(in: size)
        let next = state.withLock { $0.window.move(to: plan.number, of: blocks) }
        if isScan { waitForTurn(plan.number) }
        let found = find(plan.number, from: plan.start)
        // A read that goes on behind the block is sure to come for the next one.
        let isBeyond = buffer.count > plan.count && plan.number + 1 < blocks
        let ahead = isBeyond && next.isEmpty ? plan.number + 1..<plan.number + 2 : next
        for number in ahead where !isScan || isAdmitted(number) { find(number) }
        switch found {
        case .whole(let bytes): space.copyBytes(from: bytes[plan.start..<plan.start + plan.count])
        case .coming(let fetch):
            cache.noteWait()
            guard !isScan else {
                try fetch.copy(from: plan.start, into: space)
                break
            }
            try object.whileAwaited { () throws(RemoteFault) in
                try pace.whileOthersWait { () throws(RemoteFault) in
                    try fetch.copy(from: plan.start, into: space)
                }
            }
        }
        return plan.count
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
    private func find(_ number: Int64, from start: Int = 0) -> BlockCache.Found {
        if let fetch = state.withLock({ $0.window[number] }) { return .coming(fetch) }
        let found = cache.find(number, of: object, from: start)
        let fetch: BlockFetch? = if case .coming(let fetch) = found { fetch } else { nil }
        state.withLock { $0.window[number] = fetch }
        return found
    }
}
