import Wire

extension StateMessage {
    /// A state, as far as a replay minds it.
    static func at(
        _ position: Double = 0.5,
        seq: UInt32 = 1,
        frame: Int = 7,
        pts: Int64 = 280
    ) -> StateMessage {
        StateMessage(
            seq: seq,
            phase: .idle,
            position: position,
            raw: position,
            gain: 1,
            target: TargetDescription(
                frame: frame,
                pts: pts,
                time: Double(pts) / 1000,
                timecode: "00:00:00:07",
                key: false,
                keyframe: TargetDescription.Keyframe(frame: 0, pts: 0, time: 0),
                exact: true
            )
        )
    }
}

extension PreviewHeader {
    /// A picture, as far as a replay minds it.
    static func of(_ frame: UInt32, pts: Int64, seq: UInt32, _ flags: Flags) -> PreviewHeader {
        PreviewHeader(
            format: .jpeg,
            flags: flags,
            width: 320,
            height: 180,
            seq: seq,
            frame: frame,
            pts: pts,
            decoded: 3
        )
    }
}

extension ServerMessage {
    /// The answer to a message that is wrong, or whose picture cannot be made.
    static func error(_ code: ErrorCode, seq: UInt32) -> ServerMessage {
        .error(ErrorMessage(code: code, message: "not so", seq: seq))
    }

    /// A user's decision.
    static func confirmed(_ gesture: Int) -> ServerMessage {
        .confirmed(DecisionMessage(gesture: gesture, action: "delete"))
    }
}
