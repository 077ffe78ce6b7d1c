/// How to bring a decoder to one frame: where to start, and where next when that fails.
///
/// Demuxers land late (by decoding time), and some keyframes do not decode on their own
/// (open groups, intra refresh). So a plan is a bounded list of ever earlier starts that ends
/// with the beginning of the file, from where decoding is always right.
public struct SeekPlan: Equatable, Sendable {
    /// A place to ask the demuxer for.
    public enum Address: Equatable, Sendable {
        /// Go to a timestamp of the stream.
        case time(Timestamp)
        /// Go to a byte of the file.
        case byte(Int64)
        /// Open the file anew.
        case beginning
    }

    /// One try at reaching the target.
    public struct Attempt: Equatable, Sendable {
        /// The ordinal of the packet that is decoded first.
        public let key: Int
        /// What to ask the demuxer for.
        public let address: Address
    }

    /// Why an attempt did not show the target.
    public enum Failure: Sendable {
        /// The demuxer came out behind the key, or nowhere that the index knows.
        case missedKey
        /// The decoder was fed and never gave the target.
        case noPicture
    }

    /// How a container is best sought.
    public enum Method: Sendable {
        /// By timestamp: containers with an index of their own.
        case byTime
        /// By byte: streams of packets without one, where timestamps lead to the wrong place.
        case byByte
    }

    /// The ordinal of the packet that carries the wanted frame.
    public let target: Int
    /// The try under way; `nil` when nothing is left to try.
    public private(set) var attempt: Attempt?
    /// How many attempts have failed.
    public private(set) var backOffs = 0

    private let method: Method
    /// Keys sought before giving up and going to the beginning.
    private static let limit = 12

    /// Plans the way to the packet `target` of `table`.
    public init(to target: Int, in table: FrameTable, method: Method) {
        self.target = target
        self.method = method
        attempt = Self.attempt(at: table.startKey(for: target), in: table, method: method)
    }

    /// Moves on to the next attempt after the current one has failed.
    public mutating func fail(_ failure: Failure, in table: FrameTable) {
        guard let failed = attempt else { return }
        backOffs += 1
        attempt = next(after: failed, failure, in: table)
    }

    /// More frames than can come out on the way to one, however many starts it takes.
    ///
    /// Who reads them in another process does not believe it when there are more.
    public static func mostFrames(to frame: Int, in table: FrameTable) -> Int {
        guard (0..<table.count).contains(frame) else { return 0 }
        let target = table.ordinal(of: frame)
        var key = table.startKey(for: target)
        for _ in 0..<limit { key = table.key(before: key) ?? key }
        // A key may be sought by either of its times, and the last start is the beginning.
        return 2 * (limit + 1) * (max(0, target - key) + behind) + target + behind
    }

    /// More packets than any decoder is fed behind the target, or holds back.
    private static let behind = 256

    private func next(after failed: Attempt, _ failure: Failure, in table: FrameTable) -> Attempt? {
        guard failed.address != .beginning else { return nil }
        let record = table.packets[failed.key]
        // Many demuxers compare decoding times, which lie before the presentation time.
        if failure == .missedKey, case .time(let tried) = failed.address,
            let dts = record.dts, dts < tried
        {
            return Attempt(key: failed.key, address: .time(dts))
        }
        // Where only keyframes are known, nothing leads from one to the next.
        guard failed.key < table.scanned else { return nil }
        guard backOffs < Self.limit, let earlier = table.key(before: failed.key) else {
            return Attempt(key: table.firstKey, address: .beginning)
        }
        return Self.attempt(at: earlier, in: table, method: method)
    }

    private static func attempt(at key: Int, in table: FrameTable, method: Method) -> Attempt {
        guard let address = address(of: key, in: table, method: method) else {
            return Attempt(key: table.firstKey, address: .beginning)
        }
        return Attempt(key: key, address: address)
    }

    private static func address(of key: Int, in table: FrameTable, method: Method) -> Address? {
        let record = table.packets[key]
        switch method {
        case .byTime: return (record.pts ?? record.dts).map(Address.time)
        case .byByte:
            // Program streams give no position for a packet that starts inside another's.
            let known = table.packets[...key].last { $0.position >= 0 }
            return known.map { .byte($0.position) }
        }
    }
}

extension FrameTable {
    /// The ordinal of the first packet where decoding may start; 0 when there is none.
    public var firstKey: Int { keys.first.map(Int.init) ?? 0 }
}
