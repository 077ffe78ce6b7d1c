import Media

/// The orders in which frames are reached.
enum SeekOrder: String, CaseIterable {
    /// From anywhere to anywhere, each frame alone, as a request for one picture does.
    case random
    /// One frame back at a time, as a hand that goes back does.
    case reverse
    /// To and fro at changing speed, as a hand that searches does.
    case scrub

    /// The frames to reach, `seeks` at most for each order.
    ///
    /// As many as there are frames reach every one of them, at random and in reverse.
    func frames(
        of count: Int,
        seeks: Int,
        using generator: inout some RandomNumberGenerator
    ) -> [Int] {
        let seeks = min(seeks, count)
        guard seeks > 0 else { return [] }
        switch self {
        case .random: return Array((0..<count).shuffled(using: &generator).prefix(seeks))
        case .reverse:
            let last = Int.random(in: (seeks - 1)..<count, using: &generator)
            return ((last - seeks + 1)...last).reversed()
        case .scrub: return Self.wandering(in: count, steps: seeks, using: &generator)
        }
    }

    /// How the server asks for pictures in such an order.
    func manner(to frame: Int, from last: Int?) -> FrameReader.Manner {
        switch self {
        case .random: .alone
        case .reverse: .since(frame)
        case .scrub: .since(frame < last ?? 0 ? frame - Self.run : frame)
        }
    }

    /// Frames before the wanted one that a hand going back has made ready.
    private static let run = 12
    /// Frames from one step of a fast hand to the next.
    private static let topSpeed = 24

    private static func wandering(
        in count: Int,
        steps: Int,
        using generator: inout some RandomNumberGenerator
    ) -> [Int] {
        var frame = Int.random(in: 0..<count, using: &generator)
        var speed = 1
        return (0..<steps).map { _ in
            let wanted = speed + Int.random(in: -6...6, using: &generator)
            speed = min(max(wanted, -topSpeed), topSpeed)
            // At the ends the hand turns round.
            if !(0..<count).contains(frame + speed) { speed = -speed }
            frame = min(max(frame + speed, 0), count - 1)
            return frame
        }
    }
}
