/// A place on the track, before and after snapping.
struct Place: Equatable, Sendable {
    /// The snapped position, in 0...1.
    var position: Double

    /// The position before snapping, in 0...1.
    var raw: Double

    /// Puts the place at `position`, without a residue of snapping.
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

/// The place on the track nearest to `value`.
func clampToTrack(_ value: Double) -> Double {
    value < 0 ? 0 : value > 1 ? 1 : value
}

/// Whether `value` is a place on the track.
func isOnTrack(_ value: Double) -> Bool {
    value >= 0 && value <= 1
}
