extension StateMessage {
    /// The number of the message that a state answers, or `nil` for what is no state.
    ///
    /// A load reads ten thousand of them a second, and nothing else of them: those that look as
    /// ``StateWriter`` writes them are searched rather than decoded.
    public static func seq(in json: [UInt8]) -> UInt32? {
        if let seq = plainSeq(in: json) { return seq }
        guard case .state(let state) = try? ServerMessage(json: json) else { return nil }
        return state.seq
    }

    private static let name = Array(#","seq":"#.utf8)
    private static let end = Array(#","type":"state"}"#.utf8)

    /// Of the fields that follow each other in a state, this one's name stands in no other, not
    /// even in a string, where its quotes would be escaped.
    private static func plainSeq(in json: [UInt8]) -> UInt32? {
        guard json.suffix(end.count).elementsEqual(end) else { return nil }
        let starts = json.indices.dropLast(end.count)
        guard let start = starts.first(where: { json[$0...].starts(with: name) }) else {
            return nil
        }
        let digits = json[(start + name.count)...].prefix { (0x30...0x39).contains($0) }
        return UInt32(String(decoding: digits, as: UTF8.self))
    }
}
