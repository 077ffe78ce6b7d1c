import Synchronization

/// A flag by which somebody lets a worker know that its result is no longer wanted.
final class Cancellation: Sendable {
    private let flag = Atomic(false)

    /// Whether the result is no longer wanted.
    var isCancelled: Bool { flag.load(ordering: .relaxed) }

    /// Gives up; safe on every thread.
    func cancel() { flag.store(true, ordering: .relaxed) }
}

/// Where a hand is, for the worker that decodes towards where it was.
///
/// A hand that goes back comes towards the decoder. Once they have met, the frames between
/// there and the ordered one are behind the hand, and decoding them would be for nothing.
final class Hand: Sendable {
    private let frame: Atomic<Int>

    /// A hand on the ordered frame.
    init(on frame: Int) { self.frame = Atomic(frame) }

    /// Notes where the hand is now; safe on every thread.
    func move(to frame: Int) { self.frame.store(frame, ordering: .relaxed) }

    /// Whether the decoder, on its way from `frame` to `goal`, has met the hand.
    func isMet(at frame: Int, onTheWayTo goal: Int) -> Bool {
        let hand = self.frame.load(ordering: .relaxed)
        return hand < goal && frame >= hand
    }
}
