public import ScrubModel

/// A wish to change part of the configuration.
public struct ConfigurationChange: Equatable, Sendable {
    /// The law to change to.
    public var law: Law?

    /// The snap to change to.
    public var snap: Snap?

    /// What is to happen beyond the ends.
    public var overshoot: Overshoot?

    /// What pressing is to do.
    public var press: Press?

    /// What is to become of the previews.
    public var preview: PreviewChange?

    /// The message's number; the protocol asks for none.
    public var seq: UInt32?

    /// Creates a change of what is given.
    public init(
        law: Law? = nil,
        snap: Snap? = nil,
        overshoot: Overshoot? = nil,
        press: Press? = nil,
        preview: PreviewChange? = nil,
        seq: UInt32? = nil
    ) {
        self.law = law
        self.snap = snap
        self.overshoot = overshoot
        self.press = press
        self.preview = preview
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
        law = fields.has(.law) ? try Law(fields.object(.law)) : nil
        snap = fields.has(.snap) ? try Snap(fields.object(.snap)) : nil
        overshoot = fields.has(.overshoot) ? try Overshoot(fields) : nil
        press = fields.has(.press) ? try Press(fields) : nil
        preview = try PreviewChange(fields)
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
