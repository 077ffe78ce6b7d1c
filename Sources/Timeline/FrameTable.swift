import Basics

// Timeline: frames, times and how to reach them. Pure values without input or output, which every
// other module uses on any thread.
//
// A demuxer's packets become `PacketRecord`s, and those a `FrameTable`, which maps positions in
// 0...1, seconds and timecode to frame numbers and back. `SeekPlan` says where a decoder must start
// for a frame. `StoredIndex` and `PackHeader` are the formats in which tables and previews are
// stored.

/// Every displayed frame of a stream, and every packet needed to reach it.
///
/// An immutable value: a scan that continues creates further tables, in which the settled frames
/// are the same. Frame numbers count displayed frames from 0; ordinals count packets in decode
/// order.
public struct FrameTable: Sendable, Equatable {
    /// The length of a tick.
    public let timebase: Timebase
    /// The packets in decode order; the subscript is the ordinal.
    public let packets: PacketList
    /// How many packets, from the first, have been scanned; only keyframes are known after them.
    public let scanned: Int
    /// Whether the whole stream has been scanned.
    public internal(set) var isComplete: Bool
    /// How many frames, from the first, can no longer change as the scan continues.
    public internal(set) var settled: Int
    /// The end of the last displayed frame.
    public let end: Timestamp
    /// The usual number of ticks between frames.
    let step: Int64

    /// How many packets a table may have: a week of 50 frames a second, which take half a gigabyte.
    public static let packetLimit = 1 << 25

    /// Frame number to ordinal.
    let order: [Int32]
    /// Ordinal to frame number, -1 for packets that are not shown; `nil` where the frame can be
    /// found by its presentation time.
    private let frames: [Int32]?
    /// Frame number to display time in ticks, strictly increasing.
    let times: DisplayTimes
    /// Ordinals of the packets where decoding may start, ascending.
    let keys: [Int32]
    /// Frame numbers of the displayed keyframes, ascending.
    let keyframes: [Int32]
    /// Ordinals of the packets at damage, ascending.
    let damage: [Int32]
    /// How many frames are shown before any frame of the last GOP, or of what is appended; counted
    /// beforehand, as whoever asks may be the loop.
    private let framesBeforeLastGOP: Int

    /// Creates the table of `packets`, shown in the given order.
    ///
    /// - Parameters:
    ///   - packets: The packets in decode order, at most ``packetLimit``.
    ///   - order: The ordinals that are shown, in display order.
    ///   - timebase: The length of a tick.
    ///   - step: The usual number of ticks between frames, for frames that lack a time; held in
    ///     1…`Int32.max`.
    ///   - scanned: How many packets have been scanned, if not all: only keyframes follow them.
    ///   - fixed: How many frames, from the first, no packet to come can precede; `nil` where
    ///     decoding times tell.
    ///   - isComplete: Whether there are no more packets to come.
    public init(
        packets: some Sequence<PacketRecord>,
        order: [Int32],
        timebase: Timebase,
        step: Int64,
        scanned: Int? = nil,
        fixed: Int? = nil,
        isComplete: Bool
    ) {
        let packets = PacketList(packets)
        let scanned = scanned ?? packets.count
        self.scanned = scanned
        self.packets = packets
        self.order = order
        self.timebase = timebase
        self.isComplete = isComplete
        // No step is longer than the longest duration that a packet can have.
        let step = min(max(step, 1), Int64(Int32.max))
        self.step = step
        times = DisplayTimes(of: packets, in: order, step: step, fixed: fixed)
        frames = times.areValid ? nil : Self.frames(ofOrdinals: packets.count, in: order)
        keys = packets.indices.lazy.filter { packets[$0].isKeyframe }.map(Int32.init)
        keyframes = order.indices.lazy.filter { packets[Int(order[$0])].isKeyframe }.map(Int32.init)
        damage = packets.indices.lazy.filter { packets[$0].isDamaged }.map(Int32.init)
        end = Self.end(packets: packets, order: order, times: times, step: step)
        framesBeforeLastGOP = Self.frames(before: keys.last, of: packets, order, times)
        settled =
            if isComplete { order.count } else if fixed != nil { times.anchored } else {
                Self.settled(packets[..<scanned], times: times)
            }
    }

    /// How many frames there are.
    public var count: Int { order.count }
    /// Whether there is no frame at all.
    public var isEmpty: Bool { order.isEmpty }
    /// How many displayed frames are keyframes.
    public var keyframeCount: Int { keyframes.count }
    /// When the first frame is shown; the clock's zero for an empty table.
    public var first: Timestamp { Timestamp(times.first ?? 0) }

    /// When frame `frame` is shown.
    public func pts(of frame: Int) -> Timestamp { Timestamp(times[frame]) }

    /// How long frame `frame` is shown, in ticks: until the next one, or the end.
    public func duration(of frame: Int) -> Int64 {
        let next = frame + 1 < count ? pts(of: frame + 1) : end
        return next.ticks &- times[frame]
    }

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

    /// How many ticks lie between most of the first frames; `nil` where there is only one.
    public var usualStep: Int64? {
        let some = times.prefix(250)
        let steps = zip(some.dropFirst(), some).map { $0 &- $1 }.sorted()
        return steps.isEmpty ? nil : steps[steps.count / 2]
    }

