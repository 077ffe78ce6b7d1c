/// The frames that were targets of a drag, each with the newest message that made it one.
///
/// A picture of one of them that comes late is still exact for that message (protocol, section 2,
/// rule 3). So while a newer target is being decoded, these frames are preferred to others.
struct PassedTargets {
    private var messages: [Int: UInt32] = [:]
    private var steps: [Int] = []
    private var newest: Int?
    /// About two seconds of a fast mouse; older targets do not help any more.
    private static let limit = 256

    /// The frames that were targets, kept beside their messages: every move asks for them.
    private(set) var frames: Set<Int> = []

    /// The newest message whose target was `frame`, if there was one.
    func message(for frame: Int) -> UInt32? { messages[frame] }

    /// Gives the frames the numbers that they have in another index.
    mutating func renumber(_ number: (Int) -> Int?) {
        let old = messages
        steps = steps.compactMap(number)
        newest = newest.flatMap(number)
        messages = [:]
        for (frame, seq) in old { number(frame).map { messages[$0] = seq } }
        frames = Set(messages.keys)
    }

    /// Notes that `frame` was the target of message `seq`.
    ///
    /// A message whose answer has changed has no other target any more.
    mutating func add(_ frame: Int, seq: UInt32) {
        if let newest, newest != frame, messages[newest] == seq { forget(newest) }
        newest = frame
        frames.insert(frame)
        if messages.updateValue(seq, forKey: frame) == nil { steps.append(frame) }
        if steps.count > Self.limit { forget(steps.removeFirst()) }
    }

    private mutating func forget(_ frame: Int) {
        messages[frame] = nil
        frames.remove(frame)
    }
}
