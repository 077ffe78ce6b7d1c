/// The objects of an OpenTimelineIO file that tell of marks, as far as they do.
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
