/// The least gain of a law.
public enum Floor: Equatable, Sendable, ExpressibleByFloatLiteral {
    /// The same gain on every track, above 0 and at most 1.
    case gain(Double)

    /// The gain at which one unit of x is worth a quarter of a frame, and at most 1.
    case frame

    /// Creates a floor that is the same on every track.
    public init(floatLiteral gain: Double) { self = .gain(gain) }

    /// The least gain on a track.
    public func gain(on track: Track) -> Double {
        switch self {
        case .gain(let gain): gain
        case .frame: track.gainOfQuarterFrame
        }
    }

    /// Whether the gain is within its limits.
    var isValid: Bool {
        switch self {
        case .gain(let gain): gain > 0 && gain <= 1
        case .frame: true
        }
    }
}

/// What a law needs to know of the track.
public struct Track: Equatable, Sendable {
    /// Its length in the units of x, above 0.
    public var extent: Double

    /// How many frames lie on it; 0 where that is not known.
    public var frames: Int

    /// Creates a track; without anything known of it, a gain of 1 is fine enough for its frames.
    public init(extent: Double = .infinity, frames: Int = 0) {
        self.extent = extent
        self.frames = frames
    }

    /// The gain at which one unit of x is worth a quarter of a frame, and at most 1.
    var gainOfQuarterFrame: Double {
        let gain = extent / (4 * Double(frames))
        return gain < 1 ? gain : 1
    }
}
