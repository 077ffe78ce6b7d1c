package import Media
import System
import Timeline

/// Users' marks on disk, as opaque bytes by name.
///
/// Not a cache: nothing is removed, and a file that cannot be read is an error, not a missing one.
/// Calls block. Safe on every thread.
package struct MarkStore: Sendable {
    private let folder: StoreFolder

    /// Creates a store in a folder, which is made when the first marks are written.
    package init(folder: String) { self.folder = StoreFolder(path: folder, ending: ".vnmk") }

    /// The folder's path.
    package var path: String { folder.path }

    /// The bytes stored by a name; `nil` if there are none.
    ///
    /// - Throws: ``MediaError/cannotOpen(file:reason:)``, which names the file, when it cannot be
    ///   known whether there are any.
    package func bytes(of name: String, atMost limit: Int) throws(MediaError) -> [UInt8]? {
        let content = try naming(name) { () throws(SystemFailure) in
            try folder.content(of: name, atMost: limit)
        }
        return switch content {
        case .missing: nil
        case .bytes(let bytes): bytes
        // Nothing that was stored here: it is found to be damaged.
        case .unusable: []
        }
    }

    /// Stores bytes by a name, replacing those before: after a crash there are the old or the new.
    ///
    /// - Throws: ``MediaError/cannotWrite(file:reason:)`` that names the folder.
    package func keep(_ bytes: [UInt8], as name: String) throws(MediaError) {
        do throws(SystemFailure) {
            try folder.write(bytes, to: name)
            try folder.flush()
            folder.sweep()
        } catch {
            throw .cannotWrite(file: folder.path, reason: error.reason)
        }
    }

    /// Renames a stored file that cannot be used, so that it is not overwritten; returns its path.
    package func setAside(_ name: String) throws(MediaError) -> String {
        try naming(name) { () throws(SystemFailure) in try folder.setAside(name) }
    }

    /// Moves all marks here from where they were kept before, but for those of names that there
    /// are here already.
    ///
    /// - Returns: How many files have been moved, and the paths of those that have not.
    package func takeAll(from old: MarkStore) throws(MediaError) -> (moved: Int, left: [String]) {
        do throws(SystemFailure) {
            var (moved, left) = (0, [String]())
            for name in try old.folder.keptFiles() {
                if try folder.take(file: name, from: old.folder) {
                    moved += 1
                } else {
                    left.append("\(old.folder.path)/\(name)")
                }
            }
            return (moved, left)
        } catch {
            throw .cannotOpen(file: old.folder.path, reason: error.reason)
        }
    }

    private func naming<Result>(
        _ name: String,
        _ body: () throws(SystemFailure) -> Result
    ) throws(MediaError) -> Result {
        do throws(SystemFailure) {
            return try body()
        } catch {
            throw .cannotOpen(file: folder.path(of: name), reason: error.reason)
        }
    }
}

/// Proves that a file still begins with the same content, though it may have grown.
///
/// The first 16 KiB are skipped: at the end of a recording its length is written to the headers.
struct ContentProof: Hashable, Sendable {
    /// The encoded proof, for storing.
    let bytes: [UInt8]

    /// A name for what is proved, the same on every server: 16 hexadecimal digits.
    var name: String { String(Fingerprint.name(of: bytes).prefix(16)) }

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
        let content = end > Self.start ? file.bytes(in: Self.start..<end) : []
        writer.append(Fingerprint.name(of: content))
        bytes = writer.bytes
    }
}
