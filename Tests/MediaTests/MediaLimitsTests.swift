import TestSupport
import Testing

@testable import Media

@Suite("The codecs that are decoded")
struct MediaLimitsTests {
    /// What this FFmpeg has, as its own program lists it.
    static func decoders() throws -> Set<String> {
        let listing = try Tool.run("ffmpeg", ["-hide_banner", "-decoders"])
        let lines = String(decoding: listing, as: UTF8.self).split(separator: "\n")
        return Set(lines.compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) })
    }

    @Test func `are all known to FFmpeg by that name, or were before version 7`() throws {
        let missing = AllowedCodecs.names.subtracting(try Self.decoders())
        #expect(missing.isEmpty || missing == ["ayuv", "libopenjpeg"])
    }

    @Test(arguments: ["wrapped_avframe", "librsvg", "ansi", "h264_v4l2m2m", "hevc_cuvid"])
    func `leave out what takes addresses, draws, or needs a device`(_ name: String) throws {
        #expect(try Self.decoders().contains(name) && !AllowedCodecs.names.contains(name))
    }
}
