import Media

/// Threads that find files' indexes, each one after the other.
final class IndexWorker: Sendable {
    /// A file to index.
    struct Order: Sendable {
        let key: ClipKey
        let file: OpenFile
        /// The index, if it is known and only has to be kept.
        var known: MediaIndex?
        let cancellation = Cancellation()
    }

    /// The orders that wait.
    let orders = WorkQueue<ClipKey, Order>()
    private let scanner: IndexScanner

    /// Starts the threads, which end when ``orders`` is closed.
    ///
    /// Two, so that a long file does not keep a short one waiting.
    init(
        reports: Mailbox<WorkReport>,
        store: IndexStore? = nil,
        marks: MarksKeeper? = nil,
        workers: WorkerPool = .inside,
        threads: Int = 2
    ) {
        scanner = IndexScanner(store: store, marks: marks, reports: reports)
        for _ in 0..<threads {
            WorkThread.start(named: "vernier-index") { [orders, scanner] in
                let worker = MediaWorker(of: workers)
                worker.prepare()
                while let order = orders.next() {
                    scanner.carryOut(order, by: worker)
                    worker.prepare()
                }
            }
        }
    }

    deinit { orders.close() }

    /// Packets that all scans have read.
    var scannedPackets: Int { scanner.packets }

    /// How often an index was in the store, and how often it was not.
    var storeCounts: IndexStore.Counts { scanner.store?.counts ?? IndexStore.Counts() }
}
