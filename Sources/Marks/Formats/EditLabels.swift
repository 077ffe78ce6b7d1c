import Timeline

/// Which labels of an edit decision list stand for which frames of a media.
struct EditLabels {
    private let media: MarkedMedia
    /// Whether the list drops labels; at first, whether the media does.
    var isDropFrame: Bool

    init(_ media: MarkedMedia) {
        self.media = media
        isDropFrame = media.clock.timecode.isDropFrame
    }

    /// How the list counts.
    var timecode: Timecode {
        let own = media.clock.timecode
        return Timecode(labelsPerSecond: own.labelsPerSecond, isDropFrame: isDropFrame) ?? own
    }

    /// The label that lists begin with.
    var firstHour: Int { timecode.count("01:00:00:00") ?? 0 }

    /// The labels of frames, counted from midnight: from the first one's to that of the end.
    func slots(of frames: ClosedRange<Int>) -> Range<Int> {
        let (first, end) = (count(at: frames.lowerBound), count(at: frames.upperBound + 1))
        return first..<max(end, first + 1)
    }

    private func count(at boundary: Int) -> Int {
        start + Int(min(media.units(to: boundary, in: slot), Self.furthest))
    }

    /// Labels that are counted: times further off are lies, and those of all segments must add up.
    private static let furthest: Int64 = 1 << 48

    /// Whether the labels of frames are those of no others, as at a constant rate.
    func leadBack(to frames: ClosedRange<Int>) -> Bool {
        let slots = slots(of: frames)
        let (first, end) = (timecode.label(slots.lowerBound), timecode.label(slots.upperBound))
        return (try? self.frames(from: first, to: end)) == frames
    }

    /// The frames from one label up to another.
    func frames(
        from first: some StringProtocol,
        to end: some StringProtocol
    ) throws(MarksError) -> ClosedRange<Int> {
        let (from, to) = (try time(of: first), try time(of: end))
        guard from < to else { throw .backwards(String(first), String(end)) }
        do throws(MarksError) {
            return try media.frames(from: from, to: to)
        } catch {
            let labels = "\(first) to \(end)"
            throw .outside(labels, count: media.table.count)
        }
    }

    private func time(of label: some StringProtocol) throws(MarksError) -> FileTime {
        guard let count = timecode.count(String(label)) else {
            throw .expected("a timecode such as \(timecode.label(start))", got: label)
        }
        // The clock runs on over midnight.
        let slots = count >= start ? count - start : count - start + timecode.countPerDay
        return FileTime(Int64(slots), in: slot)
    }

    /// The first frame's label, which reads the same however the list counts.
    private var start: Int {
        timecode.count(media.clock.timecode.label(media.clock.start)) ?? media.clock.start
    }

    private var slot: Timebase {
        Timebase(media.clock.rate.denominator, media.clock.rate.numerator)!
    }
}
