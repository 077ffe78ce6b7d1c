/// Vigna's generator of random numbers, which are the same on every run.
///
/// The platform's own generators cannot be seeded, and `verify`, `bench load` and the tests repeat
/// what they have drawn.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Starts the sequence that belongs to `seed`.
    package init(seed: UInt64) { state = seed }

    /// The sequence's next number.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
