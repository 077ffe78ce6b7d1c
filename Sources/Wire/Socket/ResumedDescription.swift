/// What a session had taken before its socket was lost, for the client that goes on with it.
public struct ResumedDescription: Codable, Equatable, Sendable {
    /// The number of the last message that was taken; 0 if none was.
    public var seq: UInt32

    /// The drag that ended with the socket, if one was under way.
    public var drag: DragDescription?

    /// Creates the description.
    public init(seq: UInt32, drag: DragDescription? = nil) {
        self.seq = seq
        self.drag = drag
    }
}

/// A drag of the bar or a dial, and how far it was followed.
public struct DragDescription: Codable, Equatable, Sendable {
    /// The client's number for the gesture.
    public var gesture: Int

    /// The pointer's last place along the track; on a dial from its centre.
    public var x: Double

    /// The pointer's last place across the track; on a dial from its centre, downward.
    public var y: Double

    /// Creates the description.
    public init(gesture: Int, x: Double, y: Double) {
        self.gesture = gesture
        self.x = x
        self.y = y
    }
}
