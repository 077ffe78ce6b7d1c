/// The timecode of a stream: which label each frame carries.
///
/// Labels are given to slots of equal length, and a frame carries the label of the slot its
/// time falls nearest to. At a constant rate that is one label a frame; at a varying rate
/// labels are skipped where frames are, so they still tell the time.
public struct FrameClock: Hashable, Sendable {
    /// The labels.
    public let timecode: Timecode
    /// The count of the first frame's label.
    public let start: Int
    /// Slots per second, as a fraction.
    public let rate: FrameRate

    /// Creates the clock of a stream that runs at about `rate`.
    ///
    /// - Parameters:
    ///   - rate: The average rate; one near a whole number or an NTSC one is taken as that.
    ///   - label: The first frame's label, from the file; `nil` starts at zero.
    public init(rate: FrameRate, startingAt label: String?) {
        let standard = rate.standard
        let wantsDropFrame = label?.contains(";") == true && standard.isNTSC
        let labels = standard.labelsPerSecond
        let timecode =
            Timecode(labelsPerSecond: labels, isDropFrame: wantsDropFrame)
            ?? Timecode(labelsPerSecond: labels, isDropFrame: false)!
        self.timecode = timecode
        self.rate = standard
        start = label.flatMap(timecode.count) ?? 0
    }

    /// The label of frame `frame` of `table`.
    public func label(of frame: Int, in table: FrameTable) -> String {
        // A time that lies may be any number of days away, and the label is the same each day.
        timecode.label(start + slot(of: frame, in: table) % timecode.countPerDay)
    }

    /// The frame of `table` that carries `label`, or the last one before it.
    ///
    /// Returns `nil` when there is no such label (malformed, dropped), when the table is empty
    /// and when the label's time is not between the first frame and the end. The clock runs on
    /// over midnight.
    public func frame(of label: String, in table: FrameTable) -> Int? {
        guard let count = timecode.count(label), !table.isEmpty else { return nil }
        let last = max(slot(at: table.end, in: table) - 1, slot(of: table.count - 1, in: table))
        let slot = count >= start ? count - start : count - start + timecode.countPerDay
        guard slot <= last else { return nil }
        return (0..<table.count).partitioningIndex { self.slot(of: $0, in: table) > slot } - 1
    }

    private func slot(of frame: Int, in table: FrameTable) -> Int {
        slot(at: table.pts(of: frame), in: table)
    }

    private func slot(at timestamp: Timestamp, in table: FrameTable) -> Int {
        let ticks = timestamp.ticks - table.first.ticks
        let base = table.timebase
        let slots = rescale(
            ticks,
            by: base.numerator * rate.numerator,
            over: base.denominator * rate.denominator
        )
        return Int(slots)
    }
}
