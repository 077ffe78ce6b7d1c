import CFFmpeg
import Timeline

/// Versions of FFmpeg's libraries.
///
/// Another version may number the frames of a file otherwise, or decode other pixels. So stored
/// indexes, previews and entity tags name the versions, and an upgrade never mixes what both made.
public struct LibraryVersions: Hashable, Sendable {
    /// The versions that this process has loaded.
    public static let loaded = LibraryVersions(
        release: String(cString: av_version_info()),
        numbers: [avformat_version(), avcodec_version(), avutil_version(), swscale_version()]
    )

    /// What stored files are compared by.
    let bytes: [UInt8]
    /// 8 hexadecimal digits, for entity tags.
    public let tag: String

    /// Creates a value.
    ///
    /// - Parameters:
    ///   - release: FFmpeg's release with the distribution's suffix.
    ///   - numbers: The version of each library, as `AV_VERSION_INT` has it.
    package init(release: String, numbers: [UInt32]) {
        var writer = ByteWriter()
        writer.append(release)
        for number in numbers { writer.append(UInt64(number)) }
        bytes = writer.bytes
        tag = String(Fingerprint.name(of: bytes).prefix(8))
    }
}
