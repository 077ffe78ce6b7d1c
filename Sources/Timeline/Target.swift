/// The frame a position resolves to, and what is needed to reach it.
public struct Target: Hashable, Sendable {
    /// The frame's number.
    public let frame: Int
    /// When it is shown.
    public let pts: Timestamp
    /// Whether it is a keyframe.
    public let isKeyframe: Bool
    /// The keyframe that decoding must start from.
    public let keyframe: Keyframe
    /// Whether the index is complete up to this frame, so the answer can no longer change.
    public let isExact: Bool

    /// A keyframe where decoding may start.
    public struct Keyframe: Hashable, Sendable {
        /// Its frame number, or `nil` when the frame is decoded but never shown.
        public let frame: Int?
        /// When it is shown, or would be.
        public let pts: Timestamp
    }
}

extension FrameTable {
    /// The target that is frame `frame`; `frame` must exist.
    public func target(_ frame: Int) -> Target {
        let start = startKeyframe(for: ordinal(of: frame))
        let startFrame = self.frame(ofOrdinal: start)
        let startPTS = startFrame.map(pts(of:)) ?? packets[start].pts ?? packets[start].dts
        return Target(
            frame: frame,
            pts: pts(of: frame),
            isKeyframe: isKeyframe(frame),
            keyframe: Target.Keyframe(frame: startFrame, pts: startPTS ?? first),
            isExact: frame < settled
        )
    }
}
