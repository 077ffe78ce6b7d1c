import Foundation
import Media

/// A thread that makes pictures.
///
/// Speaks in messages only: orders come in by a queue, reports go out by a mailbox, and the
/// decoders never leave the thread.
final class DecodeWorker: Sendable {
    typealias Orders = WorkQueue<PictureOrder.Customer, PictureOrder>

    /// The orders that wait.
    let orders = Orders()

    /// Starts the thread, which ends when ``orders`` is closed.
    init(cache: PreviewCache, reports: Mailbox<WorkReport>, threads: Int) {
        let orders = self.orders
        let thread = Thread {
            var bench = Workbench(cache: cache, threads: threads)
            while let order = orders.next() {
                Self.carryOut(order, at: &bench, orders, reports)
            }
        }
        thread.name = "vernier-decode"
        thread.start()
    }

    deinit { orders.close() }

    /// Adds an order, in the place of an older one by the same customer.
    func post(_ order: PictureOrder) {
        orders.post(order, for: order.customer, rank: order.rank)
    }

    private static func carryOut(
        _ order: PictureOrder,
        at bench: inout Workbench,
        _ orders: Orders,
        _ reports: Mailbox<WorkReport>
    ) {
        do throws(MediaError) {
            let outcome = try bench.fill(
                order,
                givesWay: { orders.isWaiting(before: order.rank) },
                progressed: { reports.post(.progressed(order)) }
            )
            switch outcome {
            case .made(let frame): reports.post(.picture(order, .success(frame)))
            case .givenUp: reports.post(.picture(order, nil))
            case .gaveWay: orders.putBack(order, for: order.customer, rank: order.rank)
            }
        } catch {
            reports.post(.picture(order, .failure(error)))
        }
    }
}
