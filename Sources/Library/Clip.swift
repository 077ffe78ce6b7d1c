package import Media
package import ScrubModel
package import Timeline

/// A media as clients see it at one moment: what it is, and every frame known so far.
///
/// Immutable, and shared between threads: a scan that has advanced creates another one.
package final class Clip: Sendable {
    /// The id that clients name it by.
    package let id: MediaID
    /// The file's name below its root.
    package let name: String
    /// Which bytes the file has; another one has another version, also under the same id.
    package let version: String
    /// What the file says about itself.
    package let info: MediaInfo
    /// The frames known so far; never empty.
    package let table: FrameTable
    /// How much of the file has been scanned, in 0…1.
    package let progress: Double
    /// How much is decoded, where the file has to be as a whole before the order of its frames is
    /// known; `nil` where not.
    package let decoding: WholeDecode?
    /// What has come of a media that lies elsewhere; `nil` of one that lies here.
    package let reading: RemoteReading?
    /// What positions map over, and about how many frames it has.
    package let length: MediaLength
    /// The first frame of each chapter that has been scanned, ascending.
    package let chapterFrames: [Int]

    /// Creates a clip.
    ///
    /// - Parameters:
    ///   - id: The id that clients name it by.
    ///   - name: The file's name below its root.
    ///   - version: Which bytes the file has.
    ///   - info: What the file says about itself.
    ///   - table: The frames known so far; at least one.
    ///   - progress: How much of the file has been scanned, in 0…1.
    ///   - decoding: How much is decoded, where the file has to be as a whole.
    ///   - isEndKnown: Whether the end has been scanned, of a recording its present end; `nil` says
    ///     that of a complete table alone.
    ///   - reading: What has come of a media that lies elsewhere.
    package init(
        id: MediaID,
        name: String,
        version: String,
        info: MediaInfo,
        table: FrameTable,
        progress: Double,
        decoding: WholeDecode? = nil,
        isEndKnown: Bool? = nil,
        reading: RemoteReading? = nil
    ) {
        self.id = id
        self.name = name
        self.version = version
        self.info = info
        self.table = table
        self.progress = progress
        (self.decoding, self.reading) = (decoding, reading)
        let isKnown = isEndKnown ?? table.isComplete
        length = MediaLength(info, table, progress: progress, isKnown: isKnown)
        let isFound = { (chapter: Chapter) in table.isComplete || chapter.start < table.end }
        chapterFrames = info.chapters.filter(isFound).map(table.firstFrame).sorted()
    }

    /// The same clip while its file is decoded as a whole.
    convenience init(_ clip: Clip, during decode: WholeDecode) {
        self.init(clip, decode, clip.reading)
    }

    /// The same clip when more of it has come from elsewhere.
    convenience init(_ clip: Clip, during reading: RemoteReading) {
        self.init(clip, clip.decoding, reading)
    }

    private convenience init(_ clip: Clip, _ decode: WholeDecode?, _ reading: RemoteReading?) {
        self.init(
            id: clip.id,
            name: clip.name,
            version: clip.version,
            info: clip.info,
            table: clip.table,
            progress: clip.progress,
            decoding: decode,
            isEndKnown: clip.length.isKnown,
            reading: reading
        )
    }

    /// The frames that are shown within a stretch of the track.
    package func frames(within stretch: ClosedRange<Double>) -> Range<Int> {
        frame(at: stretch.lowerBound)..<frame(at: stretch.upperBound) + 1
    }

    /// The keyframes that can be shown in place of a frame, at most three, the nearest first.
    ///
    /// A sound file's cover is the same picture everywhere, and needs none.
    package func glances(near frame: Int) -> [Int] {
        info.cover == nil ? table.keyframes(nearestTo: frame, atMost: 3) : []
    }
}

extension Clip: StopFinder {
    /// The stop, which is a frame, that a raw position snaps to.
    package func nearest(to raw: Double, among marks: Snap.MediaStops) -> Snap.Landing? {
        let stops = StopFrames(marks, of: self)
        guard let number = stops.nearest(to: raw) else { return nil }
        return Snap.Landing(position: stops.position(number), stop: number)
    }

    /// The position `count` stops after, or before, a position.
    package func stop(
        _ count: Int,
        from position: Double,
        among marks: Snap.MediaStops
    ) -> Double? {
        let stops = StopFrames(marks, of: self)
        guard let number = stops.nearest(to: position) else { return nil }
        return stops.position(stops.number(count, from: number))
    }
}

