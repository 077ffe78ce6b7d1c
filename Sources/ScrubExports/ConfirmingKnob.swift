#if !hasFeature(Embedded)
    import ScrubModel
#endif

// The knob that confirms. A decision is 0 as long as there is none, 1 confirmed, 2 declined.

/// Takes hold of the knob.
@c(knob_begin)
public func beginKnob(_ x: Double, _ extent: Double) -> Bool {
    page.knob = Knob(x: x, extent: extent)
    return page.knob != nil
}

/// Follows the hand, and returns the decision if this made it.
@c(knob_move)
public func moveKnob(_ x: Double) -> Int32 { code(page.knob?.move(x: x)) }

/// Lets go, and returns the decision if this made it.
@c(knob_end)
public func endKnob() -> Int32 {
    let decision = page.knob?.end()
    page.knob = nil
    return code(decision)
}

/// Gives up, and returns the decision if this made it.
@c(knob_cancel)
public func cancelKnob() -> Int32 {
    let decision = page.knob?.cancel()
    page.knob = nil
    return code(decision)
}

/// How far along its way the knob is, in 0...1.
@c(knob_share)
public func shareOfKnob() -> Double { page.knob?.share ?? 0 }

private func code(_ decision: Knob.Decision?) -> Int32 {
    switch decision {
    case nil: 0
    case .confirmed: 1
    case .declined: 2
    }
}
