import TestSupport
import Testing
import Timeline

@testable import Media

@Suite("Layouts of streams", .serialized, .timeLimit(.minutes(1)))
struct LayoutTests {
    private func index(_ name: String, stream: Int? = nil) throws -> MediaIndex {
        try MediaIndex(scanning: OpenFile(path: MatrixFile.path(name)), stream: stream)
    }

    @Test(arguments: [
        "tone-pcm.wav", "tone.mp3", "tone-no-xing.mp3", "tone.m4a", "tone.flac", "tone.ogg",
        "tone.opus", "tone.aac", "cover.mp3", "cover.m4a", "cover.flac",
    ])
    func `sound has a timeline of its packets, with or without a cover`(_ name: String) throws {
        let index = try index(name)
        let packets = try Oracle.packets(of: MatrixFile.path(name), stream: "a:0")
        #expect(index.info.kind == .audio)
        #expect(index.table.count == packets.count { !$0.isDiscarded })
        #expect((0..<index.table.count).allSatisfy(index.table.isKeyframe))
        // Coders add silence at both ends, less than two packets of each.
        #expect(abs(index.table.duration - 4) < 0.12)
    }

    @Test(arguments: ["cover.mp3", "cover.m4a", "cover.flac"])
    func `a cover is no stream to be asked for`(_ name: String) throws {
        let file = MatrixFile.path(name)
        let cover = try #require(try Oracle.stream(of: file, stream: "v:0"))
        #expect(throws: MediaError.noSuchStream(file: file, stream: cover.index)) {
            try index(name, stream: cover.index)
        }
    }

    @Test(arguments: ["cover-first.mp4", "cover-attached.mkv"])
    func `a cover is never taken for the video`(_ name: String) throws {
        let index = try index(name)
        #expect(index.info.kind == .video)
        #expect(index.info.storedSize == PixelSize(width: 160, height: 90))
        #expect(index.table.count == 100)
    }

    @Test(arguments: [(0, 100, 160), (1, 40, 64)])
    func `each of several videos can be asked for`(stream: Int, frames: Int, width: Int) throws {
        let index = try index("two-videos.mkv", stream: stream)
        #expect(index.table.count == frames)
        #expect(index.info.storedSize.width == width)
    }

    @Test func `the video that the file calls its default is shown by default`() throws {
        #expect(try index("two-videos.mkv").info.stream == 1)
    }

    @Test(arguments: ["still.png", "still.jpg", "one-frame.mp4"])
    func `every position of a single picture leads to it`(_ name: String) throws {
        let table = try index(name).table
        #expect([0, 0.5, 1].map { table.frame(atPosition: $0) } == [0, 0, 0])
        #expect([-1, 0, 9e9].map { table.frame(atTime: $0) } == [0, 0, 0])
    }

    @Test func `turned pictures and wide pixels are reported and shown upright`() throws {
        let turned = try index("turned.mp4").info
        // ffprobe counts 90 degrees the other way round.
        #expect(turned.rotation == 270)
        #expect(turned.size == PixelSize(width: 90, height: 160))
        let wide = try index("wide-pixels.mp4").info
        #expect([wide.sampleAspect.numerator, wide.sampleAspect.denominator] == [4, 3])
        #expect(wide.size == PixelSize(width: 213, height: 90))
    }

    @Test(arguments: ["timecode.mov", "prores.mov"])
    func `a timecode track gives the labels and no frames`(_ name: String) throws {
        let index = try index(name)
        #expect(index.info.startTimecode == "01:00:00:00")
        #expect(index.table.count == 100)
    }

    /// At 0, 1.2 and 2.5 s, by 25 frames a second.
    ///
    /// Before FFmpeg 8, the pictures of a Matroska file come 21 ms later than its chapters.
    @Test(arguments: ["chapters.mp4", "chapters.mkv"])
    func `chapters start at the frames their times name`(_ name: String) throws {
        let index = try index(name)
        let entries = ["-show_entries", "stream=start_time", "-of", "csv=p=0"]
        let path = MatrixFile.path(name)
        let text = try Tool.run(
            "ffprobe",
            ["-v", "error", "-select_streams", "V"] + entries + [path]
        )
        let words = String(decoding: text, as: UTF8.self).split { $0 == "," || $0 == "\n" }
        let start = try #require(words.first.flatMap { Double($0) })
        let frames = [0, 1.2, 2.5].map { max(0, Int((($0 - start) * 25 + 0.01).rounded(.down))) }
        #expect(index.info.chapters.map(index.table.firstFrame) == frames)
    }

    /// Where the header's duration counts from zero, is too long or is missing.
    @Test(arguments: [
        ("start-10.mkv", 10, 4), ("start-10.mp4", 10, 4), ("start-10.ts", 11.48, 4),
        ("wrap.ts", -2.018, 4), ("late-video.mp4", 1.5, 4), ("no-cues.mkv", 0, 4),
        ("piped.mkv", 0, 4), ("no-edit-list.mp4", 0.08, 4), ("short-video.mp4", 0, 1.52),
        ("short-audio.mp4", 0, 4), ("cut-off-broken.mkv", 0, 2.4), ("gap.webm", 0, 14),
    ])
    func `duration is what was scanned, from the first frame on`(
        name: String,
        first: Double,
        duration: Double
    ) throws {
        let table = try index(name).table
        #expect(abs(table.timebase.seconds(table.first.ticks) - first) < 0.1)
        #expect(abs(table.duration - duration) < 0.05)
    }
}

@Suite("Files with false claims, or that are no media", .serialized, .timeLimit(.minutes(1)))
struct InvalidFileTests {
    @Test(arguments: ["endless-times.mp4", "nan.flv", "nan.mkv"])
    func `an impossible count or duration is ignored`(_ name: String) throws {
        let table = try MediaIndex(scanning: OpenFile(path: MatrixFile.path(name))).table
        #expect(table.count == 100)
        #expect(table.duration == 4)
    }

    @Test(arguments: [
        "endless.mp4", "huge.y4m", "many-streams.avi", "empty.mp4", "text.mp4",
        "cut-off-no-moov.mp4",
    ])
    func `what cannot be opened is an error that names the file`(_ name: String) throws {
        let path = MatrixFile.path(name)
        let error = #expect(throws: MediaError.self) {
            try MediaIndex(scanning: OpenFile(path: path))
        }
        #expect(error?.description.hasPrefix("\(path): ") == true)
    }
}