/// The frames that a snap stops at, numbered from 0 in the order they are shown.
///
/// A stop of a clip is always a frame. The nearest one is the last stop that has been reached, or
/// the one after it.
private struct StopFrames {
    private let clip: Clip
    private let marks: Snap.MediaStops

    init(_ marks: Snap.MediaStops, of clip: Clip) {
        (self.clip, self.marks) = (clip, marks)
    }

    private var table: FrameTable { clip.table }
    private var count: Int { count(upTo: table.count - 1) }

    /// The position of a stop.
    func position(_ number: Int) -> Double { clip.position(of: frame(number)) }

    /// The stop that a raw position snaps to; of two that are equally near, the earlier.
    func nearest(to raw: Double) -> Int? {
        let all = count
        guard all > 0 else { return nil }
        let next = reached(at: raw, of: all)
        guard next > 0, next < all else { return max(next - 1, 0) }
        return switch marks {
        case .frame, .keyframe(.before): next - 1
        case .keyframe(.after): position(next - 1) >= raw ? next - 1 : next
        case .time, .keyframe(.nearest), .chapter:
            raw - position(next - 1) <= position(next) - raw ? next - 1 : next
        }
    }

    /// How many stops are reached at `raw`, by ScrubModel's rule, which knows positions only.
    ///
    /// Searched for, because next to a clock's jump any number of stops have positions alike.
    private func reached(at raw: Double, of all: Int) -> Int {
        var (reached, after) = (0, all)
        while reached < after {
            let middle = reached + (after - reached) / 2
            if Snap.isReached(position(middle), at: raw) {
                reached = middle + 1
            } else {
                after = middle
            }
        }
        return reached
    }

    /// The stop `steps` after or before one; stops on the same frame count as one going backward.
    func number(_ steps: Int, from number: Int) -> Int {
        let from = steps < 0 ? count(upTo: frame(number) - 1) : number
        let (sum, overflow) = from.addingReportingOverflow(steps)
        return overflow ? (steps < 0 ? 0 : count - 1) : min(max(sum, 0), count - 1)
    }

    private func frame(_ number: Int) -> Int {
        switch marks {
        case .time(let seconds): table.frame(atTime: Double(number) * step(seconds)) ?? 0
        case .frame: number
        case .keyframe: table.keyframe(number)
        case .chapter: clip.chapterFrames[number]
        }
    }

    /// How many stops there are up to and including a frame.
    private func count(upTo frame: Int) -> Int {
        guard frame >= 0 else { return 0 }
        return switch marks {
        case .time(let seconds): count(every: step(seconds), upTo: frame)
        case .frame: frame + 1
        case .keyframe: table.keyframeCount(upTo: frame)
        case .chapter: clip.chapterFrames.count { $0 <= frame }
        }
    }
}

// MARK: - Stops in time

extension StopFrames {
    /// The seconds between stops, at least one tick.
    private func step(_ seconds: Double) -> Double { max(seconds, table.timebase.seconds(1)) }

    /// How many multiples of `step` are reached before the next frame is shown.
    private func count(every step: Double, upTo frame: Int) -> Int {
        let end = ticks(after: frame)
        // The quotient is rounded, and so are the stops' times, so both are compared in ticks.
        let quotient = table.timebase.seconds(end) / step
        // Above 2^53, a double cannot distinguish one stop from the next.
        guard quotient < 0x1p53 else { return 1 << 53 }
        var count = Int(quotient)
        while isBefore(end, stop: count, every: step) { count += 1 }
        while count > 0, !isBefore(end, stop: count - 1, every: step) { count -= 1 }
        return count
    }

    /// The ticks from the first frame to the one that follows a frame.
    ///
    /// The end of a complete file belongs to its last frame, as position 1 does.
    private func ticks(after frame: Int) -> Int64 {
        let isLast = frame == table.count - 1
        guard isLast else { return table.pts(of: frame + 1).ticks - table.first.ticks }
        return table.end.ticks - table.first.ticks + (table.isComplete ? 1 : 0)
    }

    private func isBefore(_ end: Int64, stop number: Int, every step: Double) -> Bool {
        (table.timebase.tick(at: Double(number) * step) ?? .max) < end
    }
}
