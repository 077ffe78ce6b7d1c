import Media
import ScrubModel
import Scrubbing
import Server
import Testing

@testable import Transport
@testable import vernier

@Suite("Words that make a command")
struct ParsingTests {
    @Test(
        arguments: [
            (["--help"], nil), (["-h"], nil), (["help"], nil), (["help", "nonsense"], nil),
            (["help", "seek"], .seek), (["serve", "--help"], .serve),
            (["index", "-h", "x"], .index),
            (["frame", "--nonsense", "--help"], .frame), (["replay", "--help"], .replay),
        ] as [([String], Manual.Name?)]
    )
    func `help comes before everything else`(_ words: [String], _ name: Manual.Name?) throws {
        guard case .help(let page) = try Command(words) else { throw Unexpected() }
        #expect(page?.name == name)
    }

    @Test func `a server needs media only`() throws {
        let serve = try serve("serve a b")
        #expect(serve.media == ["a", "b"])
        #expect(serve.address == .network(host: "127.0.0.1", port: 8080))
        #expect((serve.page, serve.accel) == (nil, nil))
        #expect((serve.previewMemory, serve.decoders) == (256 << 20, 2))
        #expect(serve.hosts.isEmpty && serve.origins.isEmpty)
    }

    @Test(arguments: [
        "--port 0 --host :: --web none --no-token --preview-memory 1 --decoders 64 a b",
        "a b --decoders 64 --preview-memory 1 --no-token --web none --host :: --port 0",
        "a --port 0 --host :: --no-token --web none b --preview-memory 1 --decoders 64",
    ])
    func `options of a server stand anywhere`(_ words: String) throws {
        let serve = try serve("serve " + words)
        #expect(serve.media == ["a", "b"])
        #expect(serve.address == .network(host: "::", port: 0))
        #expect(serve.page == "none")
        #expect((serve.previewMemory, serve.decoders) == (1 << 20, 64))
    }

    @Test(
        arguments: [
            ("--socket /run/v.sock", .file(path: "/run/v.sock", mode: 0o660)),
            ("--socket-mode 600 --socket s", .file(path: "s", mode: 0o600)),
            ("--socket s --socket-mode 0777", .file(path: "s", mode: 0o777)),
            ("--host ::1", .network(host: "::1", port: 8080)),
        ] as [(String, ListenAddress)]
    )
    func `a server listens in one place`(_ words: String, _ address: ListenAddress) throws {
        #expect(try serve("serve \(words) m").address == address)
    }

    @Test(arguments: ["127.0.0.1", "127.1.2.3", "::1", "localhost"])
    func `who is on this machine needs no token`(_ host: String) throws {
        #expect(try serve("serve --host \(host) m").access.tokenFile == nil)
        #expect(try serve("serve --host \(host) --token-file t m").access.tokenFile == "t")
    }

    @Test(arguments: ["0.0.0.0", "::", "192.168.1.2", "127.evil.example", "localhost.evil", "host"])
    func `whoever else can reach the server is spoken of`(_ host: String) throws {
        #expect(throws: UsageError.self) { try serve("serve --host \(host) m") }
        #expect(try serve("serve --host \(host) --no-token m").access.tokenFile == nil)
        #expect(try serve("serve --host \(host) --token-file t m").access.tokenFile == "t")
    }

    @Test func `a proxy is asked to send files only when it is named`() throws {
        #expect(try serve("serve --accel /accel/ m").accel == AccelPrefix("/accel"))
        #expect(try serve("serve m").accel == nil)
    }

    @Test func `names that are let in are repeated`() throws {
        let serve = try serve("serve --allow-host a --allow-origin http://x --allow-host b m")
        #expect(serve.hosts == ["a", "b"])
        #expect(serve.origins == ["http://x"])
        #expect(serve.media == ["m"])
    }

    @Test(
        arguments: [
            ("index f", nil, .table), ("index --json f", nil, .json), ("index f --csv", nil, .csv),
            ("index --stream 3 f", 3, .table), ("index f --stream 0 --csv", 0, .csv),
            ("index f --info", nil, .info),
        ] as [(String, Int?, Index.Form)]
    )
    func `an index has a form`(_ words: String, _ stream: Int?, _ form: Index.Form) throws {
        guard case .index(let index) = try Command(words.words) else { throw Unexpected() }
        #expect((index.file, index.stream) == ("f", stream))
        #expect(index.form == form)
    }

