import Dispatch
import Marks
import Media
import System
import Timeline

/// Reads and writes the marks of files on a thread of its own, so that nobody waits for the disk.
///
/// Of changes that come faster than the disk writes, only the last is written. What is read comes
/// after all that was to be written before.
final class MarksService: Sendable {
    private enum Job: Sendable {
        case read(MarksName, ClipSource)
        case write(MarksName, VersionedMarks, ClipSource)
        case finish(DispatchSemaphore)
    }

    /// What waits: for each marks one reading and one writing.
    private enum Order: Hashable, Sendable {
        case read(MarksName)
        case write(MarksName)
        case finish
    }

    private let store: MarkStore?
    private let report: @Sendable (LibraryReport) -> Void
    private let jobs = WorkQueue<Order, Job>()
    /// How long the end of the program waits for the disk.
    private static let timeout = DispatchTimeInterval.seconds(5)

    /// Starts the thread, which ends with ``finish()``; without a store nothing is stored.
    init(store: MarkStore?, report: @escaping @Sendable (LibraryReport) -> Void) {
        (self.store, self.report) = (store, report)
        WorkThread.start(named: "vernier-marks") { [self] in
            while let job = jobs.next() {
                switch job {
                case .read(let name, let source): read(name, source)
                case .write(let name, let history, let source): write(history, as: name, source)
                case .finish(let semaphore): semaphore.signal()
                }
            }
        }
    }

    /// Reads the marks of a file, and reports them; safe on every thread.
    func load(_ name: MarksName, of source: ClipSource) {
        jobs.post(.read(name, source), for: .read(name))
    }

    /// Saves the marks of a file; safe on every thread.
    func save(_ history: VersionedMarks, as name: MarksName, of source: ClipSource) {
        guard store != nil else { return }
        jobs.post(.write(name, history, source), for: .write(name))
    }

    /// Writes what waits, and ends the thread.
    func finish() {
        let end = DispatchSemaphore(value: 0)
        jobs.post(.finish(end), for: .finish)
        _ = end.wait(timeout: .now() + Self.timeout)
        jobs.close()
    }

    private func read(_ name: MarksName, _ source: ClipSource) {
        do throws(MediaError) {
            let history = try stored(name, source)
            report(.marks(name, .success(history)))
        } catch {
            report(.marks(name, .failure(error)))
        }
    }

    /// The stored marks of a file; those of another file that had the name before are set aside,
    /// and so are those that cannot be understood.
    private func stored(
        _ name: MarksName,
        _ source: ClipSource
    ) throws(MediaError) -> VersionedMarks {
        let bytes = try store?.bytes(of: name.file, atMost: MarkSet.byteLimit)
        guard let store, let bytes else { return VersionedMarks() }
        let reason: String
        do throws(MarksError) {
            let stored = try StoredMarks(decoding: bytes, in: source.index.table.count)
            guard !ContentProof.holds(stored.key, for: source.file) else {
                return VersionedMarks(stored.marks, version: stored.version)
            }
            reason = "marks of another file that had its name"
        } catch {
            reason = "\(error)"
        }
        let place = try store.setAside(name.file)
        report(.marksSetAside(source.file.name, place: place, reason: reason))
        return VersionedMarks()
    }

    private func write(_ history: VersionedMarks, as name: MarksName, _ source: ClipSource) {
        let stored = StoredMarks(key: ContentProof(of: source.file).bytes, history)
        // A file that was replaced does not write over the marks of the one that has its name now.
        let file = source.file.isUnlinked ? name.fileOfRemoved : name.file
        do throws(MediaError) {
            try store?.keep(stored.encoded(), as: file)
        } catch {
            report(.marksNotKept(name, error))
        }
    }
}

/// Whose marks: one stream of one file, however it was asked for and however long the file is.
package struct MarksName: Hashable, Sendable {
    private let id: MediaID
    private let device: UInt64
    private let inode: UInt64
    private let stream: Int

    /// The marks of what a clip turned out to be.
    init(_ source: ClipSource) {
        id = source.key.id
        (device, inode) = (source.file.identity.device, source.file.identity.inode)
        stream = source.index.info.stream
    }

    /// What they are stored as.
    var file: String { "\(id)-\(stream)" }

    /// What they are stored as when the file has no name any more.
    var fileOfRemoved: String { "\(file)-\(String(inode, radix: 16))" }
}
