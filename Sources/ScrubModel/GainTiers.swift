/// Gains that hold from one distance to the next.
///
/// A tier is entered at its edge and left some way before it, so that small movements at the
/// edge do not change the gain with every sample.
public struct GainTiers: Sendable {
    /// One range of distances with the same gain.
    public struct Tier: Equatable, Sendable {
        /// The distance at which it is entered, in the units of y.
        public let edge: Double

        /// The gain within it, above 0 and at most 1.
        public let gain: Double

        /// Creates a tier.
        public init(edge: Double, gain: Double) {
            self.edge = edge
            self.gain = gain
        }
    }

    /// How many tiers there may be.
    public static let limit = 8

    /// How many tiers there are, at least 1.
    public let count: Int

    /// How far before its edge a tier is left, in the units of y; finite, 0 or more.
    public let hysteresis: Double

    // Stored inline, because the WebAssembly build of the model allocates nothing.
    private var tiers = InlineArray<8, Tier>(repeating: Tier(edge: .infinity, gain: 1))

    /// Creates `count` tiers, or returns `nil` if a number is not within its limits.
    ///
    /// There are 1...8 of them. The first edge is 0, and each edge is beyond the one before.
    public init?(count: Int, hysteresis: Double, tier: (Int) -> Tier) {
        guard (1...Self.limit).contains(count), hysteresis.isFinite, hysteresis >= 0 else {
            return nil
        }
        self.count = count
        self.hysteresis = hysteresis
        for number in 0..<count { tiers[number] = tier(number) }
        guard isInOrder else { return nil }
    }

    /// The tiers of a client that names none: halves, at every 50 units.
    public static let standard = GainTiers(count: 4, hysteresis: 15) {
        Tier(edge: Double($0) * 50, gain: $0 == 0 ? 1 : $0 == 1 ? 0.5 : $0 == 2 ? 0.25 : 0.1)
    }!

    /// Tier `number`, counted from the bar.
    public subscript(number: Int) -> Tier { tiers[number] }

    /// The gain within tier `number`.
    func gain(of number: Int) -> Double { tiers[number].gain }

    /// The tier that a pointer at `distance` is in, which was in `tier` before.
    ///
    /// The number of samples on the way there makes no difference. NaN is in the last tier.
    func tier(at distance: Double, from tier: Int) -> Int {
        let distance = distance.magnitude
        var tier = tier
        while tier > 0, distance < tiers[tier].edge - hysteresis { tier -= 1 }
        while tier < count - 1, !(distance < tiers[tier + 1].edge) { tier += 1 }
        return tier
    }

    private var isInOrder: Bool {
        guard tiers[0].edge == 0 else { return false }
        for number in 0..<count {
            let tier = tiers[number]
            guard tier.edge.isFinite, tier.gain > 0, tier.gain <= 1 else { return false }
            if number > 0, tier.edge <= tiers[number - 1].edge { return false }
        }
        return true
    }
}

extension GainTiers: Equatable {
    /// Whether all tiers and their hysteresis are the same.
    public static func == (a: GainTiers, b: GainTiers) -> Bool {
        guard a.count == b.count, a.hysteresis == b.hysteresis else { return false }
        for number in 0..<a.count where a[number] != b[number] { return false }
        return true
    }
}
