public import Marks
import Timeline

/// A project of LosslessCut (`.llc`): JSON5 with segments in seconds.
///
/// It writes version 1, in which a segment without an end lasts to the end of the media; from
/// version 2 on it is a marker, a place without a length.
public enum LosslessCutProject: MarkFormat {
    private struct Project: JSONDocument {
        var version = 1
        var mediaFileName: String?
        var cutSegments: [Segment]
    }

    private struct Segment: Codable {
        var start: Double?
        var end: Double?
        var name: String?
    }

    /// A project of version 1, which every version of LosslessCut opens.
    public static func bytes(
        of marks: MarkSet,
        in media: MarkedMedia
    ) throws(MarksError) -> [UInt8] {
        var project = Project(mediaFileName: media.name, cutSegments: [])
        for segment in marks.segments {
            let (start, end) = try media.times(of: segment, in: .nanoseconds, called: "nanoseconds")
            let cut = Segment(start: start.seconds, end: end.seconds, name: segment.name)
            project.cutSegments.append(cut)
        }
        return project.json() + [UInt8(ascii: "\n")]
    }

    /// Reads a project of version 1 or 2; tags and what is selected are no marks.
    public static func marks(
        from bytes: [UInt8],
        in media: MarkedMedia
    ) throws(MarksError) -> MarkSet {
        let project = try MarksJSON.decoded(bytes) { bytes throws(WireError) in
            try decodeJSON(Project.self, from: bytes, allowsJSON5: true)
        }
        var marks = MarkSet()
        for (index, cut) in project.cutSegments.enumerated() {
            try inSegment(index) { () throws(MarksError) in
                let start = try cut.start.map(time)
                let end = try cut.end.map(time)
                let isMarker = end == nil && project.version > 1
                try marks.add(cut.name ?? "", from: start, to: isMarker ? start : end, in: media)
            }
        }
        return marks
    }

    private static func time(_ seconds: Double) throws(MarksError) -> FileTime {
        guard let time = FileTime(seconds: seconds) else {
            throw .expected("seconds", got: "\(seconds)")
        }
        return time
    }
}
