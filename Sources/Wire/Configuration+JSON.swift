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

extension Law {
    private enum Kind: String, CaseIterable {
        case quadratic, flat
    }

    init(_ fields: Fields) throws(WireError) {
        let kind: Kind = try fields.choice(.kind)
        switch kind {
        case .quadratic: self = try .quadratic(fields)
        case .flat: self = .flat
        }
    }

    /// The parameters that are not there are those of the default law.
    private static func quadratic(_ fields: Fields) throws(WireError) -> Law {
        var (falloff, floor) = (10_000.0, 0.01)
        if fields.has(.falloff) {
            falloff = try fields.number(.falloff, "a number above 0") { $0 > 0 }
        }
        if fields.has(.floor) {
            floor = try fields.number(.floor, "a number above 0 and at most 1") {
                $0 > 0 && $0 <= 1
            }
        }
        return .quadratic(falloff: falloff, floor: floor)
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Fields.Name.self)
        switch self {
        case .quadratic(let falloff, let floor):
            try fields.encode(Kind.quadratic.rawValue, forKey: .kind)
            try fields.encode(falloff, forKey: .falloff)
            try fields.encode(floor, forKey: .floor)
        case .flat:
            try fields.encode(Kind.flat.rawValue, forKey: .kind)
        }
    }
}

extension Snap {
    private enum Kind: String, CaseIterable {
        case none, step, count
    }

    private enum Moment: String, CaseIterable {
        case live, release
    }

    init(_ fields: Fields) throws(WireError) {
        let kind: Kind = try fields.choice(.to)
        let moment: Moment = fields.has(.when) ? try fields.choice(.when) : .live
        let stops: Stops
        switch kind {
        case .none: stops = .none
        case .step:
            let expected = "a number above 0 and below 1"
            stops = .step(try fields.number(.step, expected) { $0 > 0 && $0 < 1 })
        case .count: stops = .count(try fields.integer(.count, in: 1...(.max)))
        }
        self.init(stops: stops, timing: moment == .live ? .live : .release)
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Fields.Name.self)
        let kind: Kind
        switch stops {
        case .none: kind = .none
        case .step(let step):
            kind = .step
            try fields.encode(step, forKey: .step)
        case .count(let count):
            kind = .count
            try fields.encode(count, forKey: .count)
        }
        let moment: Moment = timing == .live ? .live : .release
        try fields.encode(kind.rawValue, forKey: .to)
        try fields.encode(moment.rawValue, forKey: .when)
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
