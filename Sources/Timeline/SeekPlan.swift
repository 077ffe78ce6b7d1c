/// How to bring a decoder to one frame: where to start, and where next when that fails.
///
/// Demuxers may seek to a later packet than asked (they compare decoding times), and some
/// keyframes do not decode on their own (open GOP, intra refresh). So a plan is a bounded list of
/// ever earlier keyframes, at most 12, that ends with the beginning of the file, from where
/// decoding is always correct.
public struct SeekPlan: Equatable, Sendable {
    /// Where to tell the demuxer to seek.
    public enum Address: Equatable, Sendable {
        /// Seek to a timestamp of the stream.
        case time(Timestamp)
        /// Seek to a byte of the file.
        case byte(Int64)
        /// Open the file again.
        case beginning
    }

    /// One attempt to reach the target.
    public struct Attempt: Equatable, Sendable {
        /// The ordinal of the packet that is decoded first.
        public let key: Int
        /// Where to tell the demuxer to seek.
        public let address: Address
    }

    /// Why an attempt did not show the target.
    public enum Failure: Sendable {
        /// The demuxer returned a packet after the key, or one that the index does not have.
        case missedKeyframe
        /// The decoder was given the packets and never returned the target.
        case noPicture
    }

    /// How to seek in a container.
    public enum Method: Sendable {
        /// By timestamp: containers with an index of their own.
        case byTime
        /// By byte: streams of packets without one, where seeking by timestamp is unreliable.
        case byByte
    }

    /// The current attempt; `nil` when nothing is left to try.
    public private(set) var attempt: Attempt?
    /// How many attempts have failed.
    public private(set) var backOffs = 0

    private let method: Method
    /// How many keyframes are tried before the beginning of the file.
    static let keyframeLimit = 12

    /// Plans how to reach the packet `target` of `table`.
    public init(to target: Int, in table: FrameTable, method: Method) {
        self.method = method
        attempt = Self.attempt(at: table.startKeyframe(for: target), in: table, method: method)
    }

    /// Moves on to the next attempt after the current one has failed.
    public mutating func fail(_ failure: Failure, in table: FrameTable) {
        guard let failed = attempt else { return }
        backOffs += 1
        attempt = next(after: failed, failure, in: table)
    }

    /// An upper limit of the frames that decoding up to `frame` can output, with every attempt.
    ///
    /// A client of a worker process rejects its answers when there are more.
    public static func mostFrames(to frame: Int, in table: FrameTable) -> Int {
        guard (0..<table.count).contains(frame) else { return 0 }
        let target = table.ordinal(of: frame)
        var key = table.startKeyframe(for: target)
        for _ in 0..<keyframeLimit { key = table.keyframeOrdinal(before: key) ?? key }
        // Each keyframe may be sought by PTS and by DTS; the last attempt starts at the beginning.
        return 2 * (keyframeLimit + 1) * (max(0, target - key) + behind) + target + behind
    }

    /// An upper limit of the packets that a decoder needs after the target, or delays.
    private static let behind = 256

    private func next(after failed: Attempt, _ failure: Failure, in table: FrameTable) -> Attempt? {
        guard failed.address != .beginning else { return nil }
        let record = table.packets[failed.key]
        // Many demuxers compare decoding times, which come before the presentation time.
        if failure == .missedKeyframe, case .time(let tried) = failed.address,
            let dts = record.dts, dts < tried
        {
            return Attempt(key: failed.key, address: .time(dts))
        }
        // Where only keyframes are known, the packets between them cannot be identified.
        guard failed.key < table.scanned else { return nil }
        guard backOffs < Self.keyframeLimit, let earlier = table.keyframeOrdinal(before: failed.key)
        else {
            return Attempt(key: table.firstKeyframe, address: .beginning)
        }
        return Self.attempt(at: earlier, in: table, method: method)
    }

    private static func attempt(at key: Int, in table: FrameTable, method: Method) -> Attempt {
        guard let address = address(of: key, in: table, method: method) else {
            return Attempt(key: table.firstKeyframe, address: .beginning)
        }
        return Attempt(key: key, address: address)
    }

    private static func address(of key: Int, in table: FrameTable, method: Method) -> Address? {
        let record = table.packets[key]
        switch method {
        case .byTime: return (record.pts ?? record.dts).map(Address.time)
        case .byByte:
            // Program streams have no position for a packet that starts inside another's.
            let known = table.packets[...key].last { $0.position >= 0 }
            return known.map { .byte($0.position) }
        }
    }
}

extension FrameTable {
    /// The ordinal of the first packet where decoding may start; 0 when there is none.
    public var firstKeyframe: Int { keys.first.map(Int.init) ?? 0 }
}

extension FrameTable {
    /// The ordinal of a packet that was read after a seek to `key`, or `nil` when unknown.
    ///
    /// After a byte seek a packet's timestamps, position or size may each differ from the
    /// scan's. So the key itself is accepted by position or approximate size; another packet by
    /// all four values, else by position and size, else by a decoding time and size that occur
    /// once.
    public func ordinal(of packet: PacketRecord, soughtKey key: Int) -> Int? {
        if looksLikeKey(packet, packets[key]) { return key }
        if let exact = packets.firstIndex(where: { $0.hasSameIdentity(as: packet) }) {
            return exact
        }
        if packet.position >= 0,
            let located = packets.firstIndex(where: {
                $0.position == packet.position && $0.size == packet.size
            })
        {
            return located
        }
        return uniqueOrdinal { $0.dts == packet.dts && $0.size == packet.size && $0.dts != nil }
    }

    /// Whether `packet` is the sought key: at its position, or of its size where positions are
    /// unknown.
    ///
    /// Of a key that a list of fragments tells of, the time alone is known.
    /// A byte seek may add a start code to a packet or cut one off, hence the 8 bytes.
    private func looksLikeKey(_ packet: PacketRecord, _ key: PacketRecord) -> Bool {
        guard packet.isKeyframe else { return false }
        if packet.position >= 0, key.position >= 0 { return packet.position == key.position }
        guard key.size > 0 else { return key.pts != nil && packet.pts == key.pts }
        return abs(packet.size - key.size) <= 8
    }

    private func uniqueOrdinal(where matches: (PacketRecord) -> Bool) -> Int? {
        guard let first = packets.firstIndex(where: matches),
            packets[(first + 1)...].firstIndex(where: matches) == nil
        else { return nil }
        return first
    }
}

extension PacketRecord {
    fileprivate func hasSameIdentity(as other: PacketRecord) -> Bool {
        position == other.position && dts == other.dts && pts == other.pts && size == other.size
    }
}
