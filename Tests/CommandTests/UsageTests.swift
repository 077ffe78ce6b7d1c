import Testing

@testable import vernier

@Suite("Words that make no command")
struct UsageTests {
    @Test(arguments: [
        ("", "which command?"), ("play f", "there is no command “play”"),
        ("--port 1 serve f", "there is no command “--port”"),
        ("SEEK f", "there is no command “SEEK”"),
    ])
    func `a command has a name`(_ line: String, _ message: String) {
        #expect(throws: UsageError(message)) { try Command(line.words) }
    }

    @Test(arguments: [
        ("serve", "a media file or folder is missing"),
        ("serve --port 1", "a media file or folder is missing"),
        ("index", "a media file is missing"), ("frame -o p", "a media file is missing"),
        ("frame f -o p", "a frame's number is missing"),
        ("frame f 1", "-o is missing: where should the picture go?"),
        ("verify --seeks 3", "a media file or folder is missing"),
        ("marks f", "--import is missing: where are the marks?"),
        ("marks --import a.csv", "a media file is missing"), ("replay f", "a trace is missing"),
        ("record -o t", "a media file or folder is missing"),
        ("record f", "-o is missing: where should the trace go?"),
        ("seek f", "give one of --position, --time, --frame and --timecode"),
        ("seek --frame 1", "a media file is missing"),
        ("bench load f", "--server is missing: where is the server?"),
        ("bench --server u", "what to measure is missing"),
        ("bench load --server u", "a media file or --echo, one of them"),
    ])
    func `what is missing is named`(_ line: String, _ message: String) {
        expect(line, message)
    }

    @Test(arguments: [
        ("index f g", "“g” was not expected"),
        ("replay f t --json --junit", "--json or --junit, not both"),
        ("verify f --json --junit", "--json or --junit, not both"),
        ("record f g -o t", "name one media file"),
        ("serve f --token-file t --no-token", "--token-file or --no-token, not both"),
        ("serve f --socket s --port 1", "--socket, or --host and --port, not both"),
        ("serve f --host h --socket s", "--socket, or --host and --port, not both"),
        ("serve f --socket-mode 600", "--socket-mode is for --socket"),
        ("serve f --socket s --socket-mode 8", "--socket-mode needs a mode such as 660, not “8”"),
        (
            "serve f --socket s --socket-mode 1777",
            "--socket-mode needs a mode such as 660, not “1777”"
        ),
        ("serve f --accel accel", "--accel needs a path such as /accel, not “accel”"),
        ("record f -o t --record d", "--record is for serve; here it is -o"),
        ("cache list --index-cache none", "no folder keeps indexes"),
        ("warm f --index-cache none", "no folder keeps previews"),
        ("warm f --index-cache d --preview-cache none", "no folder keeps previews"),
        (
            "marks f --import a.csv --export a.txt",
            "“a.txt” ends in none of .csv .llc .edl .otio .ffmetadata .vtt .json"
        ),
        ("bench index f --server u", "“index” is not load"),
        ("bench load f --server u --echo", "a media file or --echo, one of them"),
        ("bench load --server u --echo --pictures 480", "no --pictures come from --echo"),
        ("bench load --server u --echo --rooms 1", "no --rooms at --echo"),
        (
            "bench load f --server u --idle 0 --scrubbing 0",
            "--idle, --scrubbing or --rooms above 0"
        ),
        ("cache drop", "“drop” is neither list nor clear"),
        ("cache list f", "“f” was not expected"),
        ("frame f 1 2 -o p", "“2” was not expected"),
        ("index --jsn f", "there is no option “--jsn”"),
        ("index f --jsn", "there is no option “--jsn”"),
        ("serve f --port=1", "there is no option “--port=1”"),
        ("frame f -1 -o p", "there is no option “-1”"),
        ("index --json --csv f", "one of --json, --csv, --info and --format"),
        ("seek f --frame 1 --time 1", "give one of --position, --time, --frame and --timecode"),
    ])
    func `what is too much is named`(_ line: String, _ message: String) {
        expect(line, message)
    }

