import Timeline

/// A CMX 3600 edit decision list: each segment an event that takes it from the media.
///
/// Labels are the media's own, drop-frame where it is; an event ends before its out label.
public enum EditList: MarkFormat {
    /// The list, whose events follow each other from the first hour on.
    public static func bytes(
        of sheet: MarkSheet,
        in media: MarkedMedia
    ) throws(MarksError) -> [UInt8] {
        let labels = EditLabels(media)
        var text = """
            TITLE: \((try? Segment.tidied(media.name)) ?? "")
            FCM: \(labels.timecode.isDropFrame ? "DROP FRAME" : "NON-DROP FRAME")

            """
        var record = labels.firstHour
        for (index, segment) in sheet.segments.enumerated() {
            let slots = labels.slots(of: segment.frames)
            let next = record + slots.count
            let words = [slots.lowerBound, slots.upperBound, record, next].map(
                labels.timecode.label
            )
            let number = padded(index + 1, to: 3)
            text += "\n\(number)  AX       V     C        \(words.joined(separator: " "))\n"
            if !segment.name.isEmpty { text += "\(EditEvent.nameComment)\(segment.name)\n" }
            if !labels.leadBack(to: segment.frames) {
                text += EditEvent.comment(on: segment.frames)
            }
            record = next
        }
        return Array(text.utf8)
    }

    /// Reads the pictures' events; those of sound and of black are none of the media.
    public static func sheet(
        from bytes: [UInt8],
        in media: MarkedMedia
    ) throws(MarksError) -> MarkSheet {
        var sheet = MarkSheet()
        var labels = EditLabels(media)
        var event: EditEvent?
        var isList = false
        for line in try TextLine.all(of: bytes) {
            let text = line.trimmed
            if let mode = text.after("FCM:") {
                labels.isDropFrame = mode.trimmed.after("DROP") != nil
            } else if text.utf8.first.map({ (48...57).contains($0) }) == true {
                try event?.end(&sheet, labels, in: media)
                event = try EditEvent(line)
            } else {
                event?.take(text)
            }
            isList = isList || event != nil || text.after("TITLE:") != nil
        }
        guard isList else { throw .line(1, .expected("TITLE: or an event", got: "")) }
        try event?.end(&sheet, labels, in: media)
        return sheet
    }
}
