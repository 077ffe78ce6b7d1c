import Basics
import Foundation
import Media
import TestSupport
import Testing
import Timeline

@Suite("A recording that has grown", .timeLimit(.minutes(2)), .scratchDirectory, .fuzzed)
struct GrownFileTests {
    /// How many packets a step may read again: 50 of them are a fifth of an hour of 25 a second.
    private static let mostReadAgain = 90_000 / 5 / 50

    @Test(arguments: Recording.all)
    func `is indexed as by a whole scan, wherever it was cut off`(_ recording: Recording) throws {
        let bytes = try recording.made()
        var random = Fuzz.generator(71)
        let cuts = (0..<6).map { _ in Int.random(in: bytes.count / 3..<bytes.count, using: &random)
        }
        var known: MediaIndex?
        // At last it is as long as it was: nothing is new then.
        for size in cuts.sorted() + [bytes.count, bytes.count] {
            let file = try OpenFile(path: recording.grow(to: size, of: bytes))
            guard let whole = try? MediaIndex(scanning: file) else {
                // libavformat opens no file that ends within the header of a fragment.
                #expect(throws: MediaError.self) { try Self.scan(file, after: known) }
                continue
            }
            let (index, read, isResumed) = try Self.scan(file, after: known)
            #expect(index.table == whole.table)
            #expect(index.info == whole.info)
            let new = index.table.packets.count - (known?.table.packets.count ?? 0)
            #expect(isResumed == (known != nil), "\(size) of \(bytes.count)")
            #expect(known == nil || read - new <= Self.mostReadAgain, "\(read), new: \(new)")
            known = index
        }
        try #expect(known?.table.packets.map(Row.init) == recording.rows())
    }

    @Test(arguments: Recording.all.filter(\.isOneOfItsKind), [false, true])
    func `is scanned from its start when it was rewritten`(
        _ recording: Recording,
        _ isReplaced: Bool
    ) throws {
        var bytes = try recording.made()
        let path = try recording.grow(to: bytes.count * 2 / 3, of: bytes)
        let known = try MediaIndex(scanning: OpenFile(path: path))
        if isReplaced {
            bytes = try recording.made(hue: 90)
        } else {
            // A thirtieth of what is not read again.
            for place in bytes.count / 3..<bytes.count / 3 + bytes.count / 30 { bytes[place] ^= 1 }
        }
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.write(contentsOf: bytes)
        let file = try OpenFile(path: path)
        let (index, _, isResumed) = try Self.scan(file, after: known)
        #expect(!isResumed)
        #expect(try index.table == MediaIndex(scanning: file).table)
    }

    /// All of the hour takes a debug build half a minute.
    @Test func `costs a fifth more than one scan in steps of which an hour has fifty`() throws {
        let minutes = min(6 * Fuzz.factor, 60)
        let recording = try Recording.long(minutes: minutes)
        let bytes = try recording.made()
        var known: MediaIndex?
        var read = 0
        for step in 1...minutes * 5 / 6 {
            let path = try recording.grow(to: bytes.count / (minutes * 5 / 6) * step, of: bytes)
            let scan = try Self.scan(OpenFile(path: path), after: known)
            (known, read) = (scan.index, read + scan.read)
        }
        let packets = try #require(known?.table.packets.count)
        #expect(packets > minutes * 1490)
        #expect(Double(read) <= Double(packets) * 1.2)
    }

    private static func scan(
        _ file: OpenFile,
        after known: MediaIndex?
    ) throws -> (index: MediaIndex, read: Int, isResumed: Bool) {
        var builder = try IndexBuilder(file, after: known)
        let isResumed = builder.packetCount > 0
        while builder.scan(atMost: .max) {}
        let read = builder.packetsRead
        return (try builder.finish { false }, read, isResumed)
    }
}

/// A film as it is recorded, of which any number of bytes may be there.
struct Recording: Sendable, CustomTestStringConvertible {
    /// The file's name, whose ending is that of its container.
    let testDescription: String
    private let input: [String]
    private let output: [String]
    /// Whether it is the one of its container that tests of all containers take.
    let isOneOfItsKind: Bool
    /// Whether a frame's two packets are one of ours.
    private let hasFields: Bool
    /// What is done to the bytes that ffmpeg writes.
    private let form: @Sendable (Data) -> Data

    private init(
        _ name: String,
        _ output: [String],
        from input: [String] = film(seconds: 30),
        isOneOfItsKind: Bool = false,
        hasFields: Bool = false,
        form: @escaping @Sendable (Data) -> Data = { $0 }
    ) {
        (testDescription, self.output, self.input) = (name, output, input)
        (self.isOneOfItsKind, self.hasFields, self.form) = (isOneOfItsKind, hasFields, form)
    }

