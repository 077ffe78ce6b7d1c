/// A client's message that begins a drag of the bar.
public struct BeginMessage: JSONDocument, Equatable {
    /// The message's name on the wire.
    public var type = ClientMessage.Kind.begin.rawValue
    /// The client's number for the gesture.
    public var gesture: Int
    /// The pointer's place along the bar.
    public var x: Double
    /// The pointer's place across the bar.
    public var y: Double
    /// The bar's length in the units of x.
    public var extent: Double

    /// Creates the message.
    public init(gesture: Int, x: Double, y: Double, extent: Double) {
        (self.gesture, self.x, self.y, self.extent) = (gesture, x, y, extent)
    }
}

extension Move {
    /// The message as a client sends it.
    public func json() -> [UInt8] {
        let samples = samples.map { [$0.t, $0.x, $0.y] }
        return Outgoing(gesture: gesture, seq: seq, samples: samples).json()
    }

    private struct Outgoing: JSONDocument {
        var type = ClientMessage.Kind.move.rawValue
        let gesture: Int
        let seq: UInt32
        let samples: [[Double]]
    }
}

/// Says that the preview answering `seq` is on the screen, as a client sends it.
public struct PaintedMessage: JSONDocument {
    /// The message's name on the wire.
    public var type = ClientMessage.Kind.painted.rawValue

    /// The number that the preview carries.
    public var seq: UInt32

    /// Creates the message.
    public init(seq: UInt32) {
        self.seq = seq
    }
}

/// Takes the lead of a room, as a client sends it.
public struct LeadMessage: JSONDocument {
    /// The message's name on the wire.
    public var type = ClientMessage.Kind.lead.rawValue

    /// Whether to lead from now on, or to give that up.
    public var on: Bool

    /// Creates the message.
    public init(on: Bool) {
        self.on = on
    }
}
