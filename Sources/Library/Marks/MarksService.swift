import Dispatch
import Marks
import Media
import System
import Timeline

/// Reads the stored marks of a file, and writes them on a thread of its own, so that nobody waits
/// for the disk.
///
/// Of changes that come faster than the disk writes, only the last is written.
final class MarksService: Sendable {
    private struct Write: Sendable {
        let source: ClipSource
        let history: MarkHistory
    }

    private enum Job: Sendable {
        case write(Write)
        case finish(DispatchSemaphore)
    }

    private let store: MarkStore?
    private let report: @Sendable (LibraryReport) -> Void
    private let jobs = WorkQueue<String, Job>()
    /// How long the end of the program waits for the disk.
    private static let timeout = DispatchTimeInterval.seconds(5)

    /// Starts the thread, which ends with ``finish()``; without a store nothing is written.
    init(store: MarkStore?, report: @escaping @Sendable (LibraryReport) -> Void) {
        (self.store, self.report) = (store, report)
        WorkThread.start(named: "vernier-marks") { [self] in
            while let job = jobs.next() {
                switch job {
                case .write(let job): write(job)
                case .finish(let semaphore): semaphore.signal()
                }
            }
        }
    }

    /// The stored marks of a file that has just been indexed; called on the indexing thread.
    ///
    /// Marks of another file that had the name before are set aside, and so are unreadable ones.
    func marks(of key: ClipKey, in file: OpenFile, _ index: MediaIndex) -> MarkHistory {
        let name = Self.name(of: key, index.info)
        guard let bytes = store?.bytes(of: name, atMost: MarkSet.byteLimit) else {
            return MarkHistory()
        }
        guard let stored = try? StoredMarks(decoding: bytes, in: index.table.count),
            ContentProof.holds(stored.key, for: file)
        else {
            store?.setAside(name)
            return MarkHistory()
        }
        return MarkHistory(stored.marks, version: stored.version)
    }

    /// Saves the marks of a file; safe on every thread.
    func save(_ history: MarkHistory, of source: ClipSource) {
        guard store != nil else { return }
        let job = Write(source: source, history: history)
        jobs.post(.write(job), for: Self.name(of: source.key, source.index.info))
    }

    /// Writes what waits, and ends the thread.
    func finish() {
        let end = DispatchSemaphore(value: 0)
        jobs.post(.finish(end), for: "")
        _ = end.wait(timeout: .now() + Self.timeout)
        jobs.close()
    }

    private func write(_ job: Write) {
        let source = job.source
        let stored = StoredMarks(key: ContentProof(of: source.file).bytes, job.history)
        do throws(MediaError) {
            try store?.keep(stored.encoded(), as: Self.name(of: source.key, source.index.info))
        } catch {
            report(.marksNotKept(source.key, error))
        }
    }

    /// The name under which the marks of one stream of a file are stored.
    private static func name(of key: ClipKey, _ info: MediaInfo) -> String {
        "\(key.id)-\(info.stream)"
    }
}
