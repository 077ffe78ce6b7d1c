package import ScrubModel
import Timeline

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
