/// The scrub model, which turns drags into a position: away from the bar, motion is finer.
///
/// A value without clock or thread, which allocates nothing. The same calls give the same bits on every
/// machine, natively and as WebAssembly. A call that is refused changes nothing. Where stops depend
/// on the media, the caller passes a ``StopFinder``.
public struct Scrubber: Equatable, Sendable {
    /// Whether the bar or the dial is being dragged.
    public enum Phase: Equatable, Sendable {
        /// No gesture is under way.
        case idle

        /// A gesture is under way.
        case scrubbing
    }

    /// The laws and snaps that apply; always valid.
    public private(set) var configuration: Configuration

    /// How many frames lie on the track, for a floor that is as fine as they are; 0 if not known.
    ///
    /// Changing it moves nothing.
    public var frames = 0 {
        didSet { if frames != oldValue { gesture?.count(frames: frames) } }
    }

    private var place = TrackPosition(0)
    private var gesture: Gesture?

    /// Creates a scrubber at the start of the track.
    public init() { configuration = Configuration() }

    /// Creates a scrubber at the start of the track; an invalid configuration becomes the default.
    public init(configuration: Configuration) {
        self.configuration = configuration.isValid ? configuration : Configuration()
    }

    /// The position after snapping, in 0...1.
    public var position: Double { place.position }

    /// The position before snapping, in 0...1.
    public var raw: Double { place.raw }

    /// How far the position moves now per unit of horizontal motion: 1 on the bar.
    ///
    /// A dial has no distance, so it is 1 there.
    public var gain: Double {
        guard let gesture else { return configuration.law.gain(at: 0) }
        return gesture.bar?.gain(by: configuration.law, frames: frames) ?? 1
    }

    /// The number of the stop nearest to the raw position, when snapping to stops.
    ///
    /// It follows every sample with either timing, and the configuration at once.
    public func stop(among finder: some StopFinder = NoStops()) -> Int? {
        configuration.snap.nearest(to: raw, among: finder).stop
    }

    /// The track's length in the units of x, while a bar is dragged.
    public var extent: Double? { gesture?.bar?.extent }

    /// How much of a track that is `length` long, in any unit, one unit of x is worth now.
    ///
    /// `nil` without a drag on a bar, and beyond what a double can hold.
    public func worthOfUnit(ofTrack length: Double) -> Double? {
        guard let extent else { return nil }
        let worth = gain / extent * length
        return worth.isFinite ? worth : nil
    }

    /// The position that `cancel` would return to, while a gesture is under way.
    public var origin: Double? { gesture?.origin.position }

    /// Whether a gesture is under way.
    public var phase: Phase { if let _ = gesture { .scrubbing } else { .idle } }

    /// Replaces the configuration, also in mid-drag, without moving the position.
    ///
    /// Refuses an invalid configuration.
    public mutating func configure(_ configuration: Configuration) -> Bool {
        guard configuration.isValid else { return false }
        if configuration.law.tiers != self.configuration.law.tiers {
            gesture?.read(by: configuration.law)
        }
        self.configuration = configuration
        if configuration.overshoot == .clamp { gesture?.forgetOvershoot() }
        return true
    }

    /// Starts a gesture, after ending one that is still under way where it is.
    ///
    /// `extent` is the track's length in the units of x, `x` is measured from the track's start.
    /// Refuses numbers that are not finite and an `extent` of 0 or less.
    public mutating func begin(
        x: Double,
        y: Double,
        extent: Double,
        among finder: some StopFinder = NoStops()
    ) -> Bool {
        guard x.isFinite, y.isFinite, extent.isFinite, extent > 0 else { return false }
        _ = end(among: finder)
        var gesture = Gesture(on: Bar(x: x, y: y, extent: extent), origin: place)
        if configuration.press == .jump { gesture.jump() }
        take(gesture, among: finder)
        return true
    }

    /// Starts a gesture on a dial, after ending one that is still under way where it is.
    ///
    /// `x` and `y` are measured from the dial's centre, y downward; `move` goes on so. Where the
    /// angle is the position, the position goes there. Refuses numbers that are not finite.
    public mutating func begin(
        on dial: Dial,
        x: Double,
        y: Double,
        among finder: some StopFinder = NoStops()
    ) -> Bool {
        guard x.isFinite, y.isFinite else { return false }
        _ = end(among: finder)
        take(Gesture(on: dial, x: x, y: y, frames: frames, origin: place), among: finder)
        return true
    }

