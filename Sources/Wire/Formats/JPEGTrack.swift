/// A track of JPEG pictures in fragmented MP4, as HLS has I-frames of the codec `mjpg`: what all
/// segments share, and each picture as a segment of its own (ISO/IEC 14496-12).
public struct JPEGTrack: Equatable, Sendable {
    /// One picture of the track.
    public struct Sample: Equatable, Sendable {
        /// Its number, from 0.
        public var number: Int
        /// When it is shown, and for how long, in ticks of the track.
        public var start, duration: Int

        /// Creates a sample.
        public init(number: Int, start: Int, duration: Int) {
            (self.number, self.start, self.duration) = (number, start, duration)
        }
    }

    /// The pictures' size in pixels.
    public var width, height: Int

    /// Ticks of a second.
    public static let timescale = 1000
    /// What segments and the part that they share are called over HTTP.
    public static let (contentType, segmentType) = ("video/mp4", "video/iso.segment")

    /// Creates a track of pictures of a size.
    public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

    /// What all segments share: the track and its codec.
    public var head: [UInt8] {
        let type = Box("ftyp", Box.text("iso6") + Box.number(0) + Box.text("iso6mp41"))
        let movie = Box("moov", [header, track, Box("mvex", [extends])])
        return type.bytes + movie.bytes
    }

    /// The segment of a picture.
    public static func segment(_ sample: Sample, jpeg: [UInt8]) -> [UInt8] {
        // Its length does not depend on the place of the picture in the segment.
        let length = fragment(sample, bytes: jpeg.count, offset: 0).bytes.count
        let data = Box("mdat", jpeg)
        return fragment(sample, bytes: jpeg.count, offset: length + 8).bytes + data.bytes
    }

    private static func fragment(_ sample: Sample, bytes: Int, offset: Int) -> Box {
        let isSync = 0x0200_0000
        let run = [1, offset, sample.duration, bytes, isSync].flatMap(Box.number)
        return Box(
            "moof",
            [
                Box("mfhd", flags: 0, Box.number(sample.number + 1)),
                Box(
                    "traf",
                    [
                        // Places count from the fragment on.
                        Box("tfhd", flags: 0x02_0000, Box.number(1)),
                        Box("tfdt", version: 1, flags: 0, Box.long(sample.start)),
                        // With a place, and a duration, a size and flags of each sample.
                        Box("trun", flags: 0x701, run),
                    ]
                ),
            ]
        )
    }
}

// MARK: - What all segments share

extension JPEGTrack {
    private var header: Box {
        let times = [0, 0, Self.timescale, 0].flatMap(Box.number)
        let rest = Box.number(0x1_0000) + Box.short(0x100) + Box.zeros(10) + Self.matrix
        return Box("mvhd", flags: 0, times + rest + Box.zeros(24) + Box.number(2))
    }

    private var track: Box {
        let place = [0, 0, 1, 0, 0].flatMap(Box.number) + Box.zeros(8)
        let size = Box.number(width << 16) + Box.number(height << 16)
        let header = Box("tkhd", flags: 3, place + Box.zeros(8) + Self.matrix + size)
        let times = [0, 0, Self.timescale, 0].flatMap(Box.number)
        let undetermined = 0x55C4
        return Box(
            "trak",
            [
                header,
                Box(
                    "mdia",
                    [
                        Box("mdhd", flags: 0, times + Box.short(undetermined) + Box.short(0)),
                        Box(
                            "hdlr",
                            flags: 0,
                            Box.number(0) + Box.text("vide") + Box.zeros(12) + [0]
                        ),
                        Box("minf", [Box("vmhd", flags: 1, Box.zeros(8)), sources, samples]),
                    ]
                ),
            ]
        )
    }

    private var sources: Box {
        let itself = Box("url ", flags: 1, [])
        return Box("dinf", [Box("dref", flags: 0, Box.number(1) + itself.bytes)])
    }

    private var samples: Box {
        let resolution = Box.number(0x48_0000) + Box.number(0x48_0000)
        let entry = Box(
            "mjpg",
            Box.zeros(6) + Box.short(1) + Box.zeros(16) + Box.short(width) + Box.short(height)
                + resolution + Box.zeros(4) + Box.short(1) + Box.zeros(32) + Box.short(24)
                + Box.short(0xFFFF)
        )
        return Box(
            "stbl",
            [
                Box("stsd", flags: 0, Box.number(1) + entry.bytes),
                Box("stts", flags: 0, Box.number(0)), Box("stsc", flags: 0, Box.number(0)),
                Box("stsz", flags: 0, Box.zeros(8)), Box("stco", flags: 0, Box.number(0)),
            ]
        )
    }

    private var extends: Box {
        Box("trex", flags: 0, [1, 1, 0, 0, 0].flatMap(Box.number))
    }

    /// Pictures are shown as they are.
    private static var matrix: [UInt8] {
        [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000].flatMap(Box.number)
    }
}

/// A part of an MP4 file: its length, its name and what is in it.
private struct Box {
    let bytes: [UInt8]

    init(_ name: String, _ content: [UInt8]) {
        bytes = Self.number(content.count + 8) + Self.text(name) + content
    }

    init(_ name: String, _ parts: [Box]) { self.init(name, parts.flatMap(\.bytes)) }

    init(_ name: String, version: Int = 0, flags: Int, _ content: [UInt8]) {
        self.init(name, Self.number(version << 24 | flags) + content)
    }

    static func text(_ text: String) -> [UInt8] { Array(text.utf8) }
    static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }
    static func short(_ number: Int) -> [UInt8] { Array(Self.long(number)[6...]) }
    static func number(_ number: Int) -> [UInt8] { Array(Self.long(number)[4...]) }

    static func long(_ number: Int) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
}
