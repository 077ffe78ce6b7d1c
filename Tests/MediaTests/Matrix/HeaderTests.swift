import Foundation
import Library
import TestSupport
import Testing
import Timeline

@testable import Media

@Suite("What headers say", .serialized, .timeLimit(.minutes(1)), .scratchDirectory)
struct HeaderTests {
    private func info(_ name: String, stream: Int? = nil) throws -> MediaInfo {
        try MediaIndex(scanning: OpenFile(path: MatrixFile.path(name)), stream: stream).info
    }

    @Test(arguments: [
        "two-videos.mkv", "two-videos.mp4", "cover.mp3", "cover-first.mp4", "cover-attached.mkv",
        "timecode.mov", "h264.ts", "tone.ogg", "still.png", "fps-29.97.mp4", "chapters.mp4",
    ])
    func `of the streams is what ffprobe says of them`(_ name: String) throws {
        let streams = try info(name).streams
        let answers = try Probe.read(name, "streams").streams ?? []
        #expect(streams.map(\.kind.rawValue) == answers.map(\.codec_type))
        #expect(streams.map(\.codec) == answers.map { $0.codec_name ?? "none" })
        #expect(streams.map(\.storedSize.width) == answers.map { $0.width ?? 0 })
        #expect(streams.map(\.storedSize.height) == answers.map { $0.height ?? 0 })
        #expect(streams.map(\.isDefault) == answers.map { $0.disposition.default == 1 })
        let attached = answers.map { $0.disposition.attached_pic == 1 }
        #expect(streams.map(\.isAttachedPicture) == attached)
        let videos = zip(streams, answers).filter { $0.0.kind == .video }
        for (stream, answer) in videos where answer.avg_frame_rate != "0/0" {
            let rate = try #require(stream.frameRate)
            #expect("\(rate.numerator)/\(rate.denominator)" == answer.avg_frame_rate)
        }
        #expect(videos.allSatisfy { $0.1.avg_frame_rate != "0/0" || $0.0.frameRate == nil })
    }

    @Test(arguments: ["paff.ts", "paff.mp4", "paff.mkv", "paff-lone.ts", "paff-pairs.mp4"])
    func `of the rate counts a pair of fields once`(_ name: String) throws {
        #expect(abs(try info(name).frameRate.value - 25) < 0.2)
    }

    /// Wrong claims are reported as ffprobe does; guesses from the bit rate are tested below.
    @Test(arguments: [
        "h264-closed.mp4", "start-10.mkv", "start-10.mp4", "start-10.ts", "joined.ts", "vfr.mp4",
        "short-video.mp4", "cut-off-broken.mkv", "cut-off.flv", "no-edit-list.mp4", "no-pts.mkv",
        "no-cues.mkv", "piped.mkv", "raw.h264", "still.png", "tone.mp3", "mpeg1.mpg",
    ])
    func `of the duration is the container's claim, as ffprobe reads it`(_ name: String) throws {
        let info = try info(name)
        let claim = try Probe.read(name, "format").format?.duration.flatMap(Double.init)
        #expect(info.containerDuration == claim)
        #expect(info.estimatedDuration == nil)
    }

    @Test(arguments: ["tone.aac", "tone-no-xing.mp3"])
    func `of the duration a guess from the bit rate is no claim`(_ name: String) throws {
        let info = try info(name)
        let guess = try Probe.read(name, "format").format?.duration.flatMap(Double.init)
        #expect(info.containerDuration == nil)
        #expect(info.estimatedDuration == guess)
        // The reason for keeping guesses apart: they are less than the sound's 4 seconds.
        #expect(try #require(guess) < 4)
    }

    @Test(arguments: ["two-videos.mkv", "cover.mp3", "tone.aac", "timecode.mov", "chapters.mkv"])
    func `is the same when it was stored`(_ name: String) throws {
        let store = IndexStore(folder: Scratch.directory, byteLimit: 1 << 20)
        let file = try OpenFile(path: MatrixFile.path(name))
        let scanned = try MediaIndex(of: file, store: store)
        #expect(store.index(of: file)?.info == scanned.info)
    }

    @Test func `of one stream is stored apart from that of others`() throws {
        let store = IndexStore(folder: Scratch.directory, byteLimit: 1 << 20)
        let file = try OpenFile(path: MatrixFile.path("two-videos.mkv"))
        let frames = try [nil, 0, 1, 2].map { stream in
            try MediaIndex(of: file, stream: stream, store: store).table.count
        }
        let again = [nil, 0, 1, 2].map { store.index(of: file, stream: $0)?.table.count }
        #expect(frames[..<3] == [40, 100, 40])
        #expect(again == frames)
        #expect(store.counts == .init(hits: 4, misses: 4))
    }
}

/// ffprobe's output as JSON, in which some numbers are strings.
private struct Probe: Decodable {
    struct Disposition: Decodable {
        let `default`, attached_pic: Int
    }

    struct Stream: Decodable {
        let codec_type, avg_frame_rate: String
        let codec_name: String?
        let width, height: Int?
        let disposition: Disposition
    }

    struct Format: Decodable {
        let duration: String?
    }

    let streams: [Stream]?
    let format: Format?

    static func read(_ name: String, _ part: String) throws -> Probe {
        let arguments = ["-v", "error", "-of", "json", "-show_\(part)", MatrixFile.path(name)]
        let output = try Tool.run("ffprobe", arguments)
        return try JSONDecoder().decode(Probe.self, from: output)
    }
}
