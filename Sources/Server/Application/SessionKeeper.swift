import Dispatch
import Media
package import Scrubbing
import System
import Timeline

/// Sessions on disk, so that clients of a server that has been started again go on where they were.
///
/// They are kept at intervals, and at the end, each time all of them, by a thread of their own; of
/// what comes faster than the disk writes only the last is written.
package final class SessionKeeper: Sendable {
    private enum Job: Sendable {
        case write([SessionSnapshot])
        case finish(DispatchSemaphore)
    }

    private let folder: StoreFolder
    /// The server's own file in a folder that several may share.
    private let name: String
    private let log: @Sendable (String) -> Void
    private let jobs = WorkQueue<Int, Job>()
    /// How long the end of the program waits for the disk.
    private static let timeout = DispatchTimeInterval.seconds(5)
    /// Files of servers that have not come back for so long, in seconds.
    private static let stale = Duration.seconds(600)
    private static let byteLimit = 64 << 20

    /// Starts the thread, which ends with ``finish()``.
    ///
    /// - Parameters:
    ///   - folder: Where servers keep sessions.
    ///   - place: Where this one listens, by which it finds its own again.
    ///   - log: Receives why sessions cannot be read or written.
    package init(folder: String, place: String, log: @escaping @Sendable (String) -> Void) {
        self.folder = StoreFolder(path: folder, ending: ".vnss")
        name = Fingerprint.name(of: Array(place.utf8))
        self.log = log
        WorkThread.start(named: "vernier-places") { [self] in
            // A crowd's sessions take tens of milliseconds, in which the loop is not to be kept waiting.
            WorkThread.lowerPriority()
            while let job = jobs.next() {
                switch job {
                case .write(let sessions): write(sessions)
                case .finish(let semaphore): semaphore.signal()
                }
            }
        }
    }

    /// The sessions that can still be resumed; blocks.
    package func load() -> [StoredSession] {
        sweep()
        do {
            switch try folder.content(of: name, atMost: Self.byteLimit) {
            case .missing: return []
            case .unusable: throw StoredError.damaged
            case .bytes(let bytes):
                let now = Self.now
                return try StoredSession.decode(bytes).filter { $0.until > now }
            }
        } catch {
            log("\(folder.path(of: name)): sessions cannot be resumed: \(Self.reason(for: error))")
            return []
        }
    }

    /// Has all sessions written.
    package func keep(_ sessions: [SessionSnapshot]) { jobs.post(.write(sessions), for: 0) }

    /// Writes what waits, and ends the thread.
    package func finish() {
        let end = DispatchSemaphore(value: 0)
        jobs.post(.finish(end), for: 1)
        _ = end.wait(timeout: .now() + Self.timeout)
        jobs.close()
    }

    /// Seconds since 1970.
    package static var now: UInt64 { WallClock.seconds }

    private func write(_ sessions: [SessionSnapshot]) {
        do throws(SystemFailure) {
            guard !sessions.isEmpty else { return try folder.remove(name) }
            try folder.write(StoredSession.encode(sessions), to: name)
        } catch {
            log("\(folder.path): sessions will not outlive the server: \(error.reason)")
        }
    }

    private func sweep() {
        folder.sweep()
        let now = Duration.seconds(Int64(Self.now))
        for item in folder.items where now - item.lastUse > Self.stale && item.name != name {
            try? folder.remove(item.name)
        }
    }

    private static func reason(for error: any Error) -> String {
        (error as? SystemFailure)?.reason ?? "they are damaged, or of another version"
    }
}
