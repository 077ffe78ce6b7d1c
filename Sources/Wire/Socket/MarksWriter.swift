/// Writes a `marks` message, byte for byte as the encoder would.
///
/// It goes to everybody on a media after each change, and may hold thousands of segments, for which
/// Foundation's encoder takes some seventy milliseconds of the loop.
struct MarksWriter {
    private var json: PlainJSON

    /// The message as JSON in UTF-8.
    static func write(_ message: MarksMessage) -> [UInt8] {
        var writer = MarksWriter(
            json: PlainJSON(reserving: 256 * (message.marks.segments.count + 1))
        )
        writer.write(message)
        return writer.json.bytes
    }

    private mutating func write(_ message: MarksMessage) {
        let marks = message.marks
        json.put("{")
        if let canRedo = marks.canRedo { json.put(#""canRedo":"#, canRedo); json.put(",") }
        if let canUndo = marks.canUndo { json.put(#""canUndo":"#, canUndo); json.put(",") }
        if let first = marks.in { json.put(#""in":"#, first); json.put(",") }
        if let last = marks.out { json.put(#""out":"#, last); json.put(",") }
        json.put(#""segments":["#)
        for (index, segment) in marks.segments.enumerated() {
            if index > 0 { json.put(",") }
            write(segment)
        }
        json.put("]")
        if let seq = message.seq { json.put(#","seq":"#, Int(seq)) }
        json.put(#","type":"marks""#)
        if let version = marks.version { json.put(#","version":"#, version) }
        json.put("}")
    }

    private mutating func write(_ segment: MarksDocument.Segment) {
        json.put(#"{"first":"#, segment.first)
        if let id = segment.id { json.put(#","id":"#, id) }
        json.put(#","last":"#, segment.last)
        if let name = segment.name {
            json.put(#","name":"#)
            json.put(quoted: name)
        }
        json.put("}")
    }
}
