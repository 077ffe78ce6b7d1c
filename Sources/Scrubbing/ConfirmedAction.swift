import ScrubModel
import Wire

/// What the server itself does once a client has confirmed it by a confirm control.
///
/// Actions with other names are the client's own; the server only tells it that they are
/// confirmed.
package enum ConfirmedAction: Equatable {
    /// Removes all marks of the open media.
    case clearMarks
    /// Makes the planned cut with this number, which replaces a file.
    case startExport(Int)
    /// Deletes an exported file.
    case deleteExport(String)

    /// Parses an action's name; `nil` for one that is the client's own.
    init?(action: String) {
        let parts = action.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        switch (parts[0], parts.dropFirst().first) {
        case ("clear-marks", nil): self = .clearMarks
        case ("start-export", let id?):
            guard let id = Int(id) else { return nil }
            self = .startExport(id)
        case ("delete-export", let name?): self = .deleteExport(String(name))
        default: return nil
        }
    }
}

/// The knob of a confirm control during a drag, and the action that it guards.
struct GuardedAction {
    private let answer: DecisionMessage
    private var slider: ConfirmSlider

    /// Starts a drag of the knob; `nil` for numbers that are not finite, or an extent that is not
    /// positive.
    init?(gesture: Int, action: String, x: Double, extent: Double) {
        guard let slider = ConfirmSlider(x: x, extent: extent) else { return nil }
        self.slider = slider
        answer = DecisionMessage(gesture: gesture, action: action)
    }

    /// Moves the knob, and returns the decision if that made one.
    mutating func move(x: Double) -> ServerMessage? { message(slider.move(x: x)) }

    /// Ends the drag, and returns the decision if that made one.
    mutating func end() -> ServerMessage? { message(slider.end()) }

    /// Cancels the drag, and returns the decision if that made one.
    mutating func cancel() -> ServerMessage? { message(slider.cancel()) }

    private func message(_ decision: ConfirmSlider.Decision?) -> ServerMessage? {
        switch decision {
        case .confirmed: .confirmed(answer)
        case .declined: .declined(answer)
        case nil: nil
        }
    }
}
