public import Marks
import Timeline

/// An OpenTimelineIO file (`.otio`): each segment a clip of the media on one track.
///
/// At a constant rate times are counted in frames from the media's first label on, as editing
/// programs expect it; at a varying rate in ticks, which alone are exact.
public enum OpenTimeline: MarkFormat {
    /// A timeline; in and out points are in its metadata.
    public static func bytes(
        of marks: MarkSet,
        in media: MarkedMedia
    ) throws(MarksError) -> [UInt8] {
        let scale = TimelineScale(of: marks, in: media)
        let clips = marks.segments.map { segment in
            TimelineFile.Item(
                schema: "Clip.1",
                name: segment.name,
                range: scale.range(segment.frames),
                media: TimelineFile.Media(url: media.name, available: scale.all)
            )
        }
        let track = TimelineFile.Item(schema: "Track.1", name: "V1", kind: "Video", children: clips)
        let stack = TimelineFile.Item(schema: "Stack.1", name: "tracks", children: [track])
        let points = TimelineFile.Points(in: marks.inPoint, out: marks.outPoint)
        let metadata = TimelineFile.Metadata(vernier: points)
        return TimelineFile(name: media.name, metadata: metadata, tracks: stack).json()
            + [UInt8(ascii: "\n")]
    }

    /// Reads the clips of a timeline; those of sound, gaps and transitions are no marks.
    public static func marks(
        from bytes: [UInt8],
        in media: MarkedMedia
    ) throws(MarksError) -> MarkSet {
        let file = try MarksJSON.decoded(bytes) { bytes throws(WireError) in
            try TimelineFile(json: bytes)
        }
        guard file.schema.hasPrefix("Timeline.") else {
            throw .expected("a Timeline in OTIO_SCHEMA", got: file.schema)
        }
        let points = file.metadata?.vernier
        var marks = try MarkSet()
            .applying(.setIn(points?.in), in: media.table.count)
            .applying(.setOut(points?.out), in: media.table.count)
        for (index, clip) in file.tracks.clips.enumerated() {
            try inSegment(index) { () throws(MarksError) in
                let (start, end) = try times(of: clip, in: media)
                try marks.add(clip.name ?? "", from: start, to: end, in: media)
            }
        }
        return marks
    }

    /// When a clip starts and ends; without a range of its own it is the whole media.
    private static func times(
        of clip: TimelineFile.Item,
        in media: MarkedMedia
    ) throws(MarksError) -> (FileTime?, FileTime?) {
        guard let range = clip.range else { return (nil, nil) }
        let clock = media.clock
        let label = Double(clock.start) / clock.rate.value
        let zero = clip.available.map { seconds($0.start, clock) } ?? label
        let start = seconds(range.start, clock) - zero
        let end = start + seconds(range.duration, clock)
        guard let from = FileTime(seconds: start), let to = FileTime(seconds: end) else {
            throw .expected("a source_range in seconds", got: "\(start) to \(end)")
        }
        return (from, to)
    }

    /// Rates are doubles, rounded by some to three decimals: one near the media's is the media's.
    private static func seconds(_ time: TimelineFile.Time, _ clock: FrameClock) -> Double {
        let own = clock.rate.value
        return time.value / ((time.rate - own).magnitude < own / 2000 ? own : time.rate)
    }
}

/// The units that times are written in: frames where those tell each segment, else ticks.
private struct TimelineScale {
    let media: MarkedMedia
    let unit: Timebase
    /// The units before the first frame.
    let start: Int64

    init(of marks: MarkSet, in media: MarkedMedia) {
        let rate = media.clock.rate
        let slot = Timebase(rate.denominator, rate.numerator)!
        let isEven = marks.segments.allSatisfy { segment in
            let ends = [segment.frames.lowerBound, segment.frames.upperBound + 1]
            return ends.allSatisfy { media.isCounted($0, in: slot) }
                && (try? media.times(of: segment, in: slot, called: "frames")) != nil
        }
        self.media = media
        unit = isEven ? slot : media.table.timebase
        start = isEven ? Int64(media.clock.start) : 0
    }

    /// All frames of the media.
    var all: TimelineFile.Range { range(0...max(media.table.count - 1, 0)) }

    func range(_ frames: ClosedRange<Int>) -> TimelineFile.Range {
        let first = media.units(to: frames.lowerBound, in: unit)
        let end = media.units(to: frames.upperBound + 1, in: unit)
        return TimelineFile.Range(
            start: time(Double(start) + Double(first)),
            duration: time(Double(end - first))
        )
    }

    private func time(_ value: Double) -> TimelineFile.Time {
        let rate = Double(unit.denominator) / Double(unit.numerator)
        return TimelineFile.Time(value: value, rate: rate)
    }
}

/// The objects of an OpenTimelineIO file that hold marks, with the fields that are read.
struct TimelineFile: JSONDocument {
    var schema = "Timeline.1"
    var name: String?
    var metadata: Metadata?
    var tracks: Item

    private enum CodingKeys: String, CodingKey {
        case schema = "OTIO_SCHEMA"
        case name, metadata, tracks
    }

    /// What Vernier keeps beside the clips.
    struct Metadata: Codable {
        var vernier: Points?
    }

    /// Where what is wanted starts and ends.
    struct Points: Codable {
        var `in`: Int?
        var out: Int?
    }

    /// A stack, track or clip, or something else without a length of its own.
    struct Item: Codable {
        var schema: String
        var name: String?
        var kind: String?
        var range: Range?
        var children: [Item]?
        var media: Media?
        var medias: [String: Media?]?
        var mediaKey: String?

        private enum CodingKeys: String, CodingKey {
            case name, kind, children
            case schema = "OTIO_SCHEMA"
            case range = "source_range"
            case media = "media_reference"
            case medias = "media_references"
            case mediaKey = "active_media_reference_key"
        }

        /// The clips of the pictures in it, in order.
        var clips: [Item] {
            if schema.hasPrefix("Clip.") { return [self] }
            return kind == "Audio" ? [] : (children ?? []).flatMap(\.clips)
        }

        /// All that there is of the media, if it is told.
        var available: Range? {
            let chosen = mediaKey.flatMap { medias?[$0] } ?? nil
            return (media ?? chosen)?.available
        }
    }

    /// Where a clip comes from.
    struct Media: Codable {
        var schema = "ExternalReference.1"
        var url: String?
        var available: Range?

        private enum CodingKeys: String, CodingKey {
            case schema = "OTIO_SCHEMA"
            case url = "target_url"
            case available = "available_range"
        }
    }

    /// A stretch of time.
    struct Range: Codable {
        var schema = "TimeRange.1"
        var start: Time
        var duration: Time

        private enum CodingKeys: String, CodingKey {
            case schema = "OTIO_SCHEMA"
            case start = "start_time"
            case duration
        }
    }

    /// So many units of which there are `rate` in a second.
    struct Time: Codable {
        var schema = "RationalTime.1"
        var value: Double
        var rate: Double

        private enum CodingKeys: String, CodingKey {
            case schema = "OTIO_SCHEMA"
            case value, rate
        }
    }
}
