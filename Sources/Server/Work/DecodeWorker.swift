import Media
import Synchronization

/// A thread that has pictures made by a process of its own.
///
/// Speaks in messages only: orders come in by a queue, reports go out by a mailbox, and the
/// process belongs to the thread.
final class DecodeWorker: Sendable {
    typealias Orders = WorkQueue<PictureOrder.Customer, PictureOrder>

    /// The orders that wait.
    let orders = Orders()
    private let load = Load()

    /// What the thread has in hand.
    private final class Load: Sendable {
        let orders = Atomic(0)
        let decoders = Atomic(0)
        let framesDecoded = Atomic(0)

        /// Notes what is on the bench, before anybody hears of what was made there.
        func note(_ bench: borrowing Workbench) {
            decoders.store(bench.decoders, ordering: .relaxed)
            framesDecoded.store(bench.framesDecoded, ordering: .relaxed)
        }
    }

    /// Starts the thread, which ends when ``orders`` is closed.
    init(
        previews: PreviewTiers,
        reports: Mailbox<WorkReport>,
        workers: WorkerPool = .inside,
        threads: Int
    ) {
        WorkThread.start(named: "vernier-decode") { [orders, load] in
            let worker = MediaWorker(of: workers)
            var bench = Workbench(previews: previews, worker: worker, threads: threads)
            // Whoever waits next does not wait for the start of another.
            worker.prepare()
            while let order = orders.next() {
                load.orders.store(1, ordering: .relaxed)
                Self.carryOut(order, at: &bench, orders, reports, load)
                worker.prepare()
                load.orders.store(0, ordering: .relaxed)
            }
        }
    }

    deinit { orders.close() }

    /// Adds an order, in the place of an older one by the same customer.
    func post(_ order: PictureOrder) {
        orders.post(order, for: order.customer, rank: order.rank)
    }

    /// Orders that wait or are being carried out.
    var openOrders: Int { orders.count + load.orders.load(ordering: .relaxed) }

    /// Decoders that stand in files, so that who goes on there need not seek.
    var standing: Int { load.decoders.load(ordering: .relaxed) }

    /// Frames that were decoded so far, those among them for which nobody waited in the end.
    var framesDecoded: Int { load.framesDecoded.load(ordering: .relaxed) }

    private static func carryOut(
        _ order: PictureOrder,
        at bench: inout Workbench,
        _ orders: Orders,
        _ reports: Mailbox<WorkReport>,
        _ load: Load
    ) {
        do throws(MediaError) {
            let outcome = try bench.fill(
                order,
                givesWay: { orders.isWaiting(before: order.rank) },
                progressed: { reports.post(.progressed(order)) }
            )
            load.note(bench)
            switch outcome {
            case .made(let frame): reports.post(.picture(order, .success(frame)))
            case .givenUp: reports.post(.picture(order, nil))
            case .gaveWay: orders.putBack(order, for: order.customer, rank: order.rank)
            }
        } catch {
            load.note(bench)
            reports.post(.picture(order, .failure(error)))
        }
    }
}
