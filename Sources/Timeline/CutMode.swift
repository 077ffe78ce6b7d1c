/// How the ends of a cut are met.
public enum CutMode: String, CaseIterable, Sendable {
    /// Copies whole packets alone, from the keyframe before the first frame.
    case keyframes
    /// Copies packets alone; an edit list hides those that others only refer to.
    case editList = "edit-list"
    /// Encodes anew what cannot be copied at both ends, and copies the rest.
    case smart
}