    /// Follows the pointer to one sample.
    ///
    /// Vertical motion alone changes the gain and never the position. Does nothing without a
    /// gesture, and refuses numbers that are not finite.
    public mutating func move(
        x: Double,
        y: Double,
        among finder: some StopFinder = NoStops()
    ) {
        guard x.isFinite, y.isFinite else { return }
        let law = configuration.law
        guard let raw = gesture?.follow(x: x, y: y, law: law, frames: frames) else { return }
        if configuration.overshoot == .clamp { gesture?.forgetOvershoot() }
        go(to: raw, among: finder)
    }

    /// Ends the gesture, and returns whether it moved the position.
    ///
    /// With `release` timing the position snaps now, unless the pointer never moved along the track:
    /// vertical motion alone never moves it, at the end neither.
    public mutating func end(among finder: some StopFinder = NoStops()) -> Bool {
        guard let gesture else { return false }
        self.gesture = nil
        let snap = configuration.snap
        if snap.timing == .release, snap.stops != .none, gesture.hasMoved {
            place = TrackPosition(snap.nearest(to: raw, among: finder).position)
        }
        return position != gesture.origin.position
    }

    /// Ends the gesture and returns to where it began, before any jump.
    public mutating func cancel() {
        guard let gesture else { return }
        place = gesture.origin
        self.gesture = nil
    }

    /// Goes to a position directly, without snapping, and ends any gesture.
    ///
    /// `raw` is the position before snapping, if it is another one. Refuses positions outside
    /// 0...1.
    @discardableResult
    public mutating func place(at position: Double, raw: Double? = nil) -> Bool {
        guard isOnTrack(position), isOnTrack(raw ?? 0) else { return false }
        gesture = nil
        place = TrackPosition(raw ?? position)
        place.position = position
        return true
    }

    /// Gives the current place in the media a new position, because the track's end moved.
    ///
    /// A gesture goes on smoothly from there; overshoot beyond an end that is no longer there is
    /// forgotten. `origin` is the new position of the place that `cancel` returns to; without it,
    /// that place moves along only if the position has not left it. Refuses positions outside
    /// 0...1.
    @discardableResult
    public mutating func hold(at position: Double, origin: Double? = nil) -> Bool {
        guard isOnTrack(position), isOnTrack(origin ?? 0) else { return false }
        let isUnmoved = self.position == self.origin
        if let origin = origin ?? (isUnmoved ? position : nil) {
            gesture?.origin.shift(to: origin)
        }
        if position != self.position {
            place.shift(to: position)
            gesture?.anchor(at: place.raw)
        }
        return true
    }

    /// Puts the position at another stop, as others are known now, while the raw one goes on as it is.
    ///
    /// Refuses positions outside 0...1.
    @discardableResult
    public mutating func stop(at position: Double) -> Bool {
        guard isOnTrack(position) else { return false }
        place.position = position
        return true
    }

    private mutating func take(_ gesture: Gesture, among finder: some StopFinder) {
        self.gesture = gesture
        if gesture.hasMoved { go(to: gesture.raw, among: finder) }
    }

    /// Puts the raw position at `raw`, and the position at its stop when snapping live.
    private mutating func go(to raw: Double, among finder: some StopFinder) {
        place = TrackPosition(raw)
        if configuration.snap.timing == .live {
            place.position = configuration.snap.nearest(to: raw, among: finder).position
        }
    }
}

/// A position on the track, before and after snapping.
struct TrackPosition: Equatable, Sendable {
    /// The snapped position, in 0...1.
    var position: Double

    /// The position before snapping, in 0...1.
    var raw: Double

    /// Creates one at `position`, where snapping has changed nothing.
    init(_ position: Double) {
        self.position = position
        self.raw = position
    }

    /// Moves the snapped position to `position`, and the raw one by as much, within the track.
    mutating func shift(to position: Double) {
        raw = clampToTrack(position + (raw - self.position))
        self.position = position
    }
}

/// The position on the track nearest to `value`.
func clampToTrack(_ value: Double) -> Double {
    value < 0 ? 0 : value > 1 ? 1 : value
}

/// Whether `value` is a position on the track.
func isOnTrack(_ value: Double) -> Bool {
    value >= 0 && value <= 1
}