    @Test(
        arguments: [
            ("--position 0.5", .init(.position(0.5))), ("--time 1.25", .init(.time(1.25))),
            ("--time -0.01", .init(.time(-0.01))), ("--frame 0", .init(.frame(0))),
            ("--timecode 01:00:00;02", .init(.timecode("01:00:00;02"))),
            ("--frame 7 --snap none", .init(.frame(7))),
            ("--frame 7 --snap step:0.3", .init(.frame(7), stops: .step(0.3))),
            ("--snap count:4 --position 1", .init(.position(1), stops: .count(4))),
        ] as [(String, TargetQuery)]
    )
    func `a place is asked for in one of four ways`(_ words: String, _ query: TargetQuery) throws {
        for line in ["seek f \(words)", "seek \(words) f", "seek \(words) --stream 2 f"] {
            guard case .seek(let seek) = try Command(line.words) else { throw Unexpected() }
            #expect(seek.query == query)
            #expect(seek.file == "f")
            #expect(seek.stream == (line.contains("--stream") ? 2 : nil))
        }
    }

    @Test(
        arguments: [
            ("f 7 -o p.jpg", "p.jpg", nil, 90), ("-o - f 7", "-", nil, 90),
            ("f -o p 7 --width 16 --quality 1", "p", 16, 1),
            ("--quality 100 --width 4096 -o p f 7", "p", 4096, 100),
        ] as [(String, String, Int?, Int)]
    )
    func `a picture has a size, a quality and a file`(
        _ words: String,
        _ output: String,
        _ width: Int?,
        _ quality: Int
    ) throws {
        guard case .frame(let frame) = try Command(["frame"] + words.words) else {
            throw Unexpected()
        }
        #expect((frame.file, frame.frames, frame.output) == ("f", 7...7, output))
        #expect(frame.format == PreviewFormat(width: width, quality: quality))
        #expect(frame.stream == nil)
    }

    @Test func `one of several streams is verified and played`() throws {
        guard case .verify(let verify) = try Command("verify f --stream 1".words),
            case .replay(let replay) = try Command("replay --stream 1 f t".words)
        else { throw Unexpected() }
        #expect((verify.plan.stream, replay.stream) == (1, 1))
        #expect(throws: UsageError.self) { try Command("verify f --stream first".words) }
    }

    @Test(
        arguments: [
            ("replay f t", nil, nil, .table), ("replay --json f t", nil, nil, .json),
            ("replay f t --server http://h:1", "http://h:1", nil, .table),
            ("replay --server http://h:1 f --junit t", "http://h:1", nil, .junit),
            ("replay f --expect g t", nil, "g", .table),
        ] as [(String, String?, String?, ReportForm)]
    )
    func `a trace is played here or against a server`(
        _ words: String,
        _ server: String?,
        _ golden: String?,
        _ form: ReportForm
    ) throws {
        guard case .replay(let replay) = try Command(words.words) else { throw Unexpected() }
        #expect((replay.file, replay.traces, replay.server) == ("f", ["t"], server))
        #expect((replay.golden, replay.form) == (golden, form))
    }

    @Test(
        arguments: [
            ("f", .vernier(file: "f"), 2000, 200, 60, 60),
            ("--echo --idle 0", .echo, 0, 200, 60, 60),
            ("--rate 240 f --scrubbing 3 --seconds 5", .vernier(file: "f"), 2000, 3, 240, 5),
        ] as [(String, Bench.Peer, Int, Int, Int, Int)]
    )
    func `a load has a peer, clients and a rate`(
        _ words: String,
        _ peer: Bench.Peer,
        _ idle: Int,
        _ scrubbing: Int,
        _ rate: Int,
        _ seconds: Int
    ) throws {
        for line in ["bench load \(words) --server u", "bench --server u load \(words)"] {
            guard case .bench(let bench) = try Command(line.words) else { throw Unexpected() }
            #expect((bench.peer, bench.servers) == (peer, ["u"]))
            #expect((bench.idle, bench.scrubbing) == (idle, scrubbing))
            #expect((bench.rate, bench.seconds) == (rate, seconds))
        }
    }

    @Test func `a load may be of rooms on several servers`() throws {
        let line = "bench load f --server u --rooms 50 --members 7 --server v"
        guard case .bench(let bench) = try Command(line.words) else { throw Unexpected() }
        #expect((bench.servers, bench.rooms, bench.members) == (["u", "v"], 50, 7))
        let plain = try Command("bench load f --server u --rooms 1 --idle 0 --scrubbing 0".words)
        guard case .bench(let bench) = plain else { throw Unexpected() }
        #expect((bench.rooms, bench.members) == (1, 10))
    }