    @Test(arguments: [
        "0", "-1", "+5MiB", "1.5", "2TB", "MiB", "65GiB", "99999999999999999999", "1048576",
    ])
    func `a size that is none is shown one`(_ text: String) {
        for option in ["--preview-cache", "--preview-memory"] {
            let help = "\(option) needs a size such as 512 (MiB), 64KiB or 2GiB, not “\(text)”"
            expect("serve f --index-cache d \(option) \(text)", help)
        }
    }

    @Test(arguments: [
        "--port", "--host", "--socket", "--socket-mode", "--accel", "--web", "--allow-host",
        "--allow-origin", "--record", "--index-cache", "--token-file", "--export-dir",
    ])
    func `an option needs its value`(_ option: String) {
        expect("serve f \(option)", "\(option) needs a value")
    }

    @Test(arguments: [
        ("serve f", "--port", "0 to 65535", "-1"), ("serve f", "--port", "0 to 65535", "65536"),
        ("serve f", "--port", "0 to 65535", "web"),
        ("serve f", "--record-limit", "1 to 65536", "0"),
        ("index f", "--index-cache-limit", "1 to 65536", "0"),
        ("serve f", "--connections", "1 to 16000", "0"),
        ("bench load f --server u", "--rate", "1 to 1000", "0"),
        ("bench load f --server u", "--pictures", "16 to 4096", "15"),
        ("bench load f --server u", "--members", "2 to 50", "1"),
        ("serve f", "--decoders", "1 to 64", "65"), ("index f", "--stream", "0 to 32767", "-1"),
        ("verify f", "--seeks", "1 to 2147483647", "0"),
        ("frame f 1 -o p", "--width", "16 to 4096", "15"),
        ("frame f 1 -o p", "--width", "16 to 4096", "0"),
        ("warm f", "--width", "16 to 4096", "0"), ("warm f", "--width", "16 to 4096", "1000000"),
        ("warm f", "--every", "1 to 2147483647", "0"), ("warm f", "--quality", "1 to 100", "101"),
        ("frame f 1 -o p", "--width", "16 to 4096", "4097"),
        ("frame f 1 -o p", "--quality", "1 to 100", "0"),
        ("frame f 1 -o p", "--quality", "1 to 100", "101"),
        ("frame f 1 -o p", "--quality", "1 to 100", "1.5"),
    ])
    func `a number out of its range is told the range`(
        _ line: String,
        _ option: String,
        _ range: String,
        _ text: String
    ) {
        let message = "\(option) needs a whole number from \(range), not “\(text)”"
        expect("\(line) \(option) \(text)", message)
    }

    @Test(arguments: [
        ("--position", "1.01"), ("--position", "-0.1"), ("--position", "nan"), ("--time", "inf"),
        ("--time", "soon"), ("--frame", "-1"), ("--frame", "1.5"),
    ])
    func `a place must be of its kind`(_ option: String, _ text: String) {
        expect("seek f \(option) \(text)", "\(option) cannot be “\(text)”")
    }

    @Test(arguments: ["step", "step:0", "step:1", "step:x", "count:0", "count:1.5", "None", "x:1"])
    func `stops must be of their kind`(_ text: String) {
        let message =
            "--snap needs none, step:S with 0 < S < 1, count:N with N ≥ 1, time:SECONDS, frame,"
            + " keyframe, keyframe:before, keyframe:after, chapter, or stops:P,P… ascending in 0…1"
        expect("seek f --frame 1 --snap \(text)", message)
    }

    @Test(arguments: ["x", "1.5", "99999999999999999999"])
    func `a frame's number is whole`(_ text: String) {
        expect("frame f \(text) -o p", "“\(text)” is no frame's number")
    }

    /// Expects a message that leads to the help of the line's command.
    private func expect(
        _ line: String,
        _ message: String,
        _ location: SourceLocation = #_sourceLocation
    ) {
        let error = UsageError(message, command: line.words[0])
        #expect(throws: error, sourceLocation: location) { try Command(line.words) }
    }
}

extension String {
    /// The words as a shell would pass them.
    var words: [String] { split(separator: " ").map(String.init) }
}
