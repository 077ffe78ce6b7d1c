import ScrubModel

/// The bar of `protocol.md` section 3, written a second time, as plainly as it stands there.
///
/// Shares nothing with the scrubber but the names of the settings. Stops are found by trying all.
struct Oracle {
    var law = GainLaw.flat
    var snap = Snap()
    var forgetsOvershoot = false
    var jumps = false

    private(set) var position = 0.0
    private(set) var raw = 0.0
    private var start = 0.0
    private var travel = 0.0
    private var extent = 1.0
    private var beginX = 0.0
    private var beginY = 0.0
    private var lastX: Double?
    private var movedAlong = false
    private var tier = 0
    private var before = (position: 0.0, raw: 0.0)

    mutating func begin(x: Double, y: Double, extent: Double) {
        before = (position, raw)
        (beginX, beginY, self.extent) = (x, y, extent)
        (lastX, movedAlong, tier) = (nil, false, 0)
        if jumps {
            settle(at: clamp(x / extent))
            movedAlong = true
        }
        (start, travel) = (raw, 0)
    }

    mutating func move(x: Double, y: Double) {
        let dx: Double
        enterTier(abs(y - beginY))
        if let lastX { dx = (x - lastX) * gain(y - beginY) } else { dx = x - beginX }
        let isVertical = x == lastX ?? beginX
        lastX = x
        travel = travel + dx
        let reached = start + travel / extent
        if isVertical { return }
        movedAlong = true
        settle(at: clamp(reached))
        if forgetsOvershoot && reached != raw { (start, travel) = (raw, 0) }
    }

    mutating func end() {
        guard snap.timing == .release, movedAlong, let stop = nearest(raw) else { return }
        (position, raw) = (stop, stop)
    }

    mutating func cancel() { (position, raw) = before }

    func gain(_ dy: Double) -> Double {
        switch law {
        case .quadratic(let falloff, .gain(let floor)):
            return min(max(1 - abs(dy) * abs(dy) / falloff, floor), 1)
        case .linear(let reach, .gain(let floor)):
            return min(max(1 - abs(dy) / reach, floor), 1)
        case .tiered(let tiers): return tiers[tier].gain
        default: return 1
        }
    }

    /// Walks the tiers as the table says: in at the edge, out so many units before it.
    private mutating func enterTier(_ distance: Double) {
        guard case .tiered(let tiers) = law else { return }
        let entered = (0..<tiers.count).last { distance >= tiers[$0].edge } ?? 0
        let kept = (0...tier).last { distance >= tiers[$0].edge - tiers.hysteresis } ?? 0
        tier = max(entered, kept)
    }

    private mutating func settle(at raw: Double) {
        self.raw = raw
        position = snap.timing == .live ? nearest(raw) ?? raw : raw
    }

    private func clamp(_ value: Double) -> Double { min(max(value, 0), 1) }

    /// The nearest stop, found by trying them all.
    func nearest(_ raw: Double) -> Double? {
        switch snap.stops {
        case .none, .media:
            return nil
        case .places(let places):
            return places.min { abs($0 - raw) < abs($1 - raw) }
        case .step(let step):
            var best = 0.0
            var index = 1
            while Double(index) * step <= 1 {
                let stop = Double(index) * step
                if abs(stop - raw) < abs(best - raw) { best = stop }
                index += 1
            }
            return best
        case .count(let count):
            let value = raw * Double(count)
            var best = 0
            for index in 1...count where abs(Double(index) - value) <= abs(Double(best) - value) {
                best = index
            }
            return Double(best) / Double(count)
        }
    }
}
