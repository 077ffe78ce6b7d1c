/// Where the hand is around the centre of a dial, in turns: 0 is up, clockwise, below 1.
///
/// `x` and `y` are measured from the centre, y downward. Returns `nil` at the centre itself, which
/// is in no direction.
///
/// No two mathematical libraries give the same bits. This takes only what IEEE 754 decides, and is
/// within 3e-16 turns of the truth. Quarter turns are exact.
func turn(x: Double, y: Double) -> Double? {
    let (across, along) = (x.magnitude, y.magnitude)
    let longer = across > along ? across : along
    guard longer > 0 else { return nil }
    let eighth = turnsOfSlope((across > along ? along : across) / longer)
    let quarter = across > along ? 0.25 - eighth : eighth
    let half = y > 0 ? 0.5 - quarter : quarter
    let turn = x < 0 ? 1 - half : half
    return turn < 1 ? turn : 0
}

/// The angle whose tangent is `slope`, in turns; `slope` is in 0...1.
///
/// Halving the angle three times leaves a slope below a tenth, whose series is short.
private func turnsOfSlope(_ slope: Double) -> Double {
    var slope = slope
    for _ in 0..<3 { slope = slope / (1 + (1 + slope * slope).squareRoot()) }
    let square = slope * slope
    var series = 0.0
    var divisor = 17.0
    while divisor > 0 {
        series = 1 / divisor - square * series
        divisor -= 2
    }
    return 8 * slope * series * turnsPerRadian
}

/// One radian, in turns: 1 / 2π.
private let turnsPerRadian = 0.15915494309189535
