import Media
import Wire

/// A thread that binds tiles into what was asked for, one set after the other.
final class TileWorker: Sendable {
    /// Pictures to bind.
    struct Order: Sendable {
        let exchange: ExchangeID
        let tiles: TileSet
        let file: String
    }

    /// The orders that wait.
    let orders = WorkQueue<ExchangeID, Order>()

    /// Starts the thread, which ends when ``orders`` is closed.
    init(reports: Mailbox<WorkReport>) {
        WorkThread.start(named: "vernier-tiles") { [orders] in
            let maker = SheetMaker()
            while let order = orders.next() {
                reports.post(.bound(order.exchange, Self.bind(order, with: maker)))
            }
        }
    }

    deinit { orders.close() }

    private static func bind(
        _ order: Order,
        with maker: borrowing SheetMaker
    ) -> Result<[UInt8], MediaError> {
        let tiles = order.tiles
        switch tiles.binding {
        case .bif(let interval):
            return .success(BIF(tiles.tiles.map { $0?.bytes }, interval: interval).bytes)
        case .sheet(let columns):
            do throws(MediaError) {
                let sheet = try maker.make(
                    tiles.tiles,
                    cell: tiles.cell,
                    columns: columns,
                    file: order.file
                )
                return .success(sheet.bytes)
            } catch {
                return .failure(error)
            }
        }
    }
}
