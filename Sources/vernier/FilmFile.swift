import Glibc
import System

/// A file that is written piece by piece under another name, and gets its own when it is complete.
///
/// Owns the descriptor. What is not complete is removed with the value.
struct FilmFile: ~Copyable {
    private let path: String
    private let draft: String
    private let descriptor: CInt

    /// Creates the draft of the file that will be called `path`.
    init(_ path: String) throws(Failure) {
        (self.path, draft) = (path, "\(path).\(getpid()).part")
        descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            throw Failure(.cannotCreate, "\(path): cannot be written: \(SystemFailure().reason)")
        }
    }

    deinit {
        close(descriptor)
        unlink(draft)
    }

    /// Adds bytes at the end.
    func write(_ bytes: [UInt8]) throws(Failure) {
        do throws(SystemFailure) {
            try System.write(bytes, to: descriptor)
        } catch {
            throw Failure(.cannotCreate, "\(path): cannot be written: \(error.reason)")
        }
    }

    /// Gives the file its name.
    func finish() throws(Failure) {
        guard rename(draft, path) == 0 else {
            throw Failure(.cannotCreate, "\(path): cannot be written: \(SystemFailure().reason)")
        }
    }
}
