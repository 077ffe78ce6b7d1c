import TestSupport

extension [UInt8] {
    /// Cuts, adds, removes or changes up to three bytes, none of them before `start`.
    mutating func damage(from start: Int, using generator: inout SplitMix64) {
        for _ in 0..<Int.random(in: 1...3, using: &generator) where count > start {
            let index = Int.random(in: start..<count, using: &generator)
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: removeSubrange(index...)
            case 1: insert(UInt8.random(in: 0...255, using: &generator), at: index)
            case 2: remove(at: index)
            case 3: self[index] = [0, 0x7f, 0x80, 0xff].randomElement(using: &generator)!
            default: self[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            }
        }
    }
}
