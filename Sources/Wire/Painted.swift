/// Says that the preview answering `seq` is on the screen, as a client sends it.
public struct Painted: JSONDocument {
    /// The message's name on the wire.
    public var type = ClientMessage.Kind.painted.rawValue

    /// The number that the preview carries.
    public var seq: UInt32

    /// Creates the message.
    public init(seq: UInt32) {
        self.seq = seq
    }
}
