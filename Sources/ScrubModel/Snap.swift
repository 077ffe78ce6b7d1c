/// Where the position comes to rest, and when.
public struct Snap: Equatable, Sendable {
    /// The places on the track that attract the position.
    public enum Stops: Equatable, Sendable {
        /// No stops: the position is the raw position.
        case none

        /// Every multiple of a step that lies on the track; the step is above 0 and below 1.
        ///
        /// The end is a stop only when the step divides it: 0.3 gives 0, 0.3, 0.6 and 0.9.
        case step(Double)

        /// Both ends and equal parts between them; the number of parts is at least 1.
        case count(Int)

        /// These places, of which there is at least one: ascending, in 0...1.
        case places(StopList)

        /// StopList that depend on what lies on the track.
        case media(MediaStops)
    }

    /// Stops at frames, which a ``StopFinder`` knows.
    public enum MediaStops: Equatable, Sendable {
        /// The frame shown at every multiple of some seconds, above 0 and finite.
        case time(seconds: Double)

        /// Every frame that is displayed; the one shown at a place attracts it.
        case frame

        /// Every keyframe that is displayed.
        case keyframe(Rule)

        /// The first frame of every chapter.
        case chapter
    }

    /// Which of the two stops around it attracts a place.
    public enum Rule: String, CaseIterable, Sendable {
        /// The nearer one, and the earlier if both are as near.
        case nearest

        /// The one before it.
        case before

        /// The one after it.
        case after
    }

    /// The moment of snapping.
    public enum Timing: Equatable, Sendable {
        /// At every sample, while the raw position goes on underneath.
        case live

        /// When the pointer is released, and the raw position moves to the stop as well.
        case release
    }

    /// A position after snapping.
    public struct Landing: Equatable, Sendable {
        /// The stop's place on the track, or the raw position where there are no stops.
        public let position: Double

        /// The stop's number, counted from 0 at the start of the track.
        ///
        /// `nil` where there are no stops, where they are too close together to make a difference,
        /// and where the number does not fit.
        public let stop: Int?

        /// Creates a landing on a stop.
        public init(position: Double, stop: Int?) {
            self.position = position
            self.stop = stop
        }
    }

    /// The places on the track that attract the position.
    public var stops: Stops

    /// The moment of snapping.
    public var timing: Timing

    /// Creates a rule from where to rest and when.
    public init(stops: Stops = .none, timing: Timing = .live) {
        self.stops = stops
        self.timing = timing
    }

    /// Whether every parameter is within its limits.
    public var isValid: Bool {
        switch stops {
        case .none, .media(.frame), .media(.keyframe), .media(.chapter): true
        case .step(let step): step > 0 && step < 1
        case .count(let count): count >= 1
        case .places(let places): Self.areOnTrack(places)
        case .media(.time(let seconds)): seconds > 0 && seconds.isFinite
        }
    }

    /// The stop nearest to a raw position in 0...1, whatever the timing.
    ///
    /// Halfway between two stops a count goes to the higher one, all others to the lower. `finder`
    /// finds the stops that depend on the media; without one the raw position stays as it is.
    public func nearest(
        to raw: Double,
        among finder: some StopFinder = NoStops()
    ) -> Landing {
        let free = Landing(position: raw, stop: nil)
        return switch stops {
        case .none: free
        case .step(let step): Self.nearest(to: raw, step: step)
        case .count(let count): Self.nearest(to: raw, count: Double(count))
        case .places(let places): Self.nearest(to: raw, among: places)
        case .media(let media): finder.nearest(to: raw, among: media) ?? free
        }
    }

    /// The nearest multiple of `step`, in constant time.
    private static func nearest(to raw: Double, step: Double) -> Landing {
        guard step >= leastDistance else { return Landing(position: raw, stop: nil) }
        // The quotient is rounded, so it may name a neighbour. The distances decide.
        let guess = Int64(raw / step)
        var stop = max(guess - 1, 0)
        while stop <= guess, isNearer(stop + 1, to: raw, step: step) { stop += 1 }
        return Landing(position: Double(stop) * step, stop: Int(exactly: stop))
    }

    /// Whether a stop is on the track, and nearer to `raw` than the stop below it.
    private static func isNearer(_ stop: Int64, to raw: Double, step: Double) -> Bool {
        let (below, above) = (Double(stop - 1) * step, Double(stop) * step)
        return above <= 1 && above - raw < raw - below
    }

    /// The nearest of the `count` + 1 stops.
    ///
    /// Ties are decided where stops are whole numbers: 0.15 of ten is one and a
    /// half, although the double 0.15 is slightly less.
    private static func nearest(to raw: Double, count: Double) -> Landing {
        guard 1 / count >= leastDistance else { return Landing(position: raw, stop: nil) }
        let scaled = raw * count
        let below = Int64(scaled)
        let stop = scaled - Double(below) < 0.5 ? below : below + 1
        return Landing(position: Double(stop) / count, stop: Int(exactly: stop))
    }

    /// The distance of two doubles at the end of the track.
    ///
    /// Stops closer together than this change nothing that anyone could see.
    private static let leastDistance = Double.ulpOfOne
}

extension Snap {
    /// The place `count` stops further on from the one nearest to `position`, or back.
    ///
    /// Held within the first and the last stop. `nil` where there are no stops to count.
    public func stop(
        _ count: Int,
        from position: Double,
        among finder: some StopFinder = NoStops()
    ) -> Double? {
        if case .media(let media) = stops {
            return finder.stop(count, from: position, among: media)
        }
        guard let nearest = nearest(to: position).stop else { return nil }
        let (sum, overflow) = nearest.addingReportingOverflow(count)
        return place(ofStop: overflow ? (count < 0 ? 0 : Int.max) : max(sum, 0))
    }

    private func place(ofStop number: Int) -> Double? {
        switch stops {
        case .none, .media: nil
        case .step(let step): min(Double(number) * step, nearest(to: 1).position)
        case .count(let parts): min(Double(number), Double(parts)) / Double(parts)
        case .places(let places): places[min(number, places.count - 1)]
        }
    }
}
