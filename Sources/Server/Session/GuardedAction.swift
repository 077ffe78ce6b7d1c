import ScrubModel
import Wire

/// A knob under the hand, and the action that it guards.
struct GuardedAction {
    private let answer: DecisionMessage
    private var knob: Knob

    /// Starts with the knob at rest; `nil` for numbers that no hand makes.
    init?(gesture: Int, action: String, x: Double, extent: Double) {
        guard let knob = Knob(x: x, extent: extent) else { return nil }
        self.knob = knob
        answer = DecisionMessage(gesture: gesture, action: action)
    }

    /// Follows the hand, and returns what it has decided by that.
    mutating func move(x: Double) -> ServerMessage? { message(knob.move(x: x)) }

    /// Lets go, and returns what that decides.
    mutating func end() -> ServerMessage? { message(knob.end()) }

    /// Gives up, and returns what that decides.
    mutating func cancel() -> ServerMessage? { message(knob.cancel()) }

    private func message(_ decision: Knob.Decision?) -> ServerMessage? {
        switch decision {
        case .confirmed: .confirmed(answer)
        case .declined: .declined(answer)
        case nil: nil
        }
    }
}
