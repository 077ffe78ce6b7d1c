import Media
import Synchronization
import System

/// A block that is being fetched, for all who want bytes of it: what they want first, then the rest.
///
/// Goes on as long as somebody holds it. Safe on every thread.
final class BlockFetch: Sendable {
    private struct State {
        /// All bytes of the block, of which those in `received` are there.
        var bytes: [UInt8]
        var received = RangeSet<Int>()
        /// What is being fetched, and the requests for it.
        var coming = RangeSet<Int>()
        var runs: [FetchRun] = []
        /// The requests for what nobody waits for, which wait themselves.
        var rest: [FetchRun] = []
        var fault: RemoteFault?
        var waiting: [Latch] = []

        /// Lets all look again who wait.
        mutating func wake() {
            for latch in waiting { latch.open() }
            waiting = []
        }

        /// What of a range is neither there nor being fetched.
        func missing(_ range: Range<Int>) -> [Range<Int>] {
            Array(RangeSet(range).subtracting(received).subtracting(coming).ranges)
        }
    }

    private let state: Mutex<State>
    /// Bytes of the block.
    let length: Int
    /// Called when nobody holds it any more, with what has come.
    private let release: @Sendable (PartialBlock) -> Void

    /// Begins a block of `length` bytes, of which some may be there.
    init(
        length: Int,
        _ partial: PartialBlock? = nil,
        release: @escaping @Sendable (PartialBlock) -> Void
    ) {
        (self.length, self.release) = (length, release)
        var found = State(bytes: partial?.bytes ?? [])
        found.received = partial?.received ?? RangeSet()
        if partial == nil {
            found.bytes = [UInt8](unsafeUninitializedCapacity: length) { $1 = length }
        }
        state = Mutex(found)
    }

    deinit {
        release(state.withLock { PartialBlock(bytes: $0.bytes, received: $0.received) })
    }

    // MARK: What is to be fetched

    /// Takes the parts of a range that have to be asked for, which are being fetched from then on.
    func want(_ range: Range<Int>) -> [Range<Int>] {
        let (parts, overtaken) = state.withLock { state -> ([Range<Int>], [FetchRun]) in
            let parts = state.missing(range.clamped(to: 0..<length))
            guard !parts.isEmpty else { return ([], []) }
            for part in parts { state.coming.insert(contentsOf: part) }
            defer { state.rest = [] }
            return (parts, state.rest)
        }
        // Ended out of the lock, as each ends its request.
        _ = overtaken
        return parts
    }

    /// Takes what has to be asked for by one who reads from a byte on: a portion, unless that byte is
    /// there or comes, and the rest up to the end as the reading comes near the portion's.
    func want(from start: Int, portion: Int) -> [Range<Int>] {
        guard let known = known(from: start) else {
            let first = start / Self.step * Self.step
            return want(first..<(portion < length - first ? first + portion : length))
        }
        let isNear = portion < length && known.end - start <= portion / 2
        return isNear ? want(known.end..<length) : []
    }

    /// Where the bytes end that are there or come from one on, and whether any of them has yet to
    /// come; `nil` where that one is neither.
    func known(from start: Int) -> (end: Int, isComing: Bool)? {
        state.withLock { state in
            var (end, isComing) = (start, false)
            // Every read comes here: from range to range, without a set made of both.
            while end < length {
                if let there = state.received.range(around: end) {
                    end = there.upperBound
                } else if let coming = state.coming.range(around: end) {
                    (end, isComing) = (coming.upperBound, true)
                } else {
                    break
                }
            }
            return end > start ? (end, isComing) : nil
        }
    }

    /// Readers may go back by some bytes.
    private static let step = 1 << 16

    /// What nobody has asked for, once nothing else comes; `nil` where something does, or there is
    /// nothing left.
    var rest: [Range<Int>]? {
        state.withLock { state in
            guard state.coming.isEmpty, state.rest.isEmpty, state.fault == nil else { return nil }
            let missing = state.missing(0..<length)
            return missing.isEmpty ? nil : missing
        }
    }

