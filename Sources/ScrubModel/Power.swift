/// `base` to the power of `exponent`, both in 0...1.
///
/// No two mathematical libraries give the same bits. This takes nothing but square roots and
/// products, whose bits IEEE 754 decides: `b^0.101` in binary is `√(b · √(√b))`, a root for each
/// digit. A root halves the error that came before it, so that the result is within four units in
/// its last place.
func power(_ base: Double, _ exponent: Double) -> Double {
    guard exponent < 1 else { return base }
    let root = base.squareRoot()
    var digits = UInt64(exponent * 0x1p60)
    var result = 1.0
    for _ in 0..<60 {
        result = result.squareRoot() * (digits & 1 == 1 ? root : 1)
        digits >>= 1
    }
    return result
}
