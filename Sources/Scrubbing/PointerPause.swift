import Pictures

/// What follows when a pointer pauses, which is noticed between two ticks.
///
/// While a pointer is faster than the decoder, its client is shown keyframes alone, and nothing is
/// decoded for the frame that it stops on. A tick tells that it rests only once a whole one has
/// passed without a move: 100 to 200 ms after it stopped.
extension PreviewFlow {
    /// When ``pause(at:)`` may have something to do, unless the pointer moves; `nil` for never.
    package var pausesAt: ContinuousClock.Instant? { target == nil ? nil : speed.restsAt }

    /// Notes that time has passed: once the pointer pauses, its target's own frame is looked for.
    mutating func pause(at now: ContinuousClock.Instant) -> [Action] {
        guard let target, let pausesAt, pausesAt <= now else { return [] }
        speed.settle()
        return decoding == nil ? [.find(target)] : []
    }
}

extension Session {
    /// Notes that the time of ``PreviewFlow/pausesAt`` has come.
    ///
    /// - Parameter now: The time.
    /// - Returns: What is to be done.
    package mutating func pause(at now: ContinuousClock.Instant) -> [Action] {
        carryOut(flow.pause(at: now))
    }
}
