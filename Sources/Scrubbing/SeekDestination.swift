package import Library
import Media
import ScrubModel
import Timeline
import Wire

extension ScrubSession {
    /// Seeks to a destination, after ending a gesture under way.
    mutating func seek(to destination: Destination, seq: UInt32?) throws(SessionError) {
        finish()
        if case .undo = destination {
            scrubber.place(at: history.pop() ?? scrubber.position)
        } else {
            let position = try position(of: destination, seq: seq)
            history.push(scrubber.position)
            scrubber.place(at: position)
        }
    }

    /// The position of a destination; the present one where there is nothing further in that
    /// direction.
    private func position(
        of destination: Destination,
        seq: UInt32?
    ) throws(SessionError) -> Double {
        switch destination {
        case .position(let position): return position
        case .step(let count): return stop(count)
        default: break
        }
        let target = try frame(of: destination, seq: seq)
        return target == frame ? scrubber.position : clip.table.position(of: target)
    }

    private func frame(of destination: Destination, seq: UInt32?) throws(SessionError) -> Int {
        let last = clip.table.count - 1
        switch destination {
        case .frame(let number): return try clip.frame(numbered: number, seq: seq)
        case .time(let time): return try clip.frame(atTime: time, seq: seq)
        case .timecode(let label): return try clip.frame(labelled: label, seq: seq)
        case .frames(let count):
            let (sum, overflow) = frame.addingReportingOverflow(count)
            return overflow ? (count < 0 ? 0 : last) : min(max(sum, 0), last)
        case .keyframe(let which): return keyframe(which) ?? frame
        case .chapter(let which): return chapter(which) ?? frame
        case .position, .step, .undo: return frame
        }
    }

    private func keyframe(_ which: Destination.Keyframe) -> Int? {
        switch which {
        case .next: clip.table.keyframe(atOrAfter: frame + 1)
        case .previous: clip.table.keyframe(atOrBefore: frame - 1)
        case .nearest: clip.table.keyframe(nearestTo: frame)
        }
    }

    private func chapter(_ which: Destination.Chapter) -> Int? {
        switch which {
        case .next: clip.chapterFrames.first { $0 > frame }
        case .previous: clip.chapterFrames.last { $0 < frame }
        }
    }

    private func stop(_ count: Int) -> Double {
        let snap = scrubber.configuration.snap
        return snap.stop(count, from: scrubber.position, among: clip) ?? scrubber.position
    }
}

extension Clip {
    /// Frame `number`, which must exist.
    package func frame(numbered number: Int, seq: UInt32? = nil) throws(SessionError) -> Int {
        guard (0..<table.count).contains(number) else {
            throw outOfRange("frame: expected 0 to \(table.count - 1), got \(number)", seq)
        }
        return number
    }

    /// The frame shown at `time`, which must lie within the media.
    package func frame(atTime time: Double, seq: UInt32? = nil) throws(SessionError) -> Int {
        let tick = table.timebase.seconds(1)
        guard (-tick / 2...table.duration + tick / 2).contains(time),
            let frame = table.frame(atTime: time)
        else {
            throw outOfRange("time: expected 0 to \(table.duration) seconds, got \(time)", seq)
        }
        return frame
    }

    /// The frame that carries the timecode `label`.
    package func frame(labelled label: String, seq: UInt32? = nil) throws(SessionError) -> Int {
        let last = table.count - 1
        guard let frame = info.clock.frame(of: label, in: table) else {
            let range = [0, last].map { info.clock.label(of: $0, in: table) }
            throw outOfRange("timecode: expected \(range[0]) to \(range[1]), got \(label)", seq)
        }
        return frame
    }

    /// The error for a value out of range; it says so if the file is still being indexed.
    private func outOfRange(_ text: String, _ seq: UInt32?) -> SessionError {
        let hint = table.isComplete ? "" : "; the file is still being indexed"
        return SessionError(.invalidMessage, text + hint, seq: seq)
    }
}

/// The positions before each seek and each gesture that moved the playhead, for undo.
struct History: Equatable {
    private var positions: [Double] = []
    /// More than anyone undoes, in less than 2 KiB per client.
    static let limit = 200

    /// All positions, the oldest first.
    var all: [Double] { positions }

    /// Notes the position that is about to be left.
    mutating func push(_ position: Double) {
        if positions.count == Self.limit { positions.removeFirst() }
        positions.append(position)
    }

    /// Removes and returns the newest position; `nil` when there is none left.
    mutating func pop() -> Double? { positions.popLast() }

    /// Recomputes every position when the length of the track has changed.
    mutating func move(_ newPosition: (Double) -> Double) { positions = positions.map(newPosition) }
}
