import Marks
import Media
import Synchronization

/// Finds the index of a file: in the store, else by a scan, which is kept there.
///
/// Safe on every thread.
final class IndexScanner: Sendable {
    let store: IndexStore?
    private let marks: MarksKeeper?
    private let reports: Mailbox<WorkReport>
    private let count = Atomic(0)

    init(store: IndexStore?, marks: MarksKeeper?, reports: Mailbox<WorkReport>) {
        (self.store, self.marks, self.reports) = (store, marks, reports)
    }

    /// Packets that all scans have read.
    var packets: Int { count.load(ordering: .relaxed) }

    /// Packets between two looks at the clock and at the cancellation.
    private static let stretch = 2048

    /// Finds the index that is ordered and reports it, or only keeps it.
    func carryOut(_ order: IndexWorker.Order, by worker: MediaWorker) {
        if let known = order.known {
            store?.keep(known, of: order.file, stream: order.key.stream)
            return
        }
        do throws(MediaError) {
            if let known = store?.index(of: order.file, stream: order.key.stream) {
                return report(known, of: order)
            }
            guard let index = try scan(order, by: worker) else { return }
            report(index, of: order)
            // Behind the report: nobody waits for the disk.
            store?.keep(index, of: order.file, stream: order.key.stream)
        } catch {
            report(.indexFailed(order.key, error), of: order)
        }
    }

    /// Reports an index that is complete, and what was marked in the file before.
    private func report(_ index: MediaIndex, of order: IndexWorker.Order) {
        let marks = marks?.marks(of: order.key, in: order.file, index) ?? MarkHistory()
        report(.indexed(order.key, index, marks), of: order)
    }

    private func report(_ report: WorkReport, of order: IndexWorker.Order) {
        if !order.cancellation.isCancelled { reports.post(report) }
    }

    /// Scans a file; `nil` when the order was cancelled on the way.
    private func scan(
        _ order: IndexWorker.Order,
        by worker: MediaWorker
    ) throws(MediaError) -> MediaIndex? {
        let scan = try WorkerScan(worker, order.file, stream: order.key.stream)
        var pace = PublishingPace()
        while true {
            guard !order.cancellation.isCancelled else { return nil }
            let before = scan.packetCount
            let isLonger = try scan.scan(atMost: Self.stretch)
            count.add(scan.packetCount - before, ordering: .relaxed)
            guard isLonger else { break }
            // What can be known at once of a file whose scan takes longer.
            if before == 0 { try scan.expectKeyframes { order.cancellation.isCancelled } }
            try publish(scan, pace: &pace, order)
        }
        return try scan.finish { order.cancellation.isCancelled }
    }

    private func publish(
        _ scan: WorkerScan,
        pace: inout PublishingPace,
        _ order: IndexWorker.Order
    ) throws(MediaError) {
        guard pace.isDue(packets: scan.packetCount, at: .now) else { return }
        guard let table = try scan.partialTable() else { return }
        let index = MediaIndex(info: scan.info, table: table)
        reports.post(.scanned(order.key, index, progress: scan.progress))
    }
}

/// How often a growing index is published.
///
/// Each table sorts all frames so far, so tables are made in growing steps: the work stays in
/// proportion to the scan.
struct PublishingPace {
    private var lastCount = 0
    private var lastTime: ContinuousClock.Instant?

    /// Whether the frames so far are worth a table; if so, they count as published.
    mutating func isDue(packets: Int, at now: ContinuousClock.Instant) -> Bool {
        let isGrown = packets >= lastCount + lastCount / 4
        let isTime = lastTime.map { now - $0 >= .milliseconds(100) } ?? true
        guard isGrown, isTime else { return false }
        lastCount = packets
        lastTime = now
        return true
    }
}
