import TestSupport
import Testing

/// A file that `Tests/matrix/make.sh` makes, and what is true of it.
struct MatrixFile: Sendable, CustomTestStringConvertible {
    /// How the frames come by their times.
    enum Times: Sendable {
        /// As ffprobe reports them.
        case stored
        /// The file has none, or wrong ones: equally spaced from the first on.
        case even
    }

    /// The file's name in the matrix, which is what a failing test shows.
    let testDescription: String
    /// How many pictures are displayed.
    let frames: Int
    /// The number that the first of them carries; the others count on.
    let first: Int
    /// The frames that the reference reader decodes for one from afar, on average, skipping none.
    ///
    /// It counts what its decoder gave up to and with the target, over 200 random targets.
    let decoded: Double
    /// Whether there are B-frames.
    let hasBFrames: Bool
    /// Whether the reference reader starts where this one does; else it starts further back, or
    /// goes back more often, and needs more.
    let startsAlike: Bool
    let times: Times
    /// Frames that are whole and yet flagged: where streams were joined, libavformat cannot know
    /// that the last packets of the first are not damaged.
    let suspects: Range<Int>

    init(
        _ name: String,
        _ frames: Int = 100,
        from first: Int = 0,
        decoded: Double = 13.7,
        hasBFrames: Bool = false,
        startsAlike: Bool = true,
        times: Times = .stored,
        suspects: Range<Int> = 0..<0
    ) {
        testDescription = name
        self.frames = frames
        self.first = first
        self.decoded = decoded
        self.hasBFrames = hasBFrames
        self.startsAlike = startsAlike
        self.times = times
        self.suspects = suspects
    }

    /// The numbers that the pictures carry, in display order.
    var numbers: [Int] { Array(first..<first + frames) }

    var path: String { Self.path(testDescription) }

    static func path(_ name: String) -> String { Repository.root + "/.build/matrix/" + name }
}

/// Every undamaged file with pictures.
///
/// Where the reference reader had no such clip, `decoded` is the mean over all frames of their
/// position in the GOP: 13 for 25 frames.
enum Matrix {
    static let sound = groups + containers + timestamps + layouts

    static let groups = [
        MatrixFile("h264-closed.mp4", hasBFrames: true),
        MatrixFile("h264-no-b.mp4"),
        MatrixFile("h264-pyramid.mp4", decoded: 14.8, hasBFrames: true),
        MatrixFile("h264-open.mp4", decoded: 13.2, hasBFrames: true),
        MatrixFile("h264-long.mp4", decoded: 50.7, hasBFrames: true),
        MatrixFile("h264-refresh.mp4", decoded: 23.4),
        MatrixFile("h264-intra.mp4", decoded: 1),
        MatrixFile("h264-mbaff.mp4", hasBFrames: true),
        MatrixFile("hevc-closed.mp4", hasBFrames: true),
        MatrixFile("hevc-open.mp4", decoded: 12.9, hasBFrames: true),
        MatrixFile("hevc-pairs.mp4", decoded: 1.5, hasBFrames: true),
        MatrixFile("paff.ts"),
        MatrixFile("paff.mp4"),
        MatrixFile("paff.mkv"),
        MatrixFile("paff-pairs.ts"),
        MatrixFile("paff-pairs.mp4"),
        MatrixFile("paff-lone.ts"),
        MatrixFile("mpeg2-fields.ts"),
        MatrixFile("hevc-fields.mkv", 150, decoded: 13.6, hasBFrames: true),
        MatrixFile("hevc-fields.ts", 150, decoded: 13.6, hasBFrames: true),
        MatrixFile("vp8.webm"),
        MatrixFile("vp9.webm"),
        MatrixFile("av1.mp4"),
        MatrixFile("av1-svt.mkv"),
        MatrixFile("mpeg2-open.ts", decoded: 6.8, hasBFrames: true),
        MatrixFile("mpeg2-closed.ts", decoded: 5.8, hasBFrames: true),
        MatrixFile("mpeg1.mpg", decoded: 9.9, hasBFrames: true, startsAlike: false),
        MatrixFile("mpeg2.mpg", decoded: 7.6, hasBFrames: true, startsAlike: false),
        MatrixFile("mpeg2-laced.mpg", decoded: 7.1, hasBFrames: true, startsAlike: false),
        MatrixFile(
            "mpeg4.avi",
            decoded: 15.4,
            hasBFrames: true,
            startsAlike: false,
            times: .even
        ),
        MatrixFile("h264.avi", hasBFrames: true, times: .even),
        MatrixFile("mjpeg.avi", decoded: 1),
        MatrixFile("mjpeg.mov", decoded: 1),
        MatrixFile("prores.mov", decoded: 1),
        MatrixFile("mpeg2.mxf", 50, decoded: 6.5, hasBFrames: true),
        MatrixFile("wmv2.asf", decoded: 32.3, startsAlike: false),
        MatrixFile("ffv1.nut", decoded: 7.8, startsAlike: false),
        MatrixFile("theora.ogv"),
        MatrixFile("raw.y4m", 50, decoded: 2, startsAlike: false),
    ]

