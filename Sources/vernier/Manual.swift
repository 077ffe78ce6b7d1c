/// The help texts, one page a command.
enum Manual {
    /// The commands' names.
    enum Name: String, CaseIterable {
        case serve, index, seek, frame, verify, replay, bench, record, warm, marks, cache, cut
    }

    /// What there is to know of one command.
    struct Page {
        let name: Name
        let summary: String
        let synopsis: String
        let options: [(String, String)]
        let example: String

        /// The page as it is printed.
        var text: String {
            """
            vernier \(name.rawValue) — \(summary)

            usage: vernier \(name.rawValue) \(synopsis)

            \(Manual.table(options))

            example: \(example)
            """
        }
    }

    /// The page of the command with a name.
    static func page(_ name: String) -> Page? { pages.first { $0.name.rawValue == name } }

    /// What `vernier --help` prints.
    static var overview: String {
        """
        vernier — a frame-exact scrub server

        usage: vernier COMMAND …        vernier COMMAND --help explains one

        commands:
        \(table(pages.map { ($0.name.rawValue, $0.summary) }))

        exit codes:
        \(table(ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) }))
        """
    }

    private static func table(_ rows: [(String, String)]) -> String {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { left, right in
            "  " + left + String(repeating: " ", count: width - left.count + 2) + right
        }.joined(separator: "\n")
    }

    private static let stream = ("--stream N", "the stream's number; the best one by default")

    private static let previewCache = (
        "--preview-cache S", "previews kept there as well: 2GiB by default; “none” keeps none"
    )

    private static let cache = [
        (
            "--index-cache DIR",
            "where indexes are kept, “none” for nowhere; $XDG_CACHE_HOME/vernier"
        ),
        ("", "by default, or ~/.cache/vernier"),
        ("--index-cache-limit M", "MiB of indexes, the least recently used leave; 256 by default"),
    ]

