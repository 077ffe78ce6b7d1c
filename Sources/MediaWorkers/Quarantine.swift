package import Media
import Synchronization

/// Counts how often reading each file has ended a worker.
///
/// After three times the file is not read again until the server restarts. Safe on every thread.
package final class Quarantine: Sendable {
    private let ends = Mutex<[FileIdentity: Int]>([:])
    /// Ends of workers after which a file is in quarantine.
    private static let crashLimit = 3
    /// The most files that are counted, to bound the memory.
    private static let limit = 1024

    /// Creates an empty quarantine.
    package init() {}

    /// Whether a file is in quarantine.
    package func holds(_ file: OpenFile) -> Bool {
        ends.withLock { $0[file.identity, default: 0] } >= Self.crashLimit
    }

    /// How many files are in quarantine.
    package var count: Int {
        ends.withLock { ends in ends.values.count { $0 >= Self.crashLimit } }
    }

    /// Counts a worker that has ended while it read a file.
    func note(_ file: OpenFile) {
        ends.withLock { ends in
            if ends.count >= Self.limit { ends = ends.filter { $0.value >= Self.crashLimit } }
            ends[file.identity, default: 0] += 1
        }
    }
}
