public import ScrubModel

/// A request to change part of the configuration.
public struct ConfigurationChange: Equatable, Sendable {
    /// The law to change to.
    public var law: GainLaw?

    /// The snap to change to.
    public var snap: Snap?

    /// What is to happen beyond the ends.
    public var overshoot: Overshoot?

    /// What pressing is to do.
    public var press: Press?

    /// What is to become of the previews.
    public var preview: PreviewChange?

    /// The sound to send from now on.
    public var sound: SoundSettings?

    /// The message's number; the protocol asks for none.
    public var seq: UInt32?

    /// Creates a change of what is given.
    public init(
        law: GainLaw? = nil,
        snap: Snap? = nil,
        overshoot: Overshoot? = nil,
        press: Press? = nil,
        preview: PreviewChange? = nil,
        sound: SoundSettings? = nil,
        seq: UInt32? = nil
    ) {
        self.law = law
        self.snap = snap
        self.overshoot = overshoot
        self.press = press
        self.preview = preview
        self.sound = sound
        self.seq = seq
    }

    /// The configuration after the change; valid if `configuration` is.
    public func apply(to configuration: Configuration) -> Configuration {
        var changed = configuration
        changed.law = law ?? changed.law
        changed.snap = snap ?? changed.snap
        changed.overshoot = overshoot ?? changed.overshoot
        changed.press = press ?? changed.press
        return changed
    }
}

/// What is to become of the previews.
public enum PreviewChange: Equatable, Sendable {
    /// Send previews like this.
    case set(PreviewRequest)

    /// Send none; `null` on the wire.
    case off
}

/// What previews to send.
public struct PreviewRequest: Codable, Equatable, Sendable {
    /// The widths that can be asked for, in pixels.
    public static let widths = 16...4096

    /// The JPEG qualities that can be asked for.
    public static let qualities = 1...100

    /// The width in pixels; the height follows from the picture.
    public let width: Int

    /// The JPEG quality.
    public let quality: Int

    /// Creates a request, or returns `nil` if a number is not within its limits.
    public init?(width: Int, quality: Int = 80) {
        guard Self.widths.contains(width), Self.qualities.contains(quality) else { return nil }
        self.width = width
        self.quality = quality
    }
}

extension ConfigurationChange {
    init(_ fields: Fields) throws(WireError) {
        seq = try fields.numberIfAny()
        let fields = fields.configuration
        law = fields.has(.law) ? try GainLaw(fields.object(.law)) : nil
        snap = fields.has(.snap) ? try Snap(fields.object(.snap)) : nil
        overshoot = fields.has(.overshoot) ? try Overshoot(fields) : nil
        press = fields.has(.press) ? try Press(fields) : nil
        preview = try PreviewChange(fields)
        sound = fields.has(.sound) ? try SoundSettings(fields.object(.sound)) : nil
    }
}

extension PreviewChange {
    /// The change that the field `preview` asks for, or `nil` if there is no such field.
    init?(_ fields: Fields) throws(WireError) {
        guard fields.has(.preview) else { return nil }
        self = fields.isNull(.preview) ? .off : .set(try PreviewRequest(fields.object(.preview)))
    }
}

extension PreviewRequest {
    init(_ fields: Fields) throws(WireError) {
        width = try fields.integer(.width, in: Self.widths)
        quality = fields.has(.quality) ? try fields.integer(.quality, in: Self.qualities) : 80
    }
}

/// The whole configuration of a session, as `opened` and `configured` tell it.
public struct ConfigurationDescription: Equatable, Sendable {
    /// How the scrubber turns drags into positions.
    public var configuration: Configuration

    /// The previews that are sent; `null` on the wire when there are none.
    public var preview: PreviewRequest?

    /// The sound that is sent; left out where nobody has asked for any.
    public var sound: SoundSettings?

    /// Creates a description.
    public init(
        _ configuration: Configuration,
        preview: PreviewRequest? = nil,
        sound: SoundSettings? = nil
    ) {
        self.configuration = configuration
        self.preview = preview
        self.sound = sound
    }
}

extension ConfigurationDescription: Codable {
    /// Reads the protocol's shape.
    public init(from decoder: any Decoder) throws {
        let fields = try Fields(decoder).configuration
        configuration = Configuration()
        configuration.law = try GainLaw(fields.object(.law))
        configuration.snap = try Snap(fields.object(.snap))
        configuration.overshoot = try Overshoot(fields)
        configuration.press = try Press(fields)
        if case .set(let request) = try PreviewChange(fields) { preview = request }
        sound = fields.has(.sound) ? try SoundSettings(fields.object(.sound)) : nil
    }

    /// Writes the protocol's shape.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Fields.Name.self)
        try configuration.law.encode(to: fields.superEncoder(forKey: .law))
        try configuration.snap.encode(to: fields.superEncoder(forKey: .snap))
        try fields.encode(configuration.overshoot.name, forKey: .overshoot)
        try fields.encode(configuration.press.name, forKey: .press)
        try fields.encode(preview, forKey: .preview)
        try fields.encodeIfPresent(sound, forKey: .sound)
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
