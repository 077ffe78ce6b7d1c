#if !hasFeature(Embedded)
    import ScrubModel
#endif

// Drags, from begin to end. A function that may refuse returns whether the model accepted it. Others
// return what was decided on the knob: 0 for nothing, 1 for confirmed, 2 for declined.

/// Begins a drag of the bar.
@c(scrub_begin)
public func begin(_ x: Double, _ y: Double, _ extent: Double) -> Bool {
    page.scrubber.begin(x: x, y: y, extent: extent, among: page.mediaStops)
}

/// Begins a drag of a dial, whose turn is worth so much of the track, or so many frames.
@c(scrub_begin_dial)
public func beginDial(
    _ x: Double,
    _ y: Double,
    _ turn: Double,
    _ isInFrames: Bool,
    _ isAbsolute: Bool
) -> Bool {
    let turn = isInFrames ? Dial.Turn.frames(turn) : .position(turn)
    guard let dial = Dial(turn: turn, mode: isAbsolute ? .absolute : .jog) else { return false }
    return page.scrubber.begin(on: dial, x: x, y: y, among: page.mediaStops)
}

/// Begins a drag of the confirm knob.
@c(scrub_begin_knob)
public func beginKnob(_ x: Double, _ extent: Double) -> Bool {
    page.slider = ConfirmSlider(x: x, extent: extent)
    return page.slider != nil
}

/// Follows the pointer to one sample; does nothing without a drag.
@c(scrub_move)
public func move(_ x: Double, _ y: Double) -> Int32 {
    page.scrubber.move(x: x, y: y, among: page.mediaStops)
    return code(page.slider?.move(x: x))
}

/// Ends the drag.
@c(scrub_end)
public func end() -> Int32 {
    _ = page.scrubber.end(among: page.mediaStops)
    let decision = page.slider?.end()
    page.slider = nil
    return code(decision)
}

/// Cancels the drag.
@c(scrub_cancel)
public func cancel() -> Int32 {
    page.scrubber.cancel()
    let decision = page.slider?.cancel()
    page.slider = nil
    return code(decision)
}

private func code(_ decision: ConfirmSlider.Decision?) -> Int32 {
    switch decision {
    case nil: 0
    case .confirmed: 1
    case .declined: 2
    }
}

/// Goes to a position, with the raw position that lies under it.
@c(scrub_place)
public func place(_ position: Double, _ raw: Double) -> Bool {
    page.scrubber.place(at: position, raw: raw)
}

/// Goes to the place so many stops further on, or back; stays where there are none.
@c(scrub_step)
public func step(_ count: Double) -> Bool {
    guard let count = Int(exactly: count) else { return false }
    let (snap, position) = (page.scrubber.configuration.snap, page.scrubber.position)
    let stop = snap.stop(count, from: position, among: page.mediaStops)
    return page.scrubber.place(at: stop ?? position)
}

/// Gives the current place in the media another position, from which a drag goes on.
@c(scrub_hold)
public func hold(_ position: Double) -> Bool { page.scrubber.hold(at: position) }

// MARK: - The state of the model

/// The position, in 0...1.
@c(scrub_position)
public func position() -> Double { page.scrubber.position }

/// The position before snapping.
@c(scrub_raw)
public func raw() -> Double { page.scrubber.raw }

/// How far the position moves now per unit of x.
@c(scrub_gain)
public func gain() -> Double { page.scrubber.gain }

/// The number of the nearest stop, or -1 without one.
@c(scrub_stop)
public func stop() -> Double { page.scrubber.stop(among: page.mediaStops).map(Double.init) ?? -1 }

/// Whether the bar or the dial is being dragged.
@c(scrub_is_scrubbing)
public func isScrubbing() -> Bool { page.scrubber.phase == .scrubbing }

/// How far along its track the knob is, in 0...1.
@c(scrub_share)
public func share() -> Double { page.slider?.share ?? 0 }
