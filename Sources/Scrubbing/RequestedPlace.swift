import Library
import Media
import ScrubModel
import Timeline

/// What a client has asked for, which a scan that goes on may answer otherwise than at first.
///
/// It is kept for the playhead, for the place that `cancel` returns to and for each step of undo,
/// and is resolved anew with each index until the end of the media is known (protocol, section 8).
enum RequestedPlace: Equatable, Sendable {
    /// A position before snapping, and how it snaps.
    case position(Double, Snap = Snap())
    /// Seconds since the first frame.
    case time(Double)
    /// A frame's number.
    case frame(Int)
    /// A frame's label.
    case timecode(String)
    /// What is shown at a time on the stream's own clock: a frame that was found from another.
    case moment(Timestamp)
}

/// Where a clip shows what was asked for.
struct Place: Equatable, Sendable {
    /// What was asked for.
    private(set) var asked: RequestedPlace
    /// The position after snapping.
    private(set) var position: Double
    /// The position before snapping.
    private(set) var raw: Double

    /// The beginning.
    static let start = Place(at: 0)

    /// A place that is asked for and found.
    init(_ asked: RequestedPlace, at position: Double, raw: Double) {
        (self.asked, self.position, self.raw) = (asked, position, raw)
    }

    /// Looks for what was asked in a clip.
    init(_ asked: RequestedPlace, in clip: Clip) {
        let raw = clip.position(of: asked)
        guard case .position(_, let snap) = asked else {
            self.init(asked, at: raw, raw: raw)
            return
        }
        let stop = snap.nearest(to: raw, among: clip).position
        self.init(asked, at: stop, raw: snap.timing == .live ? raw : stop)
    }

    /// A place that is known by its position.
    init(at position: Double, raw: Double? = nil) {
        self.init(.position(position), at: position, raw: raw ?? position)
    }

    /// The same place in a newer index of the same file.
    ///
    /// Once the end is known, the frame stays and its position is recomputed (protocol, section 2,
    /// rule 7); until then what was asked is looked for again.
    func moved(from old: Clip, to new: Clip) -> Place {
        guard old.length.isKnown else { return Place(asked, in: new) }
        let frame = old.frame(at: position)
        let moment = RequestedPlace.moment(old.table.pts(of: frame))
        guard new.length.isKnown else { return Place(moment, in: new) }
        let place = old.position(position, in: new)
        let shifted = min(max(place + (raw - position), 0), 1)
        return Place(moment, at: place, raw: shifted)
    }

    /// The frame of a clip that is shown here, or the nearest that is known.
    func frame(in clip: Clip) -> Int { clip.frame(at: position) }

    /// Whether the frame that is shown here can no longer become another.
    func isFixed(in clip: Clip) -> Bool {
        guard !clip.length.isKnown else { return true }
        switch asked {
        // The first frame is at position 0 wherever the end is.
        case .position(let raw, _): return raw == 0 && position == 0
        case .frame(let number): return number < clip.table.settled
        case .moment(let time) where clip.number(ofFrameAt: time.ticks) == frame(in: clip):
            return frame(in: clip) < clip.table.settled
        case .time, .timecode, .moment: return clip.isSettled(at: clip.time(of: asked))
        }
    }
}

extension Clip {
    /// The raw position of what was asked for.
    fileprivate func position(of asked: RequestedPlace) -> Double {
        switch asked {
        case .position(let position, _): position
        case .frame(let number) where number < table.settled || length.isKnown:
            position(of: min(number, table.count - 1))
        case .timecode(let label) where length.isKnown || isSettled(at: time(of: asked)):
            position(of: info.clock.frame(of: label, in: table) ?? table.count - 1)
        default: position(at: time(of: asked))
        }
    }

    /// The position of a time: of the frame that is shown then, where that is known.
    private func position(at time: Timestamp) -> Double {
        guard isSettled(at: time) || length.isKnown else { return length.track.position(of: time) }
        return position(of: frame(shownAt: time))
    }

    /// When what was asked for is shown, on the stream's clock.
    fileprivate func time(of asked: RequestedPlace) -> Timestamp {
        switch asked {
        case .position(let position, _): length.track.time(at: position)
        case .moment(let time): time
        case .time(let seconds): time(after: seconds)
        case .frame(let number): time(after: Double(number) / info.frameRate.value)
        case .timecode(let label): time(after: info.clock.seconds(to: label) ?? 0)
        }
    }

    /// The time so many seconds after the first frame, held on the track.
    private func time(after seconds: Double) -> Timestamp {
        let track = length.track
        let ticks = table.timebase.tick(at: seconds) ?? (seconds < 0 ? 0 : track.ticks)
        return Timestamp(track.first.ticks + min(max(ticks, 0), track.ticks))
    }
}
