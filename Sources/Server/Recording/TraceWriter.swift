import Dispatch
import Glibc
import Media
import Synchronization

/// Appends lines to files on a thread of its own, so that a slow disk holds up no client.
///
/// What waits is bounded by whoever posts. After an error nothing more is written.
final class TraceWriter: Sendable {
    private let queue = DispatchQueue(label: "vernier-record", qos: .utility)
    private let hasFailed = Atomic(false)
    private let complain: @Sendable (RecordingError) -> Void

    /// Creates a writer; `complain` hears of the first error, on the writer's thread.
    init(complain: @escaping @Sendable (RecordingError) -> Void) { self.complain = complain }

    /// Appends a line to a file, behind all lines that were posted before.
    func post(_ line: [UInt8], to path: String) {
        queue.async { [self] in
            guard !hasFailed.load(ordering: .relaxed) else { return }
            do throws(RecordingError) {
                try Self.append(line, to: path)
            } catch {
                hasFailed.store(true, ordering: .relaxed)
                complain(error)
            }
        }
    }

    /// Waits until everything is written.
    func finish() { queue.sync {} }

    /// Makes an empty file that was not there before.
    static func create(_ path: String) throws(RecordingError) { try append([], to: path, O_EXCL) }

    /// The file is open only while it is written: a crash loses no line that was posted.
    private static func append(
        _ line: [UInt8],
        to path: String,
        _ flags: Int32 = 0
    ) throws(RecordingError) {
        let flags = flags | O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW
        let descriptor = open(path, flags, 0o600)
        guard descriptor >= 0 else {
            throw RecordingError(path: path, reason: String(cString: strerror(errno)))
        }
        defer { close(descriptor) }
        do throws(SystemFailure) {
            try write(line, to: descriptor)
        } catch {
            throw RecordingError(path: path, reason: error.reason)
        }
    }
}
