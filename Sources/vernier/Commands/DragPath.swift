import Wire

/// The path of a drag over the bar, repeated, as messages at any rate.
struct DragPath {
    /// The message that begins the drag.
    let begin: BeginMessage
    /// The pointer's places since the message before, for each message.
    private let steps: [[(x: Double, y: Double)]]

    private static let gesture = 1

    /// A drag to and fro over most of a bar and away from it, for ten seconds at 60 messages each.
    static let swaying = DragPath(
        begin: BeginMessage(gesture: gesture, x: 400, y: 20, extent: 800),
        steps: (0..<600).map { number in
            (2 * number..<2 * number + 2).map { sample in
                let share = Double(sample) / 1200
                return (x: (400 + 350 * wave(7 * share)).tenths, y: (20 + 90 * wave(share)).tenths)
            }
        }
    )

    private init(begin: BeginMessage, steps: [[(x: Double, y: Double)]]) {
        (self.begin, self.steps) = (begin, steps)
    }

    /// The first drag on the bar that a trace holds; `nil` if there is none.
    init?(_ trace: Trace) {
        let begins = trace.entries.lazy.compactMap { entry -> Begin? in
            if case .begin(let begin) = entry.message { begin } else { nil }
        }
        guard let first = begins.first(where: { $0.control == .bar }) else { return nil }
        steps = trace.entries.compactMap { entry in
            guard case .move(let move) = entry.message, move.gesture == first.gesture else {
                return nil
            }
            return move.samples.map { ($0.x, $0.y) }
        }
        begin = BeginMessage(gesture: Self.gesture, x: first.x, y: first.y, extent: first.extent)
        if steps.isEmpty { return nil }
    }

    /// The same from half a bar to the left: its first sample leads to the middle of a film that
    /// has just been opened, from where a drag to and fro meets no end.
    var beginInTheMiddle: BeginMessage {
        var begin = begin
        begin.x -= begin.extent / 2
        return begin
    }

    /// So many messages, at a rate.
    func moves(_ count: Int, rate: Int) -> [[UInt8]] {
        (0..<count).map { number in
            let step = steps[number % steps.count]
            let samples = step.enumerated().map { place, pointer in
                let time = Double(number) + Double(place + 1) / Double(step.count)
                return Sample(t: (1000 * time / Double(rate)).tenths, x: pointer.x, y: pointer.y)
            }
            return Move(gesture: Self.gesture, seq: UInt32(number + 1), samples: samples).json()
        }
    }

    /// From 0 to 1, to −1 and back to 0 while `share` grows by 1.
    private static func wave(_ share: Double) -> Double {
        let turn = share - share.rounded(.down)
        return turn < 0.25 ? 4 * turn : turn < 0.75 ? 2 - 4 * turn : 4 * turn - 4
    }
}

extension Double {
    /// With one decimal, as recorded traces have their numbers.
    fileprivate var tenths: Double { (self * 10).rounded() / 10 }
}
