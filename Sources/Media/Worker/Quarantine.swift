import Synchronization

/// The files that have ended workers, and how often; safe on every thread.
public final class Quarantine: Sendable {
    private let ends = Mutex<[FileIdentity: Int]>([:])
    /// Ends that a file may cause before it is left alone.
    private static let patience = 3
    /// Files that are remembered; a folder full of bad ones does not fill the memory.
    private static let limit = 1024

    /// Creates an empty quarantine.
    public init() {}

    /// Whether a file is to be left alone.
    public func holds(_ file: OpenFile) -> Bool {
        ends.withLock { $0[file.identity, default: 0] } >= Self.patience
    }

    /// How many files are left alone.
    public var count: Int {
        ends.withLock { ends in ends.values.count { $0 >= Self.patience } }
    }

    /// Notes that a worker has ended over a file.
    func note(_ file: OpenFile) {
        ends.withLock { ends in
            if ends.count >= Self.limit { ends = ends.filter { $0.value >= Self.patience } }
            ends[file.identity, default: 0] += 1
        }
    }
}
