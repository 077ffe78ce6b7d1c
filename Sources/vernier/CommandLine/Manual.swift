/// Every command there is, once: the help texts, one page a command, and what its parser takes.
enum Manual {
    /// The commands' names.
    enum Name: String, CaseIterable {
        case serve, index, seek, frame, verify, replay, bench, record, warm, marks, cache, cut
        case waveform
    }

    /// What there is to know of one command.
    struct Page: Sendable {
        let name: Name
        let summary: String
        let synopsis: String
        /// What stands without a name of its own, as far as it needs explaining.
        var operands: [(String, String)] = []
        let options: [any DeclaredOption]
        /// Options of another command's page, which this one takes too.
        var further: [any DeclaredOption] = []
        /// What else there is to say.
        var notes: [(String, String)] = []
        let example: String
    }

    /// The page of the command with a name.
    static func page(_ name: String) -> Page? { Name(rawValue: name).map(page) }

    /// The page of a command.
    static func page(_ name: Name) -> Page {
        switch name {
        case .serve: serve
        case .index: index
        case .seek: seek
        case .frame: frame
        case .verify: verify
        case .replay: replay
        case .bench: bench
        case .record: record
        case .warm: warm
        case .marks: marks
        case .cache: cache
        case .cut: cut
        case .waveform: waveform
        }
    }

    private static let folders = [("FILE…", "media files, and folders of them")]

    private static let serve = Page(
        name: .serve,
        summary: "serves media to browsers and other clients",
        synopsis: "[options] PATH…",
        operands: [("PATH…", "media files, and folders of them")],
        options: Options.Serve.all,
        notes: [("SIGHUP", "the signal to read tokens again and look at the folders anew")],
        example: "vernier serve --port 8080 samples/media"
    )

    private static let index = Page(
        name: .index,
        summary: "lists every displayed frame of a file",
        synopsis: "[options] FILE",
        options: [
            Options.Index.json, Options.Index.csv, Options.Index.info, Options.Index.format,
            Options.Index.keyframes, Options.stream,
        ] + Options.cache,
        example: "vernier index --csv film.mp4 > frames.csv"
    )

    private static let seek = Page(
        name: .seek,
        summary: "prints the frame that a place in a file leads to, as JSON",
        synopsis: "FILE --position P | --time S | --frame N | --timecode TC [options]",
        options: Options.Seek.places + [Options.Seek.snap, Options.stream] + Options.cache,
        example: "vernier seek film.mp4 --position 0.5 --snap step:0.1"
    )

    private static let frame = Page(
        name: .frame,
        summary: "writes one frame of a file as a picture, or several as a film",
        synopsis: "FILE N -o OUT [options]",
        operands: [("N", "the frame's number, from 0; of a film N-M, the first and the last")],
        options: [
            Options.Frame.output, Options.Frame.form, Options.Frame.width,
            Options.Frame.quality, Options.stream,
        ] + Options.cache,
        example: "vernier frame film.mp4 1234 -o 1234.jpg"
    )

    private static let verify = Page(
        name: .verify,
        summary: "proves that every frame is reached exactly, from anywhere",
        synopsis: "FILE… [options]",
        operands: folders,
        options: [
            Options.Verify.seeks, Options.Verify.seed, Options.Verify.barcode, Options.Verify.json,
            Options.junit, Options.stream, Options.s3Endpoint,
        ],
        example: "vernier verify samples/media --seeks 1000"
    )

    private static let replay = Page(
        name: .replay,
        summary: "plays traces and tells how exact the answers are",
        synopsis: "FILE TRACE… [options]",
        operands: [("TRACE…", "files of client messages, one JSON object a line")],
        options: [
            Options.Replay.server, Options.Replay.expect, Options.Replay.json, Options.junit,
            Options.Replay.stream,
        ] + Options.cache,
        example: "vernier replay film.mp4 samples/traces/drag.jsonl --json"
    )

    private static let bench = Page(
        name: .bench,
        summary: "puts a server under the load of a crowd, and measures its answers",
        synopsis: "load FILE --server URL… [options]",
        operands: [("FILE", "a media file that the server serves, for all clients to open")],
        options: Options.Bench.all,
        example: "vernier bench load film.mp4 --server http://127.0.0.1:8080 --seconds 10"
    )

    private static let record = Page(
        name: .record,
        summary: "serves a file, saves what the first client sends, and ends when it leaves",
        synopsis: "FILE -o TRACE [options of serve]",
        operands: [("FILE", "the media file; the page or another client opens it as usual")],
        options: [Options.Record.output],
        further: Options.Serve.all,
        example: "vernier record film.mp4 -o drag.jsonl --port 8080"
    )

    private static let warm = Page(
        name: .warm,
        summary: "makes the previews of files ahead of time, as far as they are missing",
        synopsis: "FILE… [options]",
        operands: folders,
        options: [
            Options.Warm.every, Options.Warm.width, Options.Warm.quality, Options.Warm.json,
            Options.previewCache,
        ] + Options.cache,
        example: "vernier warm samples/media --every 6 --width 640"
    )

    private static let marks = Page(
        name: .marks,
        summary: "takes marks and segments of a file from one format to another",
        synopsis: "FILE --import MARKS [--export MARKS] [options]",
        options: [
            Options.Marks.source, Options.Marks.target, Options.Marks.json, Options.stream,
        ] + Options.cache,
        example: "vernier marks film.mp4 --import film.llc --export film.edl"
    )

    private static let cache = Page(
        name: .cache,
        summary: "lists or clears the indexes, previews and sounds that are kept",
        synopsis: "[list | clear] [options]",
        operands: [
            ("list", "a line for each index, set of previews and sound; what it does by default"),
            (
                "clear",
                "removes all indexes, previews and what is known of sounds, and no other file"
            ),
        ],
        options: [Options.Cache.json] + Options.cache,
        example: "vernier cache list --json"
    )

    private static let cut = Page(
        name: .cut,
        summary: "cuts frames out of a file, without encoding more than it must",
        synopsis: "FILE --in A --out B -o OUT [options]",
        options: [
            Options.Cut.first, Options.Cut.last, Options.Cut.output, Options.Cut.mode,
            Options.Cut.overwrite, Options.Cut.drop, Options.stream,
        ] + Options.cache,
        example: "vernier cut film.mp4 --in 1:15.5 --out 1:32 -o part.mp4 --mode smart"
    )

    private static let waveform = Page(
        name: .waveform,
        summary: "writes how loud the sound of a file is, as numbers or as a picture",
        synopsis: "FILE -o OUT [options]",
        options: Options.Waveform.all + [Options.stream] + Options.cache,
        example: "vernier waveform film.mp4 -o film.svg --width 1600 --height 200"
    )
}
