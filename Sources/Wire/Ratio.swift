/// A fraction; `[numerator, denominator]` on the wire.
public struct Ratio: Equatable, Sendable {
    /// The number above the line.
    public var numerator: Int

    /// The number below the line.
    public var denominator: Int

    /// Creates a fraction, without reducing it.
    public init(_ numerator: Int, _ denominator: Int) {
        self.numerator = numerator
        self.denominator = denominator
    }
}

extension Ratio: Codable {
    /// Reads the two numbers.
    public init(from decoder: any Decoder) throws {
        var numbers = try decoder.unkeyedContainer()
        numerator = try numbers.decode(Int.self)
        denominator = try numbers.decode(Int.self)
    }

    /// Writes the two numbers.
    public func encode(to encoder: any Encoder) throws {
        var numbers = encoder.unkeyedContainer()
        try numbers.encode(numerator)
        try numbers.encode(denominator)
    }
}
