import Media
import Timeline
import Wire

/// Every option there is, once: the manual, the parser and configuration files go by these.
enum Options {
    private static let widths = 16...4096
    private static let qualities = 1...100

    // MARK: - Of one command

    enum Index {
        static let json = Option<Bool>(flag: "--json", "an array of objects")
        static let csv = Option<Bool>(flag: "--csv", "a table for other programs")
        static let info = Option<Bool>(
            flag: "--info",
            "what is known of the file and its streams, as JSON; no frames"
        )
        static let format = Option<String?>(
            "--format",
            "F",
            "torchcodec: the JSON that its custom_frame_mappings takes"
        )
        static let keyframes = Option<Bool>(
            flag: "--keyframes",
            "keyframes only, at once: those that an MP4 or MKV leads to, and evenly spread ones "
                + "of a long file"
        )
    }

    enum Seek {
        static let position = Option<String?>("--position", "P", "a place on the track, 0 to 1")
        static let time = Option<String?>("--time", "S", "seconds from the first frame")
        static let frame = Option<String?>("--frame", "N", "a frame's number, from 0")
        static let timecode = Option<String?>(
            "--timecode",
            "TC",
            "a SMPTE timecode, such as 01:00:00;02"
        )
        static let places = [position, time, frame, timecode]
        static let snap = Option<String?>(
            "--snap",
            "STOPS",
            "none, step:0.1, count:8, time:SECONDS, frame, keyframe, keyframe:before, "
                + "keyframe:after, chapter, or stops:0,0.25,1"
        )
    }

    enum Frame {
        static let output = Option<String?>(
            "-o",
            "OUT",
            "the picture's file, or - for standard output"
        )
        static let form = Option<PictureForm?>(
            "--format",
            "F",
            "jpg, png without a loss, or y4m, a film of pixels as decoded; by what OUT ends in, and "
                + "otherwise jpg",
            absent: nil,
            needs: "jpg, png or y4m"
        ) { PictureForm(rawValue: $0[0]).map(Optional.some) }
        static let width = Option<Int?>(
            "--width",
            "W",
            in: widths,
            "columns at most, 16 to 4096; the frame's own by default"
        )
        static let quality = Option<Int>(
            "--quality",
            "Q",
            in: qualities,
            "JPEG quality, 1 to 100",
            absent: 90
        )
    }

    enum Verify {
        static let seeks = Option<Int>(
            "--seeks",
            "N",
            in: 1...Int(Int32.max),
            "frames reached in each order and file",
            absent: VerifyPlan().seeks
        )
        static let seed = Option<Int>(
            "--seed",
            "S",
            in: 0...Int.max,
            "makes other random orders",
            absent: Int(VerifyPlan().seed)
        )
        static let barcode = Option<Bool>(
            flag: "--barcode",
            "trusts the samples' numbered pictures, not a linear decode"
        )
        static let json = Option<Bool>(
            flag: "--json",
            "a line of JSON for each file; a table by default"
        )
    }

    enum Replay {
        static let server = Option<String?>(
            "--server",
            "URL",
            "plays against a server that serves FILE, not the model alone"
        )
        static let expect = Option<String?>(
            "--expect",
            "GOLDEN",
            "a file of expected answers, or a folder of one for each trace"
        )
        static let json = Option<Bool>(
            flag: "--json",
            "lines of JSON, which --expect takes too; a table by default"
        )
        static let stream = Option<Int?>(
            "--stream",
            "N",
            in: Open.streams,
            "the stream's number; by default the one that the trace opens"
        )
    }

    enum Record {
        static let output = Option<String?>(
            "-o",
            "TRACE",
            "the trace, which must not exist yet; replay plays it"
        )
    }

    enum Warm {
        static let every = Option<Int?>(
            "--every",
            "N",
            in: 1...Int(Int32.max),
            "every Nth frame; every keyframe by default, which is near to all"
        )
        /// What the page asks for in a window of 1280 columns, by default.
        static let width = Option<Int>(
            "--width",
            "W",
            in: widths,
            "columns at most, 16 to 4096; as of usual windows",
            absent: 960
        )
        static let quality = Option<Int>(
            "--quality",
            "Q",
            in: qualities,
            "JPEG quality, 1 to 100; as of the page",
            absent: 80
        )
        static let json = Option<Bool>(
            flag: "--json",
            "an object; a line for each file by default"
        )
    }

    enum Marks {
        static let source = Option<String?>(
            "--import",
            "MARKS",
            "a file of marks: .csv and .llc of LosslessCut, .edl (CMX 3600), .otio "
                + "(OpenTimelineIO), .ffmetadata, .vtt (WebVTT), .json"
        )
        static let target = Option<String?>(
            "--export",
            "MARKS",
            "the file to write, in the format that its name ends in"
        )
        static let json = Option<Bool>(
            flag: "--json",
            "an object; a line for each segment by default"
        )
    }

    enum Waveform {
        static let output = Option<String?>(
            "-o",
            "OUT",
            "the new file: .dat or .json for peaks.js and wavesurfer, .svg or .png"
        )
        static let from = Option<Int>(
            "--from",
            "N",
            in: 0...Int.max,
            "the first frame",
            absent: 0
        )
        static let to = Option<Int?>(
            "--to",
            "N",
            in: 0...Int.max,
            "the frame after the last; the end by default"
        )
        static let width = Option<Int>(
            "--width",
            "W",
            in: 1...16_384,
            "columns of a picture, and about as many points",
            absent: 1024
        )
        static let height = Option<Int>(
            "--height",
            "H",
            in: 1...4096,
            "rows of a picture",
            absent: 256
        )
        static let split = Option<Bool>(
            flag: "--split",
            "each channel by itself, of eight at most; the mix of all by default"
        )
        static let all: [any DeclaredOption] = [output, from, to, width, height, split]
    }

    enum Cache {
        static let json = Option<Bool>(flag: "--json", "an object")
    }

    enum Cut {
        static let first = Option<String?>(
            "--in",
            "A",
            "the first frame that is in the cut: a frame (123 or f123), a time (8s, 75.5 or "
                + "1:15.5), a timecode (01:00:00;02) or a position (50%)"
        )
        static let last = Option<String?>("--out", "B", "the last frame that is in it")
        static let output = Option<String?>(
            "-o",
            "OUT",
            "the new file: .mp4 .m4v .m4a .mov .mkv .mka .webm or .ts"
        )
        static let mode = Option<String>(
            "--mode",
            "M",
            "keyframes: copies, from the keyframe before A up to where no frame is missing, and "
                + "says which frames these are; by default\n"
                + "edit-list: copies, and hides what was not asked for; .mp4 and .mov\n"
                + "smart: encodes the frames up to the first keyframe and those that the end "
                + "needs, and copies the rest; H.264 only",
            absent: CutMode.keyframes.rawValue
        ) { $0[0] }
        static let overwrite = Option<Bool>(
            flag: "--overwrite",
            "replaces OUT where it is there already"
        )
        static let drop = Option<Bool>(
            flag: "--drop",
            "cuts where OUT has no place for some of FILE, such as a stream or the chapters, and "
                + "leaves that out; otherwise the cut is refused and says what that is"
        )
    }
}
