import Foundation
import Media

/// A thread that lays out sheets of tiles, one after the other.
final class SheetWorker: Sendable {
    /// Pictures to lay out.
    struct Order: Sendable {
        let exchange: ExchangeID
        let sheet: SheetInProgress
        let file: String
    }

    /// The orders that wait.
    let orders = WorkQueue<ExchangeID, Order>()

    /// Starts the thread, which ends when ``orders`` is closed.
    init(reports: Mailbox<WorkReport>) {
        let thread = Thread { [orders] in
            let maker = SheetMaker()
            while let order = orders.next() {
                reports.post(.sheet(order.exchange, Self.make(order, with: maker)))
            }
        }
        thread.name = "vernier-sheets"
        thread.start()
    }

    deinit { orders.close() }

    private static func make(
        _ order: Order,
        with maker: borrowing SheetMaker
    ) -> Result<Preview, MediaError> {
        do throws(MediaError) {
            let sheet = order.sheet
            return .success(
                try maker.make(
                    sheet.tiles,
                    cell: sheet.cell,
                    columns: TilePlan.columns,
                    file: order.file
                )
            )
        } catch {
            return .failure(error)
        }
    }
}