    private static let pages = [
        Page(
            name: .serve,
            summary: "serves media to browsers and other clients",
            synopsis: "[options] PATH…",
            options: [
                ("PATH…", "media files, and folders of them"),
                ("--config FILE", "reads options from FILE too: “name = value” on a line, without"),
                ("", "dashes, “path = PATH”, # for comments; the command line goes before it"),
                ("--port P", "the port, 0 for any free one; 8080 by default"),
                ("--host H", "the address; 127.0.0.1 by default"),
                ("--socket PATH", "a socket in the file system instead, for a proxy; one that"),
                ("", "systemd passes on goes before all three"),
                ("--socket-mode M", "who may connect to it; 660 by default, its user and group"),
                (
                    "--token-file F",
                    "tokens that let clients in, a line each; needed beyond loopback"
                ),
                ("--no-token", "lets in whoever reaches the server, also beyond loopback"),
                ("--web DIR", "the page's folder; “web” by default, “none” for no page"),
                ("--allow-host NAME", "a further name that clients may call the server by"),
                ("--allow-origin O", "a further origin whose pages may open a socket"),
                ("--connections N", "clients at once, 16000 at most; 4096 by default"),
                ("--accel PREFIX", "has the proxy send media files, by their paths below PREFIX"),
                ("--preview-memory S", "pictures kept in memory: 256MiB by default, 64 is 64MiB"),
                previewCache,
                ("--decoders N", "processes that make pictures; 2 by default"),
                ("--deadline S", "seconds that one may take for a picture; 30 by default"),
                ("--message-rate N", "messages a second that a client may send, and 32 times as"),
                ("", "many one address, before they wait; 1000 by default, 0 for any number"),
                (
                    "--export-dir DIR",
                    "lets clients cut media into DIR; without it nothing is written"
                ),
                ("--record DIR", "keeps what each client sends as a trace in DIR; not by default"),
                ("--record-limit M", "MiB of traces, after which none is kept; 64 by default"),
                (
                    "--drain S",
                    "seconds to serve on when asked to stop, and not to be ready; 0 by default"
                ),
                ("--log FORM", "what standard error tells: “text”, of trouble; “json”, a line for"),
                ("", "each thing that happens; “none”; text by default"),
            ] + cache + [
                ("SIGHUP", "the signal to read tokens again and look at the folders anew")
            ],
            example: "vernier serve --port 8080 samples/media"
        ),
        Page(
            name: .index,
            summary: "lists every displayed frame of a file",
            synopsis: "[options] FILE",
            options: [
                ("--json", "an array of objects"), ("--csv", "a table for other programs"),
                ("--info", "what is known of the file and its streams, as JSON; no frames"),
                ("--keyframes", "keyframes only, at once: those that an MP4 or MKV leads to,"),
                ("", "and evenly spread ones of a long file"), stream,
            ] + cache,
            example: "vernier index --csv film.mp4 > frames.csv"
        ),
        Page(
            name: .seek,
            summary: "prints the frame that a place in a file leads to, as JSON",
            synopsis: "FILE --position P | --time S | --frame N | --timecode TC [options]",
            options: [
                ("--position P", "a place on the track, 0 to 1"),
                ("--time S", "seconds from the first frame"),
                ("--frame N", "a frame's number, from 0"),
                ("--timecode TC", "a SMPTE timecode, such as 01:00:00;02"),
                ("--snap STOPS", "none, step:0.1, count:8, time:SECONDS, frame, keyframe,"),
                ("", "keyframe:before, keyframe:after, chapter, or stops:0,0.25,1"), stream,
            ] + cache,
            example: "vernier seek film.mp4 --position 0.5 --snap step:0.1"
        ),
        Page(
            name: .frame,
            summary: "writes one frame of a file as a JPEG picture",
            synopsis: "FILE N -o OUT [options]",
            options: [
                ("N", "the frame's number, from 0"),
                ("-o OUT", "the picture's file, or - for standard output"),
                ("--width W", "columns at most, 16 to 4096; the frame's own by default"),
                ("--quality Q", "JPEG quality, 1 to 100; 90 by default"), stream,
            ] + cache,
            example: "vernier frame film.mp4 1234 -o 1234.jpg"
        ),
        Page(
            name: .verify,
            summary: "proves that every frame is reached exactly, from anywhere",
            synopsis: "FILE… [options]",
            options: [
                ("FILE…", "media files, and folders of them"),
                ("--seeks N", "frames reached in each order and file; 100 by default"),
                ("--seed S", "makes other random orders; 1 by default"),
                ("--barcode", "trusts the samples' numbered pictures, not a linear decode"),
                ("--json", "a line of JSON for each file; a table by default"),
                ("--junit", "a report that test runners read"), stream,
            ],
            example: "vernier verify samples/media --seeks 1000"
        ),
        Page(
            name: .replay,
            summary: "plays traces and tells how exact the answers are",
            synopsis: "FILE TRACE… [options]",
            options: [
                ("TRACE…", "files of client messages, one JSON object a line"),
                ("--server URL", "plays against a server that serves FILE, not the model alone"),
                (
                    "--expect GOLDEN",
                    "a file of expected answers, or a folder of one for each trace"
                ),
                ("--json", "lines of JSON, which --expect takes too; a table by default"),
                ("--junit", "a report that test runners read"),
                ("--stream N", "the stream's number; by default the one that the trace opens"),
            ] + cache,
            example: "vernier replay film.mp4 samples/traces/drag.jsonl --json"
        ),
        Page(
            name: .bench,
            summary: "puts a server under the load of a crowd, and measures its answers",
            synopsis: "load FILE --server URL [options]",
            options: [
                ("FILE", "a media file that the server serves, for all clients to open"),
                ("--server URL", "the server, such as http://127.0.0.1:8080"),
                ("--idle N", "clients that open FILE and stay silent; 2000 by default"),
                ("--scrubbing N", "clients that drag over the bar; 200 by default"),
                ("--rate HZ", "moves a second of each of these, sent when it is time for them"),
                ("", "whatever comes back; 60 by default"),
                ("--seconds S", "how long they drag; 60 by default"),
                ("--pictures W", "has all of them ask for pictures W pixels wide, and say of each"),
                ("", "that it is painted as soon as it comes; no pictures by default"),
                ("--trace FILE", "the drag, of which they send each move in turn, over and over;"),
                ("", "a drag to and fro by default"),
                ("--seed S", "spreads them over the time between two moves; 1 by default"),
                ("--echo", "instead of FILE: the server answers each message, whatever it is"),
                ("--json", "an object; a table by default"),
            ],
            example: "vernier bench load film.mp4 --server http://127.0.0.1:8080 --seconds 10"
        ),
        Page(
            name: .record,
            summary: "serves a file, saves what the first client sends, and ends when it leaves",
            synopsis: "FILE -o TRACE [options of serve]",
            options: [
                ("FILE", "the media file; the page or another client opens it as usual"),
                ("-o TRACE", "the trace, which must not exist yet; replay plays it"),
            ],
            example: "vernier record film.mp4 -o drag.jsonl --port 8080"
        ),
        Page(
            name: .warm,
            summary: "makes the previews of files ahead of time, as far as they are missing",
            synopsis: "FILE… [options]",
            options: [
                ("FILE…", "media files, and folders of them"),
                ("--every N", "every Nth frame; every keyframe by default, which is near to all"),
                ("--width W", "columns at most, 16 to 4096; 960 by default, as of usual windows"),
                ("--quality Q", "JPEG quality, 1 to 100; 80 by default, as of the page"),
                ("--json", "an object; a line for each file by default"), previewCache,
            ] + cache,
            example: "vernier warm samples/media --every 6 --width 640"
        ),
        Page(
            name: .marks,
            summary: "takes marks and segments of a file from one format to another",
            synopsis: "FILE --import MARKS [--export MARKS] [options]",
            options: [
                (
                    "--import MARKS",
                    "a file of marks: .csv and .llc of LosslessCut, .edl (CMX 3600),"
                ),
                ("", ".otio (OpenTimelineIO), .ffmetadata, .vtt (WebVTT), .json"),
                ("--export MARKS", "the file to write, in the format that its name ends in"),
                ("--json", "an object; a line for each segment by default"), stream,
            ] + cache,
            example: "vernier marks film.mp4 --import film.llc --export film.edl"
        ),
        Page(
            name: .cache,
            summary: "lists or clears the indexes and previews that are kept",
            synopsis: "[list | clear] [options]",
            options: [
                ("list", "a line for each index and set of previews; what it does by default"),
                ("clear", "removes all indexes and previews, and no other file"),
                ("--json", "an object"),
            ] + cache,
            example: "vernier cache list --json"
        ),
        Page(
            name: .cut,
            summary: "cuts frames out of a file, without encoding more than it must",
            synopsis: "FILE --in A --out B -o OUT [options]",
            options: [
                ("--in A", "the first frame that is in the cut: a frame (123 or f123), a time"),
                ("", "(8s, 75.5 or 1:15.5), a timecode (01:00:00;02) or a position (50%)"),
                ("--out B", "the last frame that is in it"),
                ("-o OUT", "the new file: .mp4 .m4v .m4a .mov .mkv .mka .webm or .ts"),
                (
                    "--mode M",
                    "keyframes: copies, from the keyframe before A up to where no frame is"
                ),
                ("", "missing, and says which frames these are; by default"),
                ("", "edit-list: copies, and hides what was not asked for; .mp4 and .mov"),
                ("", "smart: encodes the frames up to the first keyframe and those that the"),
                ("", "end needs, and copies the rest; H.264 only"),
                ("--overwrite", "replaces OUT where it is there already"), stream,
            ] + cache,
            example: "vernier cut film.mp4 --in 1:15.5 --out 1:32 -o part.mp4 --mode smart"
        ),
    ]
}
