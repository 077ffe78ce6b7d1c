/// Every displayed frame of a stream, and every packet needed to reach it.
///
/// A value: a scan that goes on makes further tables, in which nothing that was already
/// settled has changed. Frame numbers count displayed frames from 0; ordinals count packets
/// in decode order.
public struct FrameTable: Sendable, Equatable {
    /// The length of a tick.
    public let timebase: Timebase
    /// The packets in decode order; the subscript is the ordinal.
    public let packets: [PacketRecord]
    /// How many packets, from the first on, have been scanned; behind them only keyframes are known.
    public let scanned: Int
    /// Whether the whole stream has been scanned.
    public internal(set) var isComplete: Bool
    /// How many frames, from the first on, can no longer change.
    public internal(set) var settled: Int
    /// The end of the last displayed frame.
    public let end: Timestamp
    /// The usual number of ticks between frames.
    let step: Int64

    /// Frame number to ordinal.
    let order: [Int32]
    /// Ordinal to frame number, -1 for packets that are not shown; `nil` where their times tell.
    private let frames: [Int32]?
    /// Frame number to display time in ticks, strictly increasing.
    let times: DisplayTimes
    /// Ordinals of the packets where decoding may start, ascending.
    let keys: [Int32]
    /// Frame numbers of the displayed keyframes, ascending.
    let keyFrames: [Int32]
    /// Ordinals of the packets at damage, ascending.
    let damage: [Int32]

    /// Creates the table of `packets`, shown in the given order.
    ///
    /// - Parameters:
    ///   - packets: The packets in decode order, at most `Int32.max`.
    ///   - order: The ordinals that are shown, in display order.
    ///   - timebase: The length of a tick.
    ///   - step: The usual number of ticks between frames, for frames that lack a time; held in
    ///     1…`Int32.max`.
    ///   - scanned: How many packets have been scanned, if not all: only keyframes come behind them.
    ///   - isComplete: Whether there are no more packets to come.
    public init(
        packets: [PacketRecord],
        order: [Int32],
        timebase: Timebase,
        step: Int64,
        scanned: Int? = nil,
        isComplete: Bool
    ) {
        let scanned = scanned ?? packets.count
        self.scanned = scanned
        self.packets = packets
        self.order = order
        self.timebase = timebase
        self.isComplete = isComplete
        // As long as a packet may last: what is between two frames is no longer.
        let step = min(max(step, 1), Int64(Int32.max))
        self.step = step
        times = DisplayTimes(of: packets, in: order, step: step)
        frames = times.areSound ? nil : Self.frames(ofOrdinals: packets.count, in: order)
        keys = packets.indices.lazy.filter { packets[$0].isKey }.map(Int32.init)
        keyFrames = order.indices.lazy.filter { packets[Int(order[$0])].isKey }.map(Int32.init)
        damage = packets.indices.lazy.filter { packets[$0].isDamaged }.map(Int32.init)
        end = Self.end(packets: packets, order: order, times: times, step: step)
        settled = isComplete ? order.count : Self.settled(packets[..<scanned], times: times)
    }

    /// How many frames there are.
    public var count: Int { order.count }
    /// Whether there is no frame at all.
    public var isEmpty: Bool { order.isEmpty }
    /// How many displayed frames are keyframes.
    public var keyframeCount: Int { keyFrames.count }
    /// When the first frame is shown; the clock's zero for an empty table.
    public var first: Timestamp { Timestamp(times.first ?? 0) }

    /// When frame `frame` is shown.
    public func pts(of frame: Int) -> Timestamp { Timestamp(times[frame]) }

    /// Seconds from the first frame to frame `frame`.
    public func time(of frame: Int) -> Double { timebase.seconds(times[frame] - first.ticks) }

    /// Seconds from the start of the first frame to the end of the last.
    public var duration: Double { timebase.seconds(end.ticks - first.ticks) }

    /// The packet that carries frame `frame`.
    public func ordinal(of frame: Int) -> Int { Int(order[frame]) }

    /// The frame that a packet carries, or `nil` when it is not shown.
    public func frame(ofOrdinal ordinal: Int) -> Int? {
        if let frames { return frames[ordinal] >= 0 ? Int(frames[ordinal]) : nil }
        guard let pts = packets[ordinal].pts else { return nil }
        let frame = times.partitioningIndex { $0 >= pts.ticks }
        return frame < count && self.ordinal(of: frame) == ordinal ? frame : nil
    }

    private static func frames(ofOrdinals count: Int, in order: [Int32]) -> [Int32] {
        var frames = [Int32](repeating: -1, count: count)
        for (frame, ordinal) in order.enumerated() { frames[Int(ordinal)] = Int32(frame) }
        return frames
    }

    /// The last frame's own duration, else the distance to the one before, else the usual step.
    private static func end(
        packets: [PacketRecord],
        order: [Int32],
        times: DisplayTimes,
        step: Int64
    ) -> Timestamp {
        guard let last = times.last, let ordinal = order.last else { return Timestamp(0) }
        let own = Int64(packets[Int(ordinal)].duration)
        let before = times.count > 1 ? last - times[times.count - 2] : 0
        return Timestamp(last &+ [own, before, step].first { $0 > 0 }!)
    }

    /// Counts the frames that no packet to come can precede.
    ///
    /// A packet is decoded no later than it is shown and decoding times only grow, so all
    /// that is shown by the newest decoding time is known.
    private static func settled(_ packets: ArraySlice<PacketRecord>, times: DisplayTimes) -> Int {
        guard let newest = packets.last?.dts?.ticks else { return 0 }
        return times.partitioningIndex { $0 > newest }
    }
}