    /// Notes a request for bytes that are wanted.
    func hold(_ run: FetchRun) { state.withLock { $0.runs.append(run) } }

    /// Notes the requests for the rest, which are given up when somebody wants more than has come.
    func holdRest(_ runs: [FetchRun]) { state.withLock { $0.rest = runs } }

    /// Notes that a request for the rest has begun.
    func begin(_ run: FetchRun, for part: Range<Int>) {
        state.withLock { state in
            guard state.rest.contains(where: { $0 === run }) else { return }
            state.rest.removeAll { $0 === run }
            state.runs.append(run)
            state.coming.insert(contentsOf: part)
        }
    }

    // MARK: What comes

    /// Adds bytes that have come; returns the block once all of it is there.
    func add(_ bytes: ArraySlice<UInt8>, at start: Int) -> [UInt8]? {
        state.withLock { state in
            let range = start..<start + bytes.count
            state.bytes.replace(range, by: bytes)
            state.received.insert(contentsOf: range)
            state.coming.remove(contentsOf: range)
            state.wake()
            return state.received.ranges.first == 0..<length ? state.bytes : nil
        }
    }

    /// Notes the end of a request for a part; `false` where not all of it has come.
    func end(_ run: FetchRun, of part: Range<Int>) -> Bool {
        state.withLock { state in
            state.runs.removeAll { $0 === run }
            return RangeSet(part).isSubset(of: state.received)
        }
    }

    /// Ends it without the rest of its bytes.
    func fail(_ fault: RemoteFault) {
        state.withLock { state in
            state.fault = fault
            state.wake()
        }
    }

    // MARK: Who reads

    /// Copies bytes from `start` on into a buffer, as soon as one of them has come, and returns how
    /// many; blocks.
    func copy(
        from start: Int,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(RemoteFault) -> Int {
        while true {
            let (count, latch) = try copyOrWait(from: start, into: buffer)
            guard let latch else { return count }
            latch.wait()
        }
    }

    private func copyOrWait(
        from start: Int,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(RemoteFault) -> (Int, Latch?) {
        try state.withLock { state throws(RemoteFault) in
            if let there = state.received.range(around: start) {
                let end = min(there.upperBound, start + buffer.count)
                buffer.copyBytes(from: state.bytes[start..<end])
                return (end - start, nil)
            }
            if let fault = state.fault { throw fault }
            let latch = Latch()
            state.waiting.append(latch)
            return (0, latch)
        }
    }

    /// Whether a byte is there, so that nobody has to wait for it.
    func holds(_ place: Int) -> Bool { state.withLock { $0.received.contains(place) } }

    /// Whether it has all of its bytes, or they may still come.
    var isUsable: Bool { state.withLock { $0.fault == nil } }

    /// Whether what is being fetched is almost there: then it is worth its end.
    var isNearItsEnd: Bool {
        let runs = state.withLock { $0.fault == nil ? $0.runs : [] }
        return !runs.isEmpty && runs.allSatisfy(\.isNearItsEnd)
    }
}

/// What has come of a block.
struct PartialBlock: Sendable {
    /// As many bytes as the block has, of which those in `received` are its own.
    let bytes: [UInt8]
    let received: RangeSet<Int>

    /// Whether all of it has come.
    var isWhole: Bool { received.ranges.first == 0..<bytes.count }
}

extension RangeSet<Int> {
    /// The one of its ranges that holds a place.
    fileprivate func range(around place: Int) -> Range<Int>? {
        ranges.first { $0.contains(place) }
    }
}

extension [UInt8] {
    /// Puts as many other bytes into a range of them.
    fileprivate mutating func replace(_ range: Range<Int>, by others: ArraySlice<UInt8>) {
        withUnsafeMutableBytes { bytes in
            let space = UnsafeMutableRawBufferPointer(rebasing: bytes[range])
            space.copyBytes(from: others)
        }
    }
}
