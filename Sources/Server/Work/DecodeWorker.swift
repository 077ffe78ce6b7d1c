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
                let result = bench.fill(order) { reports.post(.progressed(order)) }
                reports.post(.picture(order, result))
            }
        }
        thread.name = "vernier-decode"
        thread.start()
    }

    deinit { orders.close() }
}

/// The decoders of one thread, the least recently used leaving first.
private struct Workbench {
    private let cache: PreviewCache
    private let threads: Int
    private var readers: [ClipReader] = []
    /// Files that one thread keeps open; each holds a decoder's frames.
    private static let limit = 4

    init(cache: PreviewCache, threads: Int) {
        self.cache = cache
        self.threads = threads
    }

    /// Makes the picture, or finds that it has been made in the meantime.
    mutating func fill(
        _ order: PictureOrder,
        progressed: () -> Void
    ) -> Result<EncodedFrame, MediaError>? {
        if order.cancellation.isCancelled { return nil }
        if let preview = cache[order.key] {
            return .success(EncodedFrame(preview, frame: order.frame, of: order.source))
        }
        do throws(MediaError) {
            let reader = try reader(for: order.source)
            return try reader.fill(order, cache: cache, progressed: progressed).map { .success($0) }
        } catch {
            return .failure(error)
        }
    }

    private mutating func reader(for source: ClipSource) throws(MediaError) -> ClipReader {
        if let place = readers.firstIndex(where: { $0.serves(source) }) {
            readers.append(readers.remove(at: place))
        } else {
            readers.removeAll { $0.key == source.key }
            if readers.count == Self.limit { readers.removeFirst() }
            readers.append(try ClipReader(source, threads: threads))
        }
        return readers[readers.count - 1]
    }
}
