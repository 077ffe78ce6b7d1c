/// How a cut treats the packets at its two ends.
public enum CutMode: String, CaseIterable, Sendable {
    /// Copies packets only, from the keyframe before the first frame.
    case keyframes
    /// Copies packets only; an MP4 edit list hides those that are needed only as references.
    case editList = "edit-list"
    /// Re-encodes what cannot be copied at both ends, and copies the rest.
    case smart
}
