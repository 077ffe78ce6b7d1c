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

    /// What went with version 7, and what with version 9.
    static let removed: [Set<String>] = [["ayuv", "libopenjpeg"], ["v308", "v408", "v410"]]

    @Test func `are all known to FFmpeg by that name, or were before version 9`() throws {
        let missing = AllowedCodecs.names.subtracting(try Self.decoders())
        let before7 = Self.removed[0]
        #expect([[], before7, before7.union(Self.removed[1])].contains(missing), "\(missing)")
    }

    @Test(arguments: ["wrapped_avframe", "librsvg", "ansi", "h264_v4l2m2m", "hevc_cuvid"])
    func `leave out what takes addresses, draws, or needs a device`(_ name: String) throws {
        #expect(try Self.decoders().contains(name) && !AllowedCodecs.names.contains(name))
    }
}
