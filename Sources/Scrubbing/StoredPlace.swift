import Library
import ScrubModel
import Timeline

/// The track that stored places are on.
struct StoredTrack: Equatable, Sendable {
    /// The first frame's time and the end, in ticks, which the positions are between.
    let span: ClosedRange<Int64>
    /// Whether the end of the media was known, so that frames and positions were final.
    let isEndKnown: Bool
}

extension StoredTrack {
    /// The track of a clip as that is known now.
    init(_ clip: Clip) {
        let track = clip.length.track
        self.init(span: track.first.ticks...track.end.ticks, isEndKnown: clip.length.isKnown)
    }

    fileprivate func time(at position: Double) -> Timestamp {
        Track(first: Timestamp(span.lowerBound), end: Timestamp(span.upperBound)).time(at: position)
    }
}

extension Place {
    /// The place on a clip as that is now: at the same time, where the track has another end, or
    /// where what was asked is now, if the end was not known (protocol, section 8).
    func moved(from stored: StoredTrack, to clip: Clip) -> Place {
        guard stored.isEndKnown else { return Place(asked, in: clip) }
        guard StoredTrack(clip).span != stored.span else { return self }
        guard clip.length.isKnown else {
            return Place(.moment(stored.time(at: position)), in: clip)
        }
        let track = clip.length.track
        return Place(
            at: track.position(of: stored.time(at: position)),
            raw: track.position(of: stored.time(at: raw))
        )
    }
}

/// How a place is stored: where it was, and what it was asked by.
///
/// A position that snapped is stored with the mark that it did so as its session is configured. One
/// that snapped otherwise is stored as the position that it led to, so that the stops, of which
/// there may be thousands, are stored once.
extension Place {
    /// Writes the place of a session that snaps as `snap` says.
    func encode(into writer: inout ByteWriter, snap: Snap) {
        writer.append(position.bitPattern)
        writer.append(raw.bitPattern)
        switch asked {
        case .position(let place, let used) where used == snap:
            writer.append(Kind.snappedPosition.rawValue)
            writer.append(place.bitPattern)
        case .position(let place, let used):
            writer.append(Kind.position.rawValue)
            writer.append((used.stops == .none ? place : position).bitPattern)
        case .time(let seconds):
            writer.append(Kind.time.rawValue)
            writer.append(seconds.bitPattern)
        case .frame(let number):
            writer.append(Kind.frame.rawValue)
            writer.append(signed: Int64(number))
        case .timecode(let label):
            writer.append(Kind.timecode.rawValue)
            writer.append(label)
        case .moment(let time):
            writer.append(Kind.moment.rawValue)
            writer.append(signed: time.ticks)
        }
    }

    /// Reads the place of a session that snaps as `snap` says.
    init(from reader: inout ByteReader, snap: Snap) throws(StoredError) {
        let position = try reader.position()
        let raw = try reader.position()
        self.init(try RequestedPlace(from: &reader, snap: snap), at: position, raw: raw)
    }

    fileprivate enum Kind: UInt64 {
        case position = 0
        case snappedPosition, time, frame, timecode, moment
    }
}

extension RequestedPlace {
    fileprivate init(from reader: inout ByteReader, snap: Snap) throws(StoredError) {
        guard let kind = Place.Kind(rawValue: try reader.number()) else { throw .impossible }
        switch kind {
        case .position: self = .position(try reader.position())
        case .snappedPosition: self = .position(try reader.position(), snap)
        case .time:
            let seconds = Double(bitPattern: try reader.number())
            guard seconds.isFinite else { throw .impossible }
            self = .time(seconds)
        case .frame:
            guard let number = Int(exactly: try reader.signed()) else { throw .impossible }
            self = .frame(number)
        case .timecode: self = .timecode(String(decoding: try reader.run(), as: UTF8.self))
        case .moment: self = .moment(Timestamp(try reader.signed()))
        }
    }
}

extension ByteReader {
    /// Reads a position on the track.
    fileprivate mutating func position() throws(StoredError) -> Double {
        let position = Double(bitPattern: try number())
        guard (0...1).contains(position) else { throw .impossible }
        return position
    }
}
