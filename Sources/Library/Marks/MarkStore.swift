package import Media
import System
import Timeline

/// Users' marks on disk, as opaque bytes by name.
///
/// Not a cache: nothing is removed automatically. Calls block. Safe on every thread.
package struct MarkStore: Sendable {
    private let folder: StoreFolder

    /// Creates a store in a folder, which is made when the first marks are written.
    package init(folder: String) { self.folder = StoreFolder(path: folder, ending: ".vnmk") }

    /// The bytes stored by a name; `nil` if there are none, or more than `limit`.
    package func bytes(of name: String, atMost limit: Int) -> [UInt8]? {
        folder.read(name, atMost: limit)
    }

    /// Stores bytes by a name, atomically replacing those before.
    ///
    /// - Throws: ``MediaError/cannotWrite(file:reason:)`` that names the folder.
    package func keep(_ bytes: [UInt8], as name: String) throws(MediaError) {
        do throws(StoreFolder.Failure) {
            try folder.write(bytes, to: name)
            folder.sweep()
        } catch {
            throw .cannotWrite(file: folder.path, reason: error.reason)
        }
    }

    /// Renames a stored file that cannot be used, so that it is not overwritten.
    package func setAside(_ name: String) { folder.setAside(name) }
}

/// Proves that a file still begins with the same content, though it may have grown.
///
/// The first 16 KiB are skipped: at the end of a recording its length is written to the headers.
struct ContentProof: Hashable, Sendable {
    /// The encoded proof, for storing.
    let bytes: [UInt8]

    private static let start = 16 << 10
    private static let size = 64 << 10

    /// The proof of a file as it is now.
    init(of file: OpenFile) {
        self.init(of: file, upTo: min(Int(file.size), Self.start + Self.size))
    }

    /// Whether a stored proof is valid for a file.
    static func holds(_ bytes: [UInt8], for file: OpenFile) -> Bool {
        var reader = ByteReader(bytes)
        guard let end = try? reader.integer(in: 0...start + size), end <= file.size else {
            return false
        }
        return ContentProof(of: file, upTo: end).bytes == bytes
    }

    private init(of file: OpenFile, upTo end: Int) {
        var writer = ByteWriter()
        writer.append(UInt64(end))
        let content = end > Self.start ? file.content(in: Self.start..<end) : []
        writer.append(Fingerprint.name(of: content))
        bytes = writer.bytes
    }
}