    private static func frames(ofOrdinals count: Int, in order: [Int32]) -> [Int32] {
        var frames = [Int32](repeating: -1, count: count)
        for (frame, ordinal) in order.enumerated() { frames[Int(ordinal)] = Int32(frame) }
        return frames
    }

    /// The last frame's own duration, else the distance to the one before, else the usual step.
    private static func end(
        packets: PacketList,
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
    /// A packet is decoded no later than it is shown and decoding times only grow, so every
    /// frame that is shown up to the newest decoding time is known.
    private static func settled(_ packets: Slice<PacketList>, times: DisplayTimes) -> Int {
        guard let newest = packets.last?.dts?.ticks else { return 0 }
        return times.partitioningIndex { $0 > newest }
    }
}

extension FrameTable {
    /// The position of frame `frame`: its time as a fraction of the time from the first frame to
    /// the end.
    ///
    /// ``frame(atPosition:)`` maps it back to the same frame.
    public func position(of frame: Int) -> Double { track.position(of: pts(of: frame)) }

    /// What the frames of the table lie on.
    public var track: Track { Track(first: first, end: end) }

    /// The frame at a position in 0...1: the last one shown by `first + position × span`.
    ///
    /// Position 1 is the last frame. Returns `nil` for an empty table or a position that
    /// is not a number in 0...1.
    public func frame(atPosition position: Double) -> Int? {
        guard !isEmpty, (0...1).contains(position) else { return nil }
        guard position < 1 else { return count - 1 }
        return frame(at: track.time(at: position))
    }

    /// The frame shown `time` seconds after the first, clamped to the first and the last.
    ///
    /// Returns `nil` for an empty table or a time that is not finite.
    public func frame(atTime time: Double) -> Int? {
        guard !isEmpty, time.isFinite else { return nil }
        let ticks = timebase.tick(at: time) ?? (time < 0 ? 0 : end.ticks - first.ticks)
        let (sum, overflow) = first.ticks.addingReportingOverflow(ticks)
        return frame(at: overflow ? end : Timestamp(sum)) ?? 0
    }

    /// The frame shown at a timestamp: the last with `pts ≤ timestamp`, `nil` before the first.
    public func frame(at timestamp: Timestamp) -> Int? {
        let after = times.partitioningIndex { $0 > timestamp.ticks }
        return after > 0 ? after - 1 : nil
    }
}

extension FrameTable {
    /// The table of a file that is still being written, scanned up to its current end.
    ///
    /// The last GOP is not settled before the next keyframe: its last packet may be cut off, and
    /// pictures that are shown before others may be written after them.
    ///
    /// - Parameter settled: How many frames were settled before; they stay settled.
    /// - Returns: The table, incomplete, with the frames of its last GOP not settled.
    public func provisional(keeping settled: Int = 0) -> FrameTable {
        var table = self
        table.isComplete = false
        table.settled = max(settled, framesBeforeLastGOP)
        return table
    }

    /// Counts the frames that are shown before any frame of the GOP of a keyframe, or of what
    /// follows it.
    private static func frames(
        before key: Int32?,
        of packets: PacketList,
        _ order: [Int32],
        _ times: DisplayTimes
    ) -> Int {
        guard let key, let start = packets[Int(key)].dts?.ticks else { return 0 }
        let later = times.partitioningIndex { $0 >= start }
        return order.prefix(later).firstIndex { $0 >= key } ?? later
    }

    /// Whether each frame that is settled in `older` has the same packet, time and keyframe flag
    /// here.
    ///
    /// Compares all of them: not on the loop.
    public func confirms(_ older: FrameTable) -> Bool {
        let settled = older.order[..<older.settled]
        return timebase == older.timebase && order.starts(with: settled)
            && times.starts(with: older.times[..<older.settled])
            && settled.allSatisfy {
                packets[Int($0)].isKeyframe == older.packets[Int($0)].isKeyframe
            }
    }
}

/// A named section of the media.
public struct Chapter: Hashable, Sendable {
    /// The title, empty when it has none.
    public let title: String
    /// Where it starts, on the video stream's clock.
    public let start: Timestamp
    /// The unit of the chapter's own clock, in ticks of the stream.
    public let precision: Int64

    /// Creates a chapter; start and precision are held within what times can be.
    public init(title: String, start: Timestamp, precision: Int64) {
        let furthest = Timestamp.furthest
        self.title = title
        self.start = Timestamp(min(max(start.ticks, -furthest), furthest))
        self.precision = min(max(precision, 1), furthest)
    }
}

extension FrameTable {
    /// The first frame of a chapter, clamped to the first and the last frame.
    ///
    /// Chapter starts are often truncated to milliseconds, so the chapter begins with a frame
    /// that starts within one unit of the chapter's clock.
    public func firstFrame(of chapter: Chapter) -> Int {
        // Both numbers may be any: the file has them, or a worker says so.
        let unit = max(chapter.precision, 1) - 1
        let (last, isBeyond) = chapter.start.ticks.addingReportingOverflow(unit)
        return frame(at: Timestamp(isBeyond ? .max : last)) ?? 0
    }
}
