import Timeline

/// Collects what is heard here and there of a sound.
struct SoundOverviewBuilder: Sendable {
    private let clock: SoundClock
    private let length: Int64
    private let width: Int
    /// The least and greatest sample of each stretch; `nil` where nothing has been heard yet.
    private var points: [(least: Int16, greatest: Int16)?]

    /// Starts with nothing heard of so many samples, which must be more than none.
    init(length: Int64, on clock: SoundClock) {
        (self.length, self.clock) = (length, clock)
        width = SoundOverview.samplesPerPoint(of: length)
        points = Array(repeating: nil, count: Int((length - 1) / Int64(width)) + 1)
    }

    /// The samples in the middle of the stretches, coarse to fine, so that whenever one stops, those
    /// before are spread evenly.
    var places: [Int64] {
        let bits = Int.bitWidth - (points.count - 1).leadingZeroBitCount
        return (0..<1 << bits).lazy
            .map { $0.bitsReversed(of: bits) }
            .filter { points.indices.contains($0) }
            .map { min(Int64($0) * Int64(width) + Int64(width / 2), length - 1) }
    }

    /// Whether something has been heard of the stretch that a sample is in.
    func isHeard(at sample: Int64) -> Bool { points[Int(sample / Int64(width))] != nil }

    /// Takes samples, of which the first is number `start`; those beyond the ends are left out.
    mutating func add(_ samples: UnsafeBufferPointer<Int16>, at start: Int64) {
        for (offset, sample) in samples.enumerated() {
            let (place, overflow) = start.addingReportingOverflow(Int64(offset))
            guard !overflow, (0..<length).contains(place) else { continue }
            let point = Int(place / Int64(width))
            let (least, greatest) = points[point] ?? (sample, sample)
            points[point] = (min(least, sample), max(greatest, sample))
        }
    }

    /// What is known: stretches of which nothing was heard are as the one before; `nil` where nothing
    /// was heard at all.
    func finish() -> SoundOverview? {
        guard var last = points.lazy.compactMap(\.self).first else { return nil }
        var all: [Int16] = []
        for point in points {
            last = point ?? last
            all += [last.least, last.greatest]
        }
        return Peaks([all], base: width, length: length).flatMap { SoundOverview($0, on: clock) }
    }
}

extension Int {
    /// The number whose lowest `count` bits are these in the reverse order.
    fileprivate func bitsReversed(of count: Int) -> Int {
        (0..<count).reduce(0) { $0 << 1 | (self >> $1 & 1) }
    }
}
