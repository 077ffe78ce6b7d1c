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
            go(to: history.pop() ?? place)
        } else {
            let next = try place(of: destination, seq: seq)
            history.push(place)
            go(to: next)
        }
    }

    /// The place of a destination; the present one where there is nothing further in that direction.
    private func place(of destination: Destination, seq: UInt32?) throws(SessionError) -> Place {
        let asked: RequestedPlace?
        switch destination {
        case .position(let position): asked = .position(position)
        case .step(let count): asked = step(count)
        case .frame(let number):
            if clip.length.isKnown { _ = try clip.frame(numbered: number, seq: seq) }
            asked = .frame(number)
        case .time(let time):
            if clip.length.isKnown || time < 0 { _ = try clip.frame(atTime: time, seq: seq) }
            asked = .time(time)
        case .timecode(let label):
            let isLabel = info.clock.seconds(to: label) != nil
            if clip.length.isKnown || !isLabel { _ = try clip.frame(labelled: label, seq: seq) }
            asked = .timecode(label)
        case .frames, .keyframe, .chapter: asked = moment(of: destination)
        case .undo: asked = nil
        }
        guard let asked else { return Place(place.asked, at: place.position, raw: place.position) }
        let next = Place(asked, in: clip)
        guard destination.isFrame, next.frame(in: clip) == frame, next.isFixed(in: clip) else {
            return next
        }
        // Within the same frame nothing moves.
        return Place(asked, at: place.position, raw: place.position)
    }

    private var info: MediaInfo { clip.info }

    /// When the frame is shown that is found from the present one; `nil` where there is none.
    private func moment(of destination: Destination) -> RequestedPlace? {
        let target: Int?
        switch destination {
        case .frames(let count):
            let (sum, overflow) = frame.addingReportingOverflow(count)
            let last = clip.table.count - 1
            target = overflow ? (count < 0 ? 0 : last) : min(max(sum, 0), last)
        case .keyframe(let which): target = keyframe(which)
        case .chapter(let which): target = chapter(which)
        default: target = nil
        }
        guard let target, target != frame else { return nil }
        return .moment(clip.table.pts(of: target))
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

    private func step(_ count: Int) -> RequestedPlace? {
        let snap = scrubber.configuration.snap
        guard let stop = snap.stop(count, from: scrubber.position, among: clip) else { return nil }
        guard case .media = snap.stops else { return .position(stop) }
        return .moment(clip.table.pts(of: clip.frame(at: stop)))
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

extension Destination {
    /// Whether it leads to a frame, and not to a position that may be anywhere within one.
    fileprivate var isFrame: Bool {
        switch self {
        case .position, .step: false
        default: true
        }
    }
}
