/// How far a hand has turned a dial, over the top as often as it likes.
struct DialTurns: Equatable, Sendable {
    let dial: Dial

    /// How much of the track one turn is worth.
    private var worth: Double

    /// The angle since the top, whole turns included; `nil` while the hand was only at the centre.
    private var angle: Double?

    /// The angle that the way is counted from.
    private var from = 0.0

    init(_ dial: Dial, frames: Int) {
        self.dial = dial
        worth = dial.worth(of: frames)
    }

    /// How far the hand has come, as a share of the track.
    var way: Double { ((angle ?? from) - from) * worth }

    /// Counts the way from here on.
    mutating func restart() { from = angle ?? 0 }

    /// Counts the way from here on, on a track with so many frames.
    mutating func restart(frames: Int) {
        restart()
        worth = dial.worth(of: frames)
    }

    /// Follows the hand the shorter way around, and half a turn clockwise.
    ///
    /// Returns whether it turned the dial.
    mutating func follow(x: Double, y: Double) -> Bool {
        guard let next = turn(x: x, y: y) else { return false }
        guard let last = angle else {
            angle = next
            if dial.mode == .jog { from = next }
            return dial.mode == .absolute
        }
        let whole = last.rounded(.down)
        let change = next - (last - whole)
        guard change != 0 else { return false }
        angle = whole + (change > 0.5 ? -1 : change <= -0.5 ? 1 : 0) + next
        return true
    }
}
