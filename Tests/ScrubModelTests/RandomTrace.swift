import ScrubModel

/// Numbers that look random and are the same on every run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}

/// One thing a hand does.
enum Motion {
    case begin(x: Double, y: Double, extent: Double)
    case move(x: Double, y: Double)
    case end
    case cancel
}

/// Four drags as a hand makes them: along, away from the bar and back, and beyond both ends.
func randomTrace(using generator: inout SeededGenerator) -> [Motion] {
    var trace: [Motion] = []
    for _ in 0..<4 {
        var x = Double.random(in: -50...900, using: &generator)
        var y = Double.random(in: -20...20, using: &generator)
        let extent = Double.random(in: 100...2000, using: &generator)
        trace.append(.begin(x: x, y: y, extent: extent))
        for _ in 0..<Int.random(in: 0...40, using: &generator) {
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: y += .random(in: -60...60, using: &generator)
            case 1: x += .random(in: -extent...extent, using: &generator)
            case 2: x += Double(Int.random(in: -3...3, using: &generator))
            default:
                x += .random(in: -20...20, using: &generator)
                y += .random(in: -9...9, using: &generator)
            }
            trace.append(.move(x: x, y: y))
        }
        trace.append(Int.random(in: 0..<5, using: &generator) == 0 ? .cancel : .end)
    }
    return trace
}

extension Scrubber {
    /// Does what the hand does.
    mutating func play(_ motion: Motion) {
        switch motion {
        case .begin(let x, let y, let extent): _ = begin(x: x, y: y, extent: extent)
        case .move(let x, let y): move(x: x, y: y)
        case .end: _ = end()
        case .cancel: cancel()
        }
    }
}

extension Oracle {
    /// Does what the hand does.
    mutating func play(_ motion: Motion) {
        switch motion {
        case .begin(let x, let y, let extent): begin(x: x, y: y, extent: extent)
        case .move(let x, let y): move(x: x, y: y)
        case .end: end()
        case .cancel: cancel()
        }
    }
}