    private static func film(seconds: Int) -> [String] {
        ["testsrc2=size=64x36", "sine"].flatMap {
            ["-f", "lavfi", "-t", "\(seconds)", "-i", $0]
        }
    }
    private static let h264 = [
        "-c:v", "libx264", "-preset", "ultrafast", "-bf", "2", "-g", "40", "-c:a", "aac",
    ]
    private static let hevc = [
        "-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "keyint=30:log-level=error",
    ]
    private static let fragments = ["-movflags", "frag_keyframe+empty_moov"]
    /// The moov has an edit list, as it is written once the first times are known.
    private static let edited =
        ["-an"] + h264 + [
            "-movflags", "frag_keyframe+delay_moov+default_base_moof",
        ]

    static let all = [
        Recording("h264.mkv", h264, isOneOfItsKind: true),
        Recording("live.mkv", ["-an", "-live", "1"] + h264),
        Recording(
            "vp8.webm",
            ["-an", "-c:v", "libvpx", "-cpu-used", "8", "-deadline", "realtime"]
                + ["-g", "50", "-live", "1"]
        ),
        Recording("unsized.mkv", ["-an", "-live", "1"] + h264, form: RecordedForm.unsized),
        Recording("h264.ts", h264, isOneOfItsKind: true),
        Recording("mpeg2.ts", ["-c:v", "mpeg2video", "-bf", "2"]),
        Recording("hevc.ts", ["-an"] + hevc),
        Recording(
            "fields.ts",
            ["-c", "copy"],
            from: ["-stream_loop", "9", "-i", MatrixFile.path("paff.ts")],
            hasFields: true
        ),
        Recording("h264.mp4", h264 + fragments, isOneOfItsKind: true),
        Recording("hevc.mp4", ["-an"] + hevc + fragments + ["-frag_duration", "1500000"]),
        // The first fragment lies in the moov, whose samples an edit list can cut.
        Recording("moov-first.mp4", h264 + ["-movflags", "frag_keyframe"]),
        Recording("edited.mp4", edited),
        // An edit that begins between two samples, and two of which one ends there.
        Recording("between.mp4", edited) { RecordedForm.edited($0, [(0, 1300)]) },
        Recording("segments.mp4", edited) {
            RecordedForm.edited($0, [(2000, 1300), (90_000, 30_800)])
        },
        Recording("h264.flv", h264 + ["-ar", "44100"], isOneOfItsKind: true),
    ]

    /// Minutes of 25 frames a second.
    static func long(minutes: Int) throws -> Recording {
        let minute = Recording("minute.ts", h264, from: film(seconds: 60))
        _ = try minute.made()
        let input = ["-stream_loop", "\(minutes - 1)", "-i", minute.wholePath]
        return Recording("long.ts", ["-c", "copy"], from: input)
    }

    /// Makes it, and returns its bytes; another hue gives it other ones.
    func made(hue: Int = 0) throws -> Data {
        let filter = hue == 0 ? [] : ["-vf", "hue=h=\(hue)"]
        _ = try Tool.run("ffmpeg", ["-y", "-v", "error"] + input + filter + output + [wholePath])
        return form(try Data(contentsOf: URL(filePath: wholePath)))
    }

    private var wholePath: String { Scratch.directory + "/whole-" + testDescription }
    private var path: String { Scratch.directory + "/" + testDescription }

    /// Appends what is missing up to a size, and returns the file's path.
    func grow(to size: Int, of bytes: Data) throws -> String {
        if !FileManager.default.fileExists(atPath: path) {
            try Data().write(to: URL(filePath: path))
        }
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        let start = Int(try handle.seekToEnd())
        try handle.write(contentsOf: bytes[start..<size])
        try handle.close()
        return path
    }

    /// What `ffprobe` says of the packets that are there; of every frame's first.
    fileprivate func rows() throws -> [Row] {
        let packets = try Oracle.packets(of: path)
        let frame = packets.compactMap(\.duration).max()
        var (rows, isSecond) = ([Row](), false)
        for packet in packets {
            let isField = hasFields && packet.duration != frame
            if isSecond {
                rows[rows.count - 1].size += packet.size
            } else {
                rows.append(Row(packet))
            }
            isSecond = isField && !isSecond
        }
        return rows
    }
}

/// What we and `ffprobe` both say of a packet.
private struct Row: Hashable {
    let pts, dts: Int64?
    let position: Int64?
    var size: Int
    let isKeyframe: Bool

    init(_ packet: PacketRecord) {
        (pts, dts) = (packet.pts?.ticks, packet.dts?.ticks)
        (position, size, isKeyframe) = (packet.position, packet.size, packet.isKeyframe)
    }

    init(_ packet: Oracle.Packet) {
        (pts, dts) = (packet.pts, packet.dts)
        (position, size, isKeyframe) = (packet.position, packet.size, packet.isKeyframe)
    }
}
