import Library
import Media
import Timeline
import Wire

/// Which pictures of a storyboard a client wants: one for each of so many equal parts of a stretch.
package struct StoryboardQuery: Hashable, Sendable {
    /// The stretch, in positions.
    package let stretch: ClosedRange<Double>
    /// The parts.
    package let count: Int

    /// How many parts a client may ask for.
    package static let counts = 1...60

    /// Divides a stretch into parts.
    package init(_ stretch: ClosedRange<Double> = 0...1, count: Int = 20) {
        (self.stretch, self.count) = (stretch, count)
    }

    /// The middle of each part.
    var middles: [Double] {
        let length = stretch.upperBound - stretch.lowerBound
        return (0..<count).map {
            min(1, stretch.lowerBound + length * (Double($0) + 0.5) / Double(count))
        }
    }
}

extension StoryboardDocument {
    /// Lists those pictures in the cache that are the nearest to the middles of a query's parts,
    /// each once, of frames whose numbers do not change any more; the query's positions map over
    /// `track`.
    init(
        _ query: StoryboardQuery,
        on track: Track,
        of storyboard: Storyboard,
        in cache: PreviewCache
    ) {
        let frames = query.middles.compactMap { middle in
            storyboard.nearest(to: track.time(at: middle).ticks).lazy
                .filter { cache.holds(Storyboard.key(of: $0, in: storyboard.clip)) }
                .compactMap(storyboard.settledFrame).first
        }
        self.init(
            complete: storyboard.isComplete,
            pictures: Set(frames).sorted().map {
                Picture(frame: $0, position: track.position(of: storyboard.table.pts(of: $0)))
            },
            width: Storyboard.width,
            quality: Storyboard.format.quality
        )
    }
}
