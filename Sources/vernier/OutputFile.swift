import System

/// A file that is written piece by piece under another name, and gets its own when it is complete.
///
/// Owns the descriptor. What is not complete is removed with the value. A pipe, a device or a link is
/// written to as it is: another name would take its place.
struct OutputFile: ~Copyable {
    private let path: String
    /// The file until it is complete; `nil` for what is written to as it is.
    private let draft: FilePath?
    private let file: OwnedDescriptor

    /// Creates the draft of the file that will be called `path`.
    init(_ path: String) throws(Failure) {
        let isInPlace = FilePath(path).status?.kind == .other
        let draft = isInPlace ? nil : FilePath("\(path).\(ThisProcess.id).part")
        file = try Self.open(draft, for: path)
        (self.path, self.draft) = (path, draft)
    }

    private static func open(
        _ draft: FilePath?,
        for path: String
    ) throws(Failure) -> OwnedDescriptor {
        do throws(SystemFailure) {
            guard let draft else {
                let file = try FilePath(path).open(.writing)
                // Only what a link leads to may have been longer.
                try? file.descriptor.truncate(to: 0)
                return file
            }
            return try draft.open([.writing, .new], permissions: 0o666)
        } catch {
            throw Failure(.cannotCreate, "\(path): cannot be written: \(error.reason)")
        }
    }

    deinit { try? draft?.remove() }

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
            try draft?.rename(to: FilePath(path))
        } catch {
            throw Failure(.cannotCreate, "\(path): cannot be written: \(error.reason)")
        }
    }
}
