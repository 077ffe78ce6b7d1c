import Basics
import ScrubModel
import TestSupport

/// One event of a drag.
enum Motion {
    case begin(x: Double, y: Double, extent: Double)
    case move(x: Double, y: Double)
    case end
    case cancel
}

/// Four drags as people make them: along, away from the bar and back, and beyond both ends.
func randomTrace(using generator: inout SplitMix64) -> [Motion] {
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
    /// Applies the event.
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
    /// Applies the event.
    mutating func play(_ motion: Motion) {
        switch motion {
        case .begin(let x, let y, let extent): begin(x: x, y: y, extent: extent)
        case .move(let x, let y): move(x: x, y: y)
        case .end: end()
        case .cancel: cancel()
        }
    }
}
