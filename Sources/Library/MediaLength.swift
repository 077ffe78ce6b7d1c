import Media
package import Timeline
import Wire

/// How long a media is, as well as is known: by its frames, once the end has been scanned, and by the
/// best estimate until then.
package struct MediaLength: Sendable {
    /// What positions map over.
    package let track: Track
    /// About how many frames lie on it; exactly, once the end is known.
    package let frames: Int
    /// Whether the end has been scanned, of a recording its present end.
    package let isKnown: Bool
    /// Where the length comes from, and each of the lengths that there are.
    let durations: MediaDescription.Durations

    /// Compares what a container claims with what a scan has found.
    ///
    /// - Parameters:
    ///   - info: The claims.
    ///   - table: The frames found so far.
    ///   - progress: How much of the file has been scanned, in 0…1.
    ///   - isKnown: Whether the end has been scanned.
    init(_ info: MediaInfo, _ table: FrameTable, progress: Double, isKnown: Bool) {
        let scan = table.duration
        let isClaimed = isKnown || info.containerDuration != nil
        let estimate = isClaimed ? info.estimatedDuration : Self.guess(info, table, progress)
        let claims: [(MediaDescription.Durations.Source, Double?)] = [
            (.container, info.containerDuration), (.estimate, estimate),
        ]
        let used = isKnown ? nil : claims.first { $0.1.map { $0 > scan } ?? false }?.0
        durations = .init(
            container: info.containerDuration,
            estimate: estimate,
            scan: scan,
            used: used ?? .scan
        )
        let seconds = durations.seconds
        let claimed = Track(first: table.first, seconds: seconds, in: table.timebase)
        let whole = table.track
        track = used == nil || whole.ticks > claimed?.ticks ?? 0 ? whole : claimed ?? whole
        let count = (seconds * info.frameRate.value).rounded()
        // A header may claim any duration.
        let mostFrames = Double(FrameTable.packetLimit)
        frames = used == nil ? table.count : max(table.count, Int(min(count, mostFrames)))
        self.isKnown = isKnown
    }

    /// The length in seconds by how much of the file lies before the last keyframe that is known ahead
    /// of the scan, else by the bit rate, else by the scan alone.
    private static func guess(_ info: MediaInfo, _ table: FrameTable, _ progress: Double) -> Double?
    {
        guard progress > 0 else { return info.estimatedDuration }
        let scanned = table.packets[..<table.scanned].last { $0.position > 0 }?.position ?? .max
        let ahead = table.packets[table.scanned...].last?.position ?? 0
        guard ahead > scanned else { return info.estimatedDuration ?? table.duration / progress }
        return table.duration / min(1, progress * Double(ahead) / Double(scanned))
    }
}
