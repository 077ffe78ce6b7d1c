import Basics
import Timeline

/// A CMX 3600 edit decision list: each segment an event that takes it from the media.
///
/// Labels are the media's own, drop-frame where it is; an event ends before its out label.
public enum CMX3600: MarkFormat {
    /// The list, whose events follow each other from the first hour on.
    public static func bytes(
        of marks: MarkSet,
        in media: MarkedMedia
    ) throws(MarksError) -> [UInt8] {
        let labels = CMX3600Labels(media)
        var text = """
            TITLE: \((try? Segment.tidied(media.name)) ?? "")
            FCM: \(labels.timecode.isDropFrame ? "DROP FRAME" : "NON-DROP FRAME")

            """
        var record = labels.firstHour
        for (index, segment) in marks.segments.enumerated() {
            let slots = labels.slots(of: segment.frames)
            let next = record + slots.count
            let words = [slots.lowerBound, slots.upperBound, record, next].map(
                labels.timecode.label
            )
            let number = UInt(index + 1).padded(to: 3)
            text += "\n\(number)  AX       V     C        \(words.joined(separator: " "))\n"
            if !segment.name.isEmpty { text += "\(CMX3600Event.nameComment)\(segment.name)\n" }
            if !labels.leadBack(to: segment.frames) {
                text += CMX3600Event.comment(on: segment.frames)
            }
            record = next
        }
        return Array(text.utf8)
    }

    /// Reads the pictures' events; those of sound and of black are none of the media.
    public static func marks(
        from bytes: [UInt8],
        in media: MarkedMedia
    ) throws(MarksError) -> MarkSet {
        var marks = MarkSet()
        var labels = CMX3600Labels(media)
        var event: CMX3600Event?
        var isList = false
        for line in try TextLine.all(of: bytes) {
            let text = line.trimmed
            if let mode = text.after("FCM:") {
                labels.isDropFrame = mode.trimmed.after("DROP") != nil
            } else if text.utf8.first.map({ (48...57).contains($0) }) == true {
                try event?.end(&marks, labels, in: media)
                event = try CMX3600Event(line)
            } else {
                event?.take(text)
            }
            isList = isList || event != nil || text.after("TITLE:") != nil
        }
        guard isList else { throw .line(1, .expected("TITLE: or an event", got: "")) }
        try event?.end(&marks, labels, in: media)
        return marks
    }
}

/// An event of an edit decision list that is being read, with the comments behind it.
private struct CMX3600Event {
    private let line: TextLine
    private let words: [Substring]
    private var name: Substring = ""
    private var exact: ClosedRange<Int>?

    static let nameComment = "* FROM CLIP NAME: "
    private static let framesComment = "* VERNIER FRAMES: "

    /// What is written of frames whose labels are those of others as well.
    static func comment(on frames: ClosedRange<Int>) -> String {
        "\(framesComment)\(frames.lowerBound)-\(frames.upperBound)\n"
    }

    init(_ line: TextLine) throws(MarksError) {
        self.line = line
        words = line.text.split { $0 == " " || $0 == "\t" }
        guard words.count >= 8 else {
            let expected = "an event such as 001 AX V C and four timecodes"
            throw .line(line.number, .expected(expected, got: line.text))
        }
    }

    /// Takes a line behind the event.
    mutating func take(_ comment: Substring) {
        if let name = comment.after(Self.nameComment) ?? comment.after("* TO CLIP NAME: ") {
            self.name = name
        } else if let frames = comment.after(Self.framesComment) {
            let numbers = frames.split(separator: "-").map { Int($0) }
            guard numbers.count == 2, let first = numbers[0], let last = numbers[1] else { return }
            exact = first <= last ? first...last : nil
        }
    }

    /// Adds the segment, unless it is none of the media's pictures.
    func end(
        _ marks: inout MarkSet,
        _ labels: CMX3600Labels,
        in media: MarkedMedia
    ) throws(MarksError) {
        let (first, end) = (words[words.count - 4], words[words.count - 3])
        guard isPicture, first != end else { return }
        try line.read { _ throws(MarksError) in
            let exact = exactFrames(labels, in: media)
            let frames = if let exact { exact } else { try labels.frames(from: first, to: end) }
            try marks.add(name, frames)
        }
    }

    /// The frames that a comment names, if nobody has changed the labels since.
    private func exactFrames(_ labels: CMX3600Labels, in media: MarkedMedia) -> ClosedRange<Int>? {
        guard let exact, exact.lowerBound >= 0, exact.upperBound < media.table.count else {
            return nil
        }
        let slots = labels.slots(of: exact)
        let own = [slots.lowerBound, slots.upperBound].map(labels.timecode.label)
        return zip(own, words.suffix(4)).allSatisfy(==) ? exact : nil
    }

    /// Channels of sound alone are A, A2, AA and so on; an event that only ends a dissolve is empty.
    private var isPicture: Bool {
        // The reel's name may hold spaces; all but cuts tell their length before the four labels.
        let middle = words.dropLast(4)
        let isLong = middle.last?.utf8.allSatisfy { (48...57).contains($0) } == true
        let (reel, channel) = (words[1], middle.dropLast(isLong ? 2 : 1).last ?? "")
        return reel != "BL" && (channel.utf8.first != UInt8(ascii: "A") || channel.contains("V"))
    }
}

/// Which labels of an edit decision list stand for which frames of a media.
private struct CMX3600Labels {
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
        start + Int(min(media.units(to: boundary, in: slot), Self.largestCount))
    }

    /// The largest count from the first label: larger ones come from invalid timestamps, and the
    /// sum over all segments must not overflow.
    private static let largestCount: Int64 = 1 << 48

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
