import Timeline

/// An event of an edit decision list that is being read, with the comments behind it.
struct EditEvent {
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
        _ sheet: inout MarkSheet,
        _ labels: EditLabels,
        in media: MarkedMedia
    ) throws(MarksError) {
        let (first, end) = (words[words.count - 4], words[words.count - 3])
        guard isPicture, first != end else { return }
        try line.read { _ throws(MarksError) in
            let exact = exactFrames(labels, in: media)
            let frames = if let exact { exact } else { try labels.frames(from: first, to: end) }
            try sheet.add(name, frames)
        }
    }

    /// The frames that a comment names, if nobody has changed the labels since.
    private func exactFrames(_ labels: EditLabels, in media: MarkedMedia) -> ClosedRange<Int>? {
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