    @Test func `a recording has a folder while serving, and a file alone`() throws {
        let kept = try serve("serve m --record d --record-limit 3")
        #expect((kept.recordFolder, kept.recordLimit, kept.media) == ("d", 3, ["m"]))
        let plain = try serve("serve m")
        #expect((plain.recordFolder, plain.recordLimit) == (nil, 64))
        for line in ["record m -o t --port 0", "record --port 0 -o t m"] {
            guard case .record(let record) = try Command(line.words) else { throw Unexpected() }
            #expect((record.output, record.serve.media) == ("t", ["m"]))
            #expect(record.serve.address == .network(host: "127.0.0.1", port: 0))
        }
    }

    @Test(
        arguments: [
            ("cache", .list, false), ("cache list", .list, false), ("cache clear", .clear, false),
            ("cache --json clear", .clear, true), ("cache --json", .list, true),
        ] as [(String, Cache.Action, Bool)]
    )
    func `a cache is listed or cleared`(
        _ words: String,
        _ action: Cache.Action,
        _ isJSON: Bool
    ) throws {
        let line = words + " --index-cache d"
        guard case .cache(let cache) = try Command(line.words) else { throw Unexpected() }
        #expect((cache.action, cache.isJSON, cache.place.folder) == (action, isJSON, "d"))
    }

    @Test(
        arguments: [
            ("", ["XDG_CACHE_HOME": "/x", "HOME": "/h"], "/x/vernier", 256),
            ("", ["XDG_CACHE_HOME": "x", "HOME": "/h"], "/h/.cache/vernier", 256),
            ("", ["XDG_CACHE_HOME": "", "HOME": "/h"], "/h/.cache/vernier", 256),
            ("", ["HOME": "h"], nil, 256), ("", [:], nil, 256),
            ("--index-cache d", ["HOME": "/h"], "d", 256),
            ("--index-cache none", ["HOME": "/h"], nil, 256),
            ("--index-cache-limit 1 --index-cache /d", [:], "/d", 1),
        ] as [(String, [String: String], String?, Int)]
    )
    func `indexes are kept where XDG says, or where the user does`(
        _ words: String,
        _ environment: [String: String],
        _ folder: String?,
        _ limit: Int
    ) throws {
        let arguments = Arguments(words.words, of: .index)
        let cache = try IndexCache(arguments, environment: { environment[$0] })
        #expect((cache.folder, cache.byteLimit) == (folder, limit << 20))
    }

    @Test(
        arguments: [
            ("", "d/previews", 2 << 30), ("--preview-cache none", nil, 2 << 30),
            ("--preview-cache 1", "d/previews", 1 << 20),
            ("--preview-cache 64KiB", "d/previews", 65_536),
            ("--preview-cache 10MiB", "d/previews", 10 << 20),
            ("--preview-cache 64GiB", "d/previews", 64 << 30),
        ] as [(String, String?, Int)]
    )
    func `previews are kept below the indexes, in so much room`(
        _ words: String,
        _ path: String?,
        _ limit: Int
    ) throws {
        let serve = try serve("serve f --index-cache d " + words)
        #expect((serve.previews.path, serve.previews.byteLimit) == (path, limit))
        #expect(try self.serve("serve f --index-cache none").previews.path == nil)
    }

    @Test(
        arguments: [
            ("warm f", nil, 960, 80, false), ("warm f --every 1 --json", 1, 960, 80, true),
            ("warm --width 16 f --quality 100 --every 25", 25, 16, 100, false),
        ] as [(String, Int?, Int, Int, Bool)]
    )
    func `what is warmed has a format`(
        _ words: String,
        _ every: Int?,
        _ width: Int,
        _ quality: Int,
        _ isJSON: Bool
    ) throws {
        let words = (words + " --index-cache d").words
        guard case .warm(let warm) = try Command(words) else { throw Unexpected() }
        #expect((warm.media, warm.isJSON, warm.plan.every) == (["f"], isJSON, every))
        #expect(warm.plan.format == PreviewFormat(width: width, quality: quality))
        #expect(warm.previews.path == "d/previews")
    }

    @Test func `traces are as many as one likes`() throws {
        guard case .replay(let replay) = try Command("replay f t u --json v".words) else {
            throw Unexpected()
        }
        #expect(replay.traces == ["t", "u", "v"])
    }

    private func serve(_ words: String) throws -> Serve {
        guard case .serve(let serve) = try Command(words.words) else { throw Unexpected() }
        return serve
    }

    /// Another command than the words ask for.
    struct Unexpected: Error {}
}
