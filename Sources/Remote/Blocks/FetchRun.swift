import Media
import Synchronization

/// A request for bytes of a block, or of several in a row.
///
/// It is ended when nobody holds it. Safe on every thread.
final class FetchRun: Sendable {
    /// What of it is of one block.
    struct Part: Sendable {
        let key: BlockKey
        weak let fetch: BlockFetch?
        let range: Range<Int>

        /// Where it begins in the file.
        var start: Int64 { key.number * Int64(BlockPlan.size) + Int64(range.lowerBound) }
        /// Where it ends in the file.
        var end: Int64 { start + Int64(range.count) }
    }

    private struct State {
        var order: UInt64?
        var received = 0
        var hasEnded = false
    }

    /// The parts, which follow one another in the file.
    let parts: [Part]
    /// Bytes of all parts.
    private let count: Int
    private let state = Mutex(State())
    private let cancel: @Sendable (UInt64) -> Void
    /// Bytes that are awaited rather than asked for once more.
    private static let few = 256 << 10

    /// Creates a request for parts that follow one another; `cancel` ends it.
    init(_ parts: [Part], cancel: @escaping @Sendable (UInt64) -> Void) {
        (self.parts, self.cancel) = (parts, cancel)
        count = parts.reduce(0) { $0 + $1.range.count }
    }

    deinit {
        let order = state.withLock { $0.hasEnded ? nil : $0.order }
        if let order { cancel(order) }
    }

    /// The first and the last byte of the file that are asked for.
    var bytes: ClosedRange<Int64> {
        let start = parts.first?.start ?? 0
        return start...max(start, start + Int64(count) - 1)
    }

    /// Whether little of it is still to come.
    var isNearItsEnd: Bool { state.withLock { count - $0.received <= Self.few } }

    /// Notes the order that carries it out.
    func noteOrder(_ order: UInt64) { state.withLock { $0.order = order } }

    /// Notes that it has ended.
    func end() { state.withLock { $0.hasEnded = true } }

    /// Hands out bytes that have come, to the blocks that somebody still holds.
    ///
    /// - Parameters:
    ///   - bytes: The next ones; more than were asked for are left out.
    ///   - isWhole: Called with each block all of which is there now.
    func deal(_ bytes: ArraySlice<UInt8>, isWhole: (BlockKey, [UInt8]) -> Void) {
        let first = state.withLock { state in
            defer { state.received += bytes.count }
            return state.received
        }
        let come = first..<first + bytes.count
        var start = 0
        for part in parts {
            let own = start..<start + part.range.count
            start = own.upperBound
            let common = own.clamped(to: come)
            guard !common.isEmpty, let fetch = part.fetch else { continue }
            let slice = bytes.dropFirst(common.lowerBound - first).prefix(common.count)
            let place = part.range.lowerBound + common.lowerBound - own.lowerBound
            if let whole = fetch.add(slice, at: place) { isWhole(part.key, whole) }
        }
    }
}
