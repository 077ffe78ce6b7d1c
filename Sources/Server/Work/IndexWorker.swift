import Foundation
import Media

/// Threads that scan files, each one after the other.
final class IndexWorker: Sendable {
    /// A file to scan.
    struct Order: Sendable {
        let key: ClipKey
        let file: OpenFile
        let cancellation = Cancellation()
    }

    /// The orders that wait.
    let orders = WorkQueue<ClipKey, Order>()

    /// Starts the threads, which end when ``orders`` is closed.
    ///
    /// Two, so that a long file does not keep a short one waiting.
    init(reports: Mailbox<WorkReport>, threads: Int = 2) {
        for _ in 0..<threads {
            let thread = Thread { [orders] in
                while let order = orders.next() { Self.scan(order, reports: reports) }
            }
            thread.name = "vernier-index"
            thread.start()
        }
    }

    deinit { orders.close() }

    /// Packets between two looks at the clock and at the cancellation.
    private static let stretch = 2048

    private static func scan(_ order: Order, reports: Mailbox<WorkReport>) {
        let report: WorkReport
        do throws(MediaError) {
            var builder = try IndexBuilder(order.file)
            var pace = PublishingPace()
            while builder.scan(atMost: stretch) {
                guard !order.cancellation.isCancelled else { return }
                publish(&builder, pace: &pace, order, reports)
            }
            report = .indexed(order.key, try builder.finish { order.cancellation.isCancelled })
        } catch {
            report = .indexFailed(order.key, error)
        }
        if !order.cancellation.isCancelled { reports.post(report) }
    }

    private static func publish(
        _ builder: inout IndexBuilder,
        pace: inout PublishingPace,
        _ order: Order,
        _ reports: Mailbox<WorkReport>
    ) {
        guard pace.isDue(packets: builder.packetCount, at: .now) else { return }
        guard let table = builder.partialTable() else { return }
        let index = MediaIndex(info: builder.info, table: table)
        reports.post(.scanned(order.key, index, progress: builder.progress))
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