    static let containers = [
        MatrixFile("h264-open.mkv", decoded: 13.2, hasBFrames: true),
        MatrixFile("h264-open.ts", decoded: 13.2, hasBFrames: true),
        MatrixFile("hevc-open.mkv", decoded: 12.9, hasBFrames: true),
        MatrixFile("hevc-open.ts", decoded: 12.9, hasBFrames: true),
        MatrixFile("vp9.ivf"),
        MatrixFile("av1.mkv"),
        MatrixFile("av1.obu"),
        MatrixFile("raw.h264", hasBFrames: true, times: .even),
        MatrixFile(
            "raw-open.h264",
            decoded: 19.6,
            hasBFrames: true,
            startsAlike: false,
            times: .even
        ),
        MatrixFile(
            "raw.hevc",
            decoded: 19.4,
            hasBFrames: true,
            startsAlike: false,
            times: .even
        ),
        MatrixFile(
            "raw.m2v",
            decoded: 15.5,
            hasBFrames: true,
            startsAlike: false,
            times: .even
        ),
        MatrixFile("raw.m4v", decoded: 13.2),
        MatrixFile("h264.mkv", hasBFrames: true),
        MatrixFile("cues-first.mkv", hasBFrames: true),
        MatrixFile("no-cues.mkv", hasBFrames: true),
        MatrixFile("piped.mkv", hasBFrames: true),
        MatrixFile("unsized.mkv", hasBFrames: true),
        MatrixFile("unsized.webm"),
        MatrixFile("h264.ts", hasBFrames: true),
        MatrixFile("h264.m2ts", hasBFrames: true),
        MatrixFile("h264.flv", hasBFrames: true),
        MatrixFile("indexed.flv", hasBFrames: true),
        MatrixFile("moov-first.mp4", hasBFrames: true),
        MatrixFile("fragments-mfra.mp4", hasBFrames: true),
        MatrixFile("fragments.mp4", hasBFrames: true),
        MatrixFile("fragments-sidx.mp4", hasBFrames: true),
        MatrixFile("fragments-dash.mp4", hasBFrames: true),
        MatrixFile("fragments-short.mp4", hasBFrames: true),
        MatrixFile(
            "bad-index.avi",
            decoded: 15.4,
            hasBFrames: true,
            startsAlike: false,
            times: .even
        ),
    ]

    static let timestamps = [
        MatrixFile("start-10.ts", hasBFrames: true),
        MatrixFile("start-10.mkv", hasBFrames: true),
        MatrixFile("start-10.mp4", hasBFrames: true),
        MatrixFile("wrap.ts", hasBFrames: true),
        MatrixFile("no-pts.mkv", hasBFrames: true, times: .even),
        MatrixFile("negative-offsets.mp4", hasBFrames: true),
        MatrixFile("no-edit-list.mp4", hasBFrames: true),
        MatrixFile("cut.mp4", 67, from: 33, decoded: 12.1, hasBFrames: true),
        MatrixFile("cut-open.mp4", 67, from: 33, decoded: 11.3, hasBFrames: true),
        MatrixFile("cut-hevc.mp4", 67, from: 33, decoded: 10.9, hasBFrames: true),
        MatrixFile("late-video.mp4"),
        MatrixFile("doubled.mkv", times: .even),
        MatrixFile("vfr.mp4", hasBFrames: true),
        MatrixFile("vfr-uneven.mkv", 50, decoded: 7.7, hasBFrames: true),
        MatrixFile("gap.webm"),
        MatrixFile("truncated-times.mkv"),
        MatrixFile("fps-29.97.mp4", 120, decoded: 16.5, hasBFrames: true),
        MatrixFile("fps-59.94.mkv", 120, decoded: 30.7, hasBFrames: true),
        MatrixFile("fps-240.mp4", 240, decoded: 30.6, hasBFrames: true),
        MatrixFile("fps-third.mp4", 10, decoded: 2.4, hasBFrames: true),
        MatrixFile(
            "joined.ts",
            200,
            decoded: 12.7,
            hasBFrames: true,
            times: .even,
            suspects: 96..<99
        ),
        MatrixFile(
            "joined-back.ts",
            200,
            decoded: 13.4,
            hasBFrames: true,
            times: .even,
            suspects: 96..<99
        ),
        MatrixFile("late-video.ts", hasBFrames: true),
        MatrixFile("no-first-key.ts", 75, from: 25, hasBFrames: true),
    ]

    static let layouts = [
        MatrixFile("cover-first.mp4", hasBFrames: true),
        MatrixFile("cover-attached.mkv", hasBFrames: true),
        MatrixFile("two-videos.mkv", 40, decoded: 10.4, hasBFrames: true),
        MatrixFile("two-videos.mp4", hasBFrames: true),
        MatrixFile("still.png", 1, decoded: 1),
        MatrixFile("still.jpg", 1, decoded: 1),
        MatrixFile("one-frame.mp4", 1, decoded: 1),
        MatrixFile("moving.gif", 20, decoded: 10.5),
        MatrixFile("moving.apng", 20, decoded: 10.5),
        MatrixFile("timecode.mov", hasBFrames: true),
        MatrixFile("wide-pixels.mp4", hasBFrames: true),
        MatrixFile("turned.mp4", hasBFrames: true),
        MatrixFile("short-video.mp4", 38, decoded: 11.3, hasBFrames: true),
        MatrixFile("short-audio.mp4", hasBFrames: true),
        MatrixFile("chapters.mp4", hasBFrames: true),
        MatrixFile("chapters.mkv", hasBFrames: true),
        MatrixFile(
            "resized.ts",
            150,
            decoded: 13.6,
            hasBFrames: true,
            times: .even,
            suspects: 96..<99
        ),
    ]
}
