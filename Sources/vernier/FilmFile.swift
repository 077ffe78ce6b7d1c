import System

/// A file that is written piece by piece under another name, and gets its own when it is complete.
///
/// Owns the descriptor. What is not complete is removed with the value.
struct FilmFile: ~Copyable {
    private let path: String
    private let draft: FilePath
    private let file: OwnedDescriptor

    /// Creates the draft of the file that will be called `path`.
    init(_ path: String) throws(Failure) {
        let draft = FilePath("\(path).\(ThisProcess.id).part")
        file = try Self.make(draft, for: path)
        (self.path, self.draft) = (path, draft)
    }

    private static func make(
        _ draft: FilePath,
        for path: String
    ) throws(Failure) -> OwnedDescriptor {
        do throws(SystemFailure) {
            return try draft.open([.writing, .new], permissions: 0o666)
        } catch {
            throw Failure(.cannotCreate, "\(path): cannot be written: \(error.reason)")
        }
    }

    deinit { try? draft.remove() }

    /// Adds bytes at the end.
    func write(_ bytes: [UInt8]) throws(Failure) {
        do throws(SystemFailure) {
            try file.descriptor.write(bytes)
        } catch {
            throw Failure(.cannotCreate, "\(path): cannot be written: \(error.reason)")
        }
    }

    /// Gives the file its name.
    func finish() throws(Failure) {
        do throws(SystemFailure) {
            try draft.rename(to: FilePath(path))
        } catch {
            throw Failure(.cannotCreate, "\(path): cannot be written: \(error.reason)")
        }
    }
}
