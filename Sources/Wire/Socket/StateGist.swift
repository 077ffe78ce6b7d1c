/// What a load reads of a state, ten thousand times a second, and nothing else of it.
public struct StateGist: Equatable, Sendable {
    /// The number of the message that the state answers.
    public var seq: UInt32
    /// The target's frame; `nil` while it is not known.
    public var frame: Int?
    /// Whether it was the leader's move that led here.
    public var isLed: Bool

    /// Creates what is read of a state.
    public init(seq: UInt32, frame: Int?, isLed: Bool) {
        (self.seq, self.frame, self.isLed) = (seq, frame, isLed)
    }
}

extension StateGist {
    /// Reads a state; `nil` for what is none.
    ///
    /// States that look as ``StateWriter`` writes them are searched rather than decoded, and what
    /// looks like a cursor is neither.
    public init?(in json: [UInt8]) {
        if let plain = Self.plain(in: json) {
            self = plain
        } else if json.ends(with: Self.cursorEnd) {
            return nil
        } else if case .state(let state) = try? ServerMessage(json: json) {
            self.init(seq: state.seq, frame: state.target.frame, isLed: state.by != nil)
        } else {
            return nil
        }
    }

    private static let leader = Array(#"{"by":""#.utf8)
    private static let number = Array(#","seq":"#.utf8)
    private static let frame = Array(#","frame":"#.utf8)
    private static let end = Array(#","type":"state"}"#.utf8)
    private static let cursorEnd = Array(#","type":"cursor"}"#.utf8)

    /// Of the fields that follow each other in a state, these names stand in no others, not even in
    /// a string, where their quotes would be escaped.
    private static func plain(in json: [UInt8]) -> StateGist? {
        guard json.ends(with: end),
            let seq = json.digits(after: number, from: 0),
            let number = UInt32(seq.text),
            let frame = json.digits(after: frame, from: seq.end)
        else { return nil }
        return StateGist(seq: number, frame: Int(frame.text), isLed: json.starts(with: leader))
    }
}

extension [UInt8] {
    fileprivate func ends(with end: [UInt8]) -> Bool { suffix(end.count).elementsEqual(end) }

    /// The digits that follow a name, perhaps none, and where they end; `nil` without the name.
    fileprivate func digits(after name: [UInt8], from start: Int) -> (text: String, end: Int)? {
        let places = start..<Swift.max(start, count - name.count)
        guard
            let place = places.first(where: {
                self[$0] == name[0] && self[$0...].starts(with: name)
            })
        else { return nil }
        let digits = self[(place + name.count)...].prefix { (0x30...0x39).contains($0) }
        return (String(decoding: digits, as: UTF8.self), digits.endIndex)
    }
}
