import Basics

/// SMPTE timecode: a clock that counts frames, with a label for each.
///
/// Drop-frame skips labels, never frames: the first two of every minute but each tenth at
/// 30 labels a second, four at 60, eight at 120 (SMPTE ST 12-1). All arithmetic is integer.
public struct Timecode: Hashable, Sendable {
    /// Labels per second, such as 24, 25, 30 or 60.
    public let labelsPerSecond: Int
    /// Whether labels are dropped so that the clock keeps up with the time of day.
    public let isDropFrame: Bool

    /// Creates a timecode; returns `nil` where drop-frame is not defined for the rate.
    public init?(labelsPerSecond: Int, isDropFrame: Bool) {
        guard (1...1000).contains(labelsPerSecond) else { return nil }
        guard !isDropFrame || labelsPerSecond.isMultiple(of: 30) else { return nil }
        self.labelsPerSecond = labelsPerSecond
        self.isDropFrame = isDropFrame
    }

    private var droppedPerMinute: Int { isDropFrame ? labelsPerSecond / 15 : 0 }
    private var perMinute: Int { labelsPerSecond * 60 - droppedPerMinute }
    private var perTenMinutes: Int { labelsPerSecond * 600 - droppedPerMinute * 9 }

    /// Frames from midnight to midnight.
    public var countPerDay: Int { perTenMinutes * 6 * 24 }

    /// The label of the frame `count` frames after midnight, wrapping after 24 hours.
    public func label(_ count: Int) -> String {
        let number = labelNumber(((count % countPerDay) + countPerDay) % countPerDay)
        let seconds = number / labelsPerSecond
        var label: [UInt8] = []
        label.append(digits: seconds / 3600, width: 2)
        label.append(UInt8(ascii: ":"))
        label.append(digits: seconds / 60 % 60, width: 2)
        label.append(UInt8(ascii: ":"))
        label.append(digits: seconds % 60, width: 2)
        label.append(UInt8(ascii: isDropFrame ? ";" : ":"))
        label.append(digits: number % labelsPerSecond, width: labelsPerSecond > 100 ? 3 : 2)
        return String(decoding: label, as: UTF8.self)
    }

    /// Frames from midnight to `label`, or `nil` when the label is malformed or dropped.
    ///
    /// Both `:` and `;` are accepted as separators, with and without drop-frame.
    public func count(_ label: String) -> Int? {
        let parts = label.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == ";" }
        let fields = parts.compactMap(Self.field)
        guard parts.count == 4, fields.count == 4 else { return nil }
        let (hours, minutes, seconds, frames) = (fields[0], fields[1], fields[2], fields[3])
        guard hours < 24, minutes < 60, seconds < 60, frames < labelsPerSecond else { return nil }
        let isDropped = seconds == 0 && frames < droppedPerMinute && minutes % 10 != 0
        guard !isDropped else { return nil }
        let minute = hours * 60 + minutes
        let number = (minute * 60 + seconds) * labelsPerSecond + frames
        return number - droppedPerMinute * (minute - minute / 10)
    }

    /// A label's index among all labels, dropped ones included.
    private func labelNumber(_ count: Int) -> Int {
        let tens = count / perTenMinutes
        let rest = count % perTenMinutes
        // No label is dropped in the first of ten minutes, so it has more than the other nine.
        let shortMinutes = max(0, rest - droppedPerMinute) / perMinute
        return count + droppedPerMinute * (tens * 9 + shortMinutes)
    }

    private static func field(_ text: Substring) -> Int? {
        guard (1...3).contains(text.count), text.allSatisfy({ ("0"..."9").contains($0) }) else {
            return nil
        }
        return Int(text)
    }
}

extension [UInt8] {
    /// Appends the last `width` digits of a number, which is how clocks write it.
    fileprivate mutating func append(digits number: Int, width: Int) {
        var unit = width > 2 ? 100 : 10
        while unit > 0 {
            append(UInt8(ascii: "0") + UInt8(number / unit % 10))
            unit /= 10
        }
    }
}

/// The timecode of a stream: which label each frame carries.
///
/// Labels belong to slots of equal length, and a frame has the label of the slot nearest to its
/// time. At a constant rate that is one label a frame; at a variable rate labels are skipped
/// where frames are missing, so that timecode follows the time.
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
    ///   - rate: The average rate, which is replaced by its ``FrameRate/standard``.
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
        // An invalid timestamp may be any number of days away; labels repeat every day.
        timecode.label(start + slot(of: frame, in: table) % timecode.countPerDay)
    }

    /// The frame of `table` that carries `label`, or the last one before it.
    ///
    /// Returns `nil` when there is no such label (malformed, dropped), when the table is empty
    /// and when the label's time is not between the first frame and the end. Labels continue after
    /// midnight.
    public func frame(of label: String, in table: FrameTable) -> Int? {
        guard let slot = self.slot(of: label), !table.isEmpty else { return nil }
        let last = max(
            self.slot(at: table.end, in: table) - 1,
            self.slot(of: table.count - 1, in: table)
        )
        guard slot <= last else { return nil }
        return (0..<table.count).partitioningIndex { self.slot(of: $0, in: table) > slot } - 1
    }

    /// Seconds from the first frame to the end of the slot of `label`, by which a frame that carries
    /// it has begun; `nil` where there is no such label.
    public func seconds(to label: String) -> Double? {
        slot(of: label).map { (Double($0) + 0.5) / rate.value }
    }

    private func slot(of label: String) -> Int? {
        guard let count = timecode.count(label) else { return nil }
        return count >= start ? count - start : count - start + timecode.countPerDay
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
