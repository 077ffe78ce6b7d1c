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
    private let place: Atomic<Int>

    /// A hand on the ordered frame.
    init(on frame: Int) { place = Atomic(frame) }

    /// Where the hand is.
    var frame: Int { place.load(ordering: .relaxed) }

    /// Notes where the hand is now; safe on every thread.
    func move(to frame: Int) { place.store(frame, ordering: .relaxed) }

    /// Whether the decoder, on its way from `frame` to `goal`, has met the hand.
    func isMet(at frame: Int, onTheWayTo goal: Int) -> Bool {
        let hand = self.frame
        return hand < goal && frame >= hand
    }
}
