#if !hasFeature(Embedded)
    import ScrubModel
#endif

// The settings are collected one by one, and applied together by `scrub_configure`.

/// Applies the settings, all or none, and returns whether they are complete and valid.
@c(scrub_configure)
public func configure(_ isComplete: Bool) -> Bool {
    let isTaken = isComplete && page.scrubber.configure(page.settings)
    if !isTaken { page.settings = page.scrubber.configuration }
    return isTaken
}

/// How many frames lie on the track.
@c(scrub_frames)
public func frames(_ count: Double) -> Bool {
    guard let count = Int(exactly: count), count >= 0 else { return false }
    page.scrubber.frames = count
    return true
}

/// Whether motion beyond the ends is forgotten.
@c(scrub_overshoot)
public func overshoot(_ isForgotten: Bool) {
    page.settings.overshoot = isForgotten ? .clamp : .accumulate
}

/// Whether pressing the bar moves the position.
@c(scrub_press)
public func press(_ isJump: Bool) { page.settings.press = isJump ? .jump : .hold }

// MARK: - Laws, whose floor is NaN where it is a quarter of a frame

/// Falls with the square of the distance.
@c(scrub_law_quadratic)
public func quadratic(_ falloff: Double, _ least: Double) {
    page.settings.law = .quadratic(falloff: falloff, floor: floor(least))
}

/// Falls evenly.
@c(scrub_law_linear)
public func linear(_ reach: Double, _ least: Double) {
    page.settings.law = .linear(reach: reach, floor: floor(least))
}

/// Falls by equal factors.
@c(scrub_law_geometric)
public func geometric(_ from: Double, _ reach: Double, _ least: Double) {
    page.settings.law = .geometric(from: from, reach: reach, floor: floor(least))
}

/// Falls in steps, of which each is an edge in `memory`, with its gain after it.
@c(scrub_law_tiered)
public func tiered(_ memory: UnsafePointer<Double>, _ count: Int, _ hysteresis: Double) -> Bool {
    let tiers = GainTiers(count: count, hysteresis: hysteresis) {
        GainTiers.Tier(edge: memory[2 * $0], gain: memory[2 * $0 + 1])
    }
    guard let tiers else { return false }
    page.settings.law = .tiered(tiers)
    return true
}

/// Stays 1.
@c(scrub_law_flat)
public func flat() { page.settings.law = .flat }

private func floor(_ gain: Double) -> GainFloor { gain.isNaN ? .frame : .gain(gain) }

// MARK: - Snaps, at every sample or on release

/// No stops.
@c(scrub_snap_none)
public func snapToNone(_ isOnRelease: Bool) { snap(to: .none, isOnRelease) }

/// Multiples of a step.
@c(scrub_snap_step)
public func snapToStep(_ step: Double, _ isOnRelease: Bool) {
    snap(to: .step(step), isOnRelease)
}

/// Equal parts.
@c(scrub_snap_count)
public func snapToCount(_ count: Double, _ isOnRelease: Bool) {
    snap(to: .count(Int(exactly: count) ?? 0), isOnRelease)
}

/// The places in `memory`, which must stay as it is until another snap is set.
@c(scrub_snap_places)
public func snapToPlaces(
    _ memory: UnsafePointer<Double>,
    _ count: Int,
    _ isOnRelease: Bool
) {
    snap(to: .places(places(memory, count)), isOnRelease)
}

/// Stops of the media, whose places are in `memory`, which must stay as it is.
///
/// `rule` is 0 for the nearest, 1 for the one before, 2 for the one after.
@c(scrub_snap_marks)
public func snapToMarks(
    _ memory: UnsafePointer<Double>,
    _ count: Int,
    _ rule: Int32,
    _ isOnRelease: Bool
) {
    page.mediaStops.places = places(memory, count)
    page.mediaStops.rule = rule == 1 ? .before : rule == 2 ? .after : .nearest
    // Which kind they are makes no difference here: all are found by `page.mediaStops`.
    snap(to: .media(.chapter), isOnRelease)
}

private func places(_ memory: UnsafePointer<Double>, _ count: Int) -> StopList {
    StopList(UnsafeBufferPointer(start: memory, count: count))
}

private func snap(to stops: Snap.Stops, _ isOnRelease: Bool) {
    page.settings.snap = Snap(stops: stops, timing: isOnRelease ? .release : .live)
}
