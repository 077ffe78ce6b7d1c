/// The frames that a hand has passed, each with the newest message that led it there.
///
/// A picture of one of them that comes late is still that target's own (protocol, section 2,
/// rule 3), so the way to a newer target shows these rather than others.
struct HandTrail {
    private var messages: [Int: UInt32] = [:]
    private var steps: [Int] = []
    /// About two seconds of a fast mouse: what lies longer back is not on the way any more.
    private static let limit = 256

    /// The frames that were passed.
    var frames: Set<Int> { Set(messages.keys) }

    /// The message that led the hand to `frame`, if any did.
    func message(for frame: Int) -> UInt32? { messages[frame] }

    /// Notes that message `seq` led the hand to `frame`.
    mutating func add(_ frame: Int, seq: UInt32) {
        if messages.updateValue(seq, forKey: frame) == nil { steps.append(frame) }
        if steps.count > Self.limit { messages[steps.removeFirst()] = nil }
    }
}
