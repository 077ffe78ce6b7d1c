/// Guesses the next of numbers that grow evenly, so that only surprises need room.
///
/// Wraps around instead of overflowing: the numbers may come from bytes that lie.
struct Trend {
    private var last: Int64 = 0
    private var step: Int64 = 0

    /// How far `number` is from the guess.
    mutating func surprise(of number: Int64) -> UInt64 {
        let surprise = number &- (last &+ step)
        learn(number)
        return surprise.zigzag
    }

    /// The number that is so far from the guess.
    mutating func number(after surprise: UInt64) -> Int64 {
        let number = last &+ step &+ Int64(zigzag: surprise)
        learn(number)
        return number
    }

    private mutating func learn(_ number: Int64) {
        step = number &- last
        last = number
    }
}
