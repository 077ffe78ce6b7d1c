import Dispatch
import Marks
import Media
import Timeline

/// Reads what people have marked in a file, and a thread that writes it, so that nobody waits for
/// the disk.
///
/// Of changes that come faster than the disk takes them, the last is kept.
final class MarksKeeper: Sendable {
    private struct Order: Sendable {
        let source: ClipSource
        let history: MarkHistory
    }

    private enum Job: Sendable {
        case keep(Order)
        case finish(DispatchSemaphore)
    }

    private let store: MarkStore?
    private let reports: Mailbox<WorkReport>
    private let jobs = WorkQueue<String, Job>()
    /// A disk that hangs must not keep the program from ending.
    private static let patience = DispatchTimeInterval.seconds(5)

    /// Starts the thread, which ends with ``finish()``; without a store nothing outlives it.
    init(store: MarkStore?, reports: Mailbox<WorkReport>) {
        (self.store, self.reports) = (store, reports)
        WorkThread.start(named: "vernier-marks") { [self] in
            while let job = jobs.next() {
                switch job {
                case .keep(let order): write(order)
                case .finish(let semaphore): semaphore.signal()
                }
            }
        }
    }

    /// What is marked in a file, for a worker that has just indexed it.
    ///
    /// Marks of another file, which had the name before, are set aside; so is what cannot be read.
    func marks(of key: ClipKey, in file: OpenFile, _ index: MediaIndex) -> MarkHistory {
        let name = Self.name(of: key, index.info)
        guard let bytes = store?.bytes(of: name, atMost: MarkSheet.byteLimit) else {
            return MarkHistory()
        }
        guard let stored = try? StoredMarks(decoding: bytes, in: index.table.count),
            ContentProof.holds(stored.key, for: file)
        else {
            store?.setAside(name)
            return MarkHistory()
        }
        return MarkHistory(stored.sheet, version: stored.version)
    }

    /// Keeps what is marked in a file; safe on every thread.
    func keep(_ history: MarkHistory, of source: ClipSource) {
        guard store != nil else { return }
        let order = Order(source: source, history: history)
        jobs.post(.keep(order), for: Self.name(of: source.key, source.index.info))
    }

    /// Writes what waits, and ends.
    func finish() {
        let end = DispatchSemaphore(value: 0)
        jobs.post(.finish(end), for: "")
        _ = end.wait(timeout: .now() + Self.patience)
        jobs.close()
    }

    private func write(_ order: Order) {
        let source = order.source
        let stored = StoredMarks(key: ContentProof(of: source.file).bytes, order.history)
        do throws(MediaError) {
            try store?.keep(stored.encoded(), as: Self.name(of: source.key, source.index.info))
        } catch {
            reports.post(.marksNotKept(source.key, error))
        }
    }

    /// By which the marks of one stream of a file are found.
    private static func name(of key: ClipKey, _ info: MediaInfo) -> String {
        "\(key.id)-\(info.stream)"
    }
}
