import Wire

/// The way of a hand over the bar, over and over, as messages at any rate.
struct HandPath {
    /// Where the hand takes the bar.
    let grip: Grip
    /// Where it has been since the message before, for each message.
    private let steps: [[(x: Double, y: Double)]]

    private static let gesture = 1

    /// A hand that sways over most of a bar and away from it, in ten seconds at 60 messages each.
    static let swaying = HandPath(
        grip: Grip(gesture: gesture, x: 400, y: 20, extent: 800),
        steps: (0..<600).map { number in
            (2 * number..<2 * number + 2).map { sample in
                let way = Double(sample) / 1200
                return (x: (400 + 350 * wave(7 * way)).tenths, y: (20 + 90 * wave(way)).tenths)
            }
        }
    )

    private init(grip: Grip, steps: [[(x: Double, y: Double)]]) {
        (self.grip, self.steps) = (grip, steps)
    }

    /// The first drag on the bar that a trace holds; `nil` if there is none.
    init?(_ trace: Trace) {
        let begins = trace.entries.lazy.compactMap { entry -> Begin? in
            if case .begin(let begin) = entry.message { begin } else { nil }
        }
        guard let begin = begins.first(where: { $0.control == .bar }) else { return nil }
        steps = trace.entries.compactMap { entry in
            guard case .move(let move) = entry.message, move.gesture == begin.gesture else {
                return nil
            }
            return move.samples.map { ($0.x, $0.y) }
        }
        grip = Grip(gesture: Self.gesture, x: begin.x, y: begin.y, extent: begin.extent)
        if steps.isEmpty { return nil }
    }

    /// So many messages, at a rate.
    func moves(_ count: Int, rate: Int) -> [[UInt8]] {
        (0..<count).map { number in
            let step = steps[number % steps.count]
            let samples = step.enumerated().map { place, hand in
                let time = Double(number) + Double(place + 1) / Double(step.count)
                return Sample(t: (1000 * time / Double(rate)).tenths, x: hand.x, y: hand.y)
            }
            return Move(gesture: Self.gesture, seq: UInt32(number + 1), samples: samples).json()
        }
    }

    /// From 0 to 1, to −1 and back to 0 while `way` grows by 1.
    private static func wave(_ way: Double) -> Double {
        let turn = way - way.rounded(.down)
        return turn < 0.25 ? 4 * turn : turn < 0.75 ? 2 - 4 * turn : 4 * turn - 4
    }
}

extension Double {
    /// With one decimal, as recorded traces have their numbers.
    fileprivate var tenths: Double { (self * 10).rounded() / 10 }
}
