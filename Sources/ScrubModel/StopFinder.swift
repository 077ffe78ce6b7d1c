/// Knows where the stops are that depend on what lies on the track.
///
/// The model itself has never seen a frame: whoever knows them answers for it, and the same
/// answers give the same bits.
public protocol StopFinder {
    /// The stop that a raw position in 0...1 snaps to, or `nil` where there are none.
    func nearest(to raw: Double, among marks: Snap.Marks) -> Snap.Landing?

    /// The place `count` stops further on from the one that `position` snaps to, or back.
    ///
    /// Held within the first and the last stop; `nil` where there are none.
    func stop(_ count: Int, from position: Double, among marks: Snap.Marks) -> Double?
}

/// Finds nothing: a track of which nothing is known.
public struct NoStops: StopFinder {
    /// Creates the finder.
    public init() {}

    /// There are no stops.
    public func nearest(to raw: Double, among marks: Snap.Marks) -> Snap.Landing? { nil }

    /// There are no stops.
    public func stop(_ count: Int, from position: Double, among marks: Snap.Marks) -> Double? {
        nil
    }
}
