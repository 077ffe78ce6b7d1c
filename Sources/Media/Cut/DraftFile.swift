import System

/// A file that is written under a temporary name in the same folder, and renamed when it is
/// complete.
///
/// Owns the descriptor. Removed with the value, unless it was published.
struct DraftFile: ~Copyable {
    private let owned: OwnedDescriptor
    private let path: String
    private let draft: FilePath
    private let overwrites: Bool

    /// Creates the draft of the file that will be called `path`.
    ///
    /// - Throws: ``MediaError`` where the file exists already, where the disk has no space for
    ///   `bytes`,
    ///   or where nothing can be written.
    init(_ path: String, expecting bytes: Int64, overwrites: Bool) throws(MediaError) {
        guard overwrites || !FilePath(path).exists else { throw .exists(file: path) }
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let folder = slash == path.startIndex ? "." : String(path[..<slash])
        try Self.checkSpace(for: bytes, in: folder, file: path)
        let draft = FilePath("\(folder)/\(DraftName.make(for: path[slash...]))")
        owned = try Self.make(draft, for: path)
        (self.path, self.draft, self.overwrites) = (path, draft, overwrites)
    }

    private static func make(
        _ draft: FilePath,
        for path: String
    ) throws(MediaError) -> OwnedDescriptor {
        do throws(SystemFailure) {
            return try draft.open([.both, .new], permissions: 0o666)
        } catch {
            throw .cannotWrite(file: path, reason: error.reason)
        }
    }

    deinit { try? draft.remove() }

    /// Open for writing and reading.
    var descriptor: Descriptor { owned.descriptor }

    /// How many bytes have been written.
    var size: Int64 { descriptor.status?.size ?? 0 }

    /// Flushes the file to the disk and gives it its name.
    func publish() throws(MediaError) {
        do throws(SystemFailure) {
            try descriptor.flush()
            // Unlike the new name of a rename, that of a link must not be taken in the meantime.
            if overwrites {
                try draft.rename(to: FilePath(path))
            } else {
                try draft.link(as: FilePath(path))
            }
        } catch {
            guard error.kind != .exists else { throw .exists(file: path) }
            throw .cannotWrite(file: path, reason: error.reason)
        }
        flushFolder()
    }

    /// Flushes the directory entry; failures are ignored, as the system writes it later anyway.
    private func flushFolder() {
        let folder = draft.text[..<(draft.text.lastIndex(of: "/") ?? draft.text.endIndex)]
        try? FilePath(String(folder)).flushFolder()
    }

    private static func checkSpace(
        for bytes: Int64,
        in folder: String,
        file: String
    ) throws(MediaError) {
        let free: Int64
        do throws(SystemFailure) {
            free = try FilePath(folder).freeBytes()
        } catch {
            throw .cannotWrite(file: file, reason: error.reason)
        }
        guard bytes <= free else { throw .noSpace(file: file, needed: bytes, free: free) }
    }
}

/// The hidden, random name of a file while it is being written.
public enum DraftName {
    private static let ending = ".part"

    /// A name for a draft of the file that will be called `name`.
    static func make(for name: some StringProtocol) -> String {
        ".\(name).\(String(UInt64.random(in: 0...(.max)), radix: 36))\(ending)"
    }

    /// Whether a name is a draft's.
    public static func isDraft(_ name: String) -> Bool {
        name.hasPrefix(".") && name.hasSuffix(ending)
    }
}
