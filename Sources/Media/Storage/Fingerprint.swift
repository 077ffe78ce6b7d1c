import Basics
import CFFmpeg
import Timeline

/// What an index depends on: the file's content, the stream and FFmpeg's versions.
///
/// With equal fingerprints a scan gives the same result. The path is not part of it, so that a
/// renamed file is recognised; a copy is another file.
package struct Fingerprint: Hashable {
    /// The encoded parts, stored with the index and compared as a whole.
    package let bytes: [UInt8]

    /// Increased whenever the same packets give another table or other information.
    private static let scanVersion: UInt64 = 3
    /// Bytes that are hashed at each end: headers, and indexes that muxers write last.
    private static let endSize = 1 << 20

    /// The fingerprint of a file as it is now, for a scan of `stream`.
    ///
    /// The bytes between the two ends are represented by size and modification time.
    package init(of file: OpenFile, stream: Int?, versions: LibraryVersions = .loaded) {
        let identity = file.identity
        var writer = ByteWriter()
        writer.append(Self.scanVersion)
        writer.append(bytes: versions.bytes)
        writer.append(signed: Int64(stream ?? -1))
        writer.append(identity.inode)
        writer.append(signed: identity.size)
        writer.append(signed: identity.stamp)
        // What lies elsewhere is known by its address and entity, and costs more to read.
        writer.append(bytes: identity.isElsewhere ? [] : Self.hashOfEnds(of: file))
        bytes = writer.bytes
    }

    /// The fingerprint of a file that may still be written, in whatever state: of its place alone.
    package init(
        ofRecording file: OpenFile,
        stream: Int?,
        versions: LibraryVersions = .loaded
    ) {
        var writer = ByteWriter()
        writer.append("recording")
        writer.append(Self.scanVersion)
        writer.append(bytes: versions.bytes)
        writer.append(signed: Int64(stream ?? -1))
        writer.append(file.identity.device)
        writer.append(file.identity.inode)
        bytes = writer.bytes
    }

    /// 32 hexadecimal digits: the name of the index's file.
    package var name: String { Self.name(of: bytes) }

    /// 32 hexadecimal digits: the name of the file for a key.
    package static func name(of key: [UInt8]) -> String {
        Digest.murmur3(of: key).hexadecimal
    }

    private static func hashOfEnds(of file: OpenFile) -> [UInt8] {
        var hash = Murmur3()
        var buffer = [UInt8](repeating: 0, count: Int(min(Int64(endSize), file.identity.size)))
        for start in [0, file.identity.size - Int64(buffer.count)] {
            buffer.withUnsafeMutableBytes { bytes in
                let count = max(0, file.read(at: start, into: bytes))
                hash.update(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
            }
        }
        return hash.finish()
    }
}
