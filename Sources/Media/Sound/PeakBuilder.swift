import Timeline

/// Finds the least and greatest samples of each stretch, as samples come.
struct PeakBuilder {
    private let base: Int
    private let length: Int64
    private var planes: [Plane]

    /// One plane: what is finished, and the stretch that samples come for.
    fileprivate struct Plane {
        var points: [Int16]
        var stretch = -1
        var least = Int16.max
        var greatest = Int16.min
        var covered = 0
    }

    /// Starts with silence of so many samples; `nil` where nothing can be kept of so many.
    init?(length: Int64, planes: Int) {
        guard let base = Peaks.base(for: length, planes: planes) else { return nil }
        (self.base, self.length) = (base, length)
        let count = Int((length - 1) / Int64(base)) + 1
        self.planes = Array(
            repeating: Plane(points: Array(repeating: 0, count: 2 * count)),
            count: planes
        )
    }

    /// Takes the next samples of a plane, from sample `start` on; those beyond the ends are left out.
    mutating func add(_ samples: UnsafeBufferPointer<Int16>, to plane: Int, at start: Int64) {
        var position = max(0, start)
        let end = min(length, start + Int64(samples.count))
        while position < end {
            let stretch = Int(position / Int64(base))
            let next = min(end, Int64(stretch + 1) * Int64(base))
            if planes[plane].stretch != stretch { finish(plane, before: stretch) }
            let part = Int(position - start)..<Int(next - start)
            planes[plane].take(UnsafeBufferPointer(rebasing: samples[part]))
            position = next
        }
    }

    /// The peaks of all samples.
    mutating func finish() -> Peaks? {
        for plane in planes.indices { finish(plane, before: -1) }
        return Peaks(planes.map(\.points), base: base, length: length)
    }

    private mutating func finish(_ plane: Int, before next: Int) {
        let stretch = planes[plane].stretch
        let whole = min(Int64(base), length - Int64(stretch) * Int64(base))
        planes[plane].close(whole: Int(clamping: whole), next: next)
    }
}

extension PeakBuilder.Plane {
    fileprivate mutating func take(_ samples: UnsafeBufferPointer<Int16>) {
        var (least, greatest) = (least, greatest)
        for sample in samples {
            least = min(least, sample)
            greatest = max(greatest, sample)
        }
        (self.least, self.greatest) = (least, greatest)
        covered += samples.count
    }

    /// Stores the stretch, which is silent where no sample came, and begins another.
    fileprivate mutating func close(whole: Int, next: Int) {
        if stretch >= 0, covered > 0 {
            points[2 * stretch] = covered < whole ? min(least, 0) : least
            points[2 * stretch + 1] = covered < whole ? max(greatest, 0) : greatest
        }
        (stretch, least, greatest, covered) = (next, .max, .min, 0)
    }
}
