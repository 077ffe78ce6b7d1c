public import ScrubModel

/// The whole configuration of a session, as `opened` and `configured` tell it.
public struct ConfigurationDescription: Equatable, Sendable {
    /// How the scrubber answers the hand.
    public var configuration: Configuration

    /// The previews that are sent; `null` on the wire when there are none.
    public var preview: PreviewRequest?

    /// Creates a description.
    public init(_ configuration: Configuration, preview: PreviewRequest? = nil) {
        self.configuration = configuration
        self.preview = preview
    }
}

extension ConfigurationDescription: Codable {
    /// Reads the protocol's shape.
    public init(from decoder: any Decoder) throws {
        let fields = try Fields(decoder).configuration
        configuration = Configuration()
        configuration.law = try Law(fields.object(.law))
        configuration.snap = try Snap(fields.object(.snap))
        configuration.overshoot = try Overshoot(fields)
        configuration.press = try Press(fields)
        if case .set(let request) = try PreviewChange(fields) { preview = request }
    }

    /// Writes the protocol's shape.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Fields.Name.self)
        try configuration.law.encode(to: fields.superEncoder(forKey: .law))
        try configuration.snap.encode(to: fields.superEncoder(forKey: .snap))
        try fields.encode(configuration.overshoot.name, forKey: .overshoot)
        try fields.encode(configuration.press.name, forKey: .press)
        try fields.encode(preview, forKey: .preview)
    }
}

extension Overshoot {
    private enum Name: String, CaseIterable {
        case accumulate, clamp
    }

    init(_ fields: Fields) throws(WireError) {
        let name: Name = try fields.choice(.overshoot)
        self = name == .clamp ? .clamp : .accumulate
    }

    var name: String { (self == .clamp ? Name.clamp : .accumulate).rawValue }
}

extension Press {
    private enum Name: String, CaseIterable {
        case hold, jump
    }

    init(_ fields: Fields) throws(WireError) {
        let name: Name = try fields.choice(.press)
        self = name == .jump ? .jump : .hold
    }

    var name: String { (self == .jump ? Name.jump : .hold).rawValue }
}
