/// How a picture was coded (ITU-T H.264, 7.4.3; other codecs' types by what they refer to).
public enum PictureType: UInt8, Sendable {
    /// The decoder does not say.
    case unknown = 0
    /// From itself alone: I.
    case intra = 1
    /// From pictures decoded before: P.
    case predicted = 2
    /// From two of them for each place: B.
    case bipredicted = 3

    /// The letter that the type is known by; `nil` when it is not known.
    public var letter: Character? {
        switch self {
        case .unknown: nil
        case .intra: "I"
        case .predicted: "P"
        case .bipredicted: "B"
        }
    }
}
