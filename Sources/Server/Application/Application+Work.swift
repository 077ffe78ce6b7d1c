import Media
import Timeline

extension Application {
    /// What somebody looks at or waits for.
    var inUse: Set<ClipKey> {
        Set(sockets.values.compactMap(\.clip) + requests.values.map(\.clip))
    }

    /// Takes down what nobody uses, and gives up scans of it.
    func tidyShelf() {
        for key in shelf.tidy(keeping: inUse) {
            scans.removeValue(forKey: key)?.cancellation.cancel()
            shares.forget(key)
            marks[key] = nil
            indexer.orders.withdraw(key)
        }
    }

    /// Has the worker that looks after a clip make a picture of it.
    func post(_ order: PictureOrder) {
        let worker = shares.worker(for: order.source.key)
        if order.isUrgent { openOrders.add(order.customer, to: worker, at: .now) }
        decoders[worker].post(order)
    }

    /// Gives up a picture that nobody waits for any more.
    func withdraw(_ order: PictureOrder) {
        order.cancellation.cancel()
        openOrders.withdraw(order.customer)
        decoders[shares.worker(for: order.source.key)].orders.withdraw(order.customer)
    }

    /// Takes note of what a worker has done.
    func take(_ report: WorkReport) {
        switch report {
        case .scanned(let key, let index, let progress):
            shelf.notePart(index, progress: progress, for: key)
            announce(key)
        case .indexed(let key, let index, let marks):
            finishScan(of: key, index)
            adopt(marks, of: key)
            announce(key)
        case .indexFailed(let key, let error):
            failScan(of: key, error)
            announce(key)
        case .progressed(let order):
            guard case .socket(let socket) = order.customer else { return }
            perform(on: socket) { $0.progressed() }
        case .marksNotKept(let key, let error): complainOfMarks(of: key, error)
        case .planned(let id, let result, let replaces): plan(id, result, replaces: replaces)
        case .exporting(let id, let progress):
            exports.progress(id, progress)
            exportNews.isDue = true
        case .exported(let id, let result): end(id, result)
        case .bound(let exchange, let result): finish(exchange, with: result)
        case .picture(let order, let result):
            deliver(result, for: order)
        }
    }

    /// Tells of a clip whoever is on it or waits for it.
    func announce(_ key: ClipKey) {
        for (socket, client) in sockets where client.clip == key { announce(key, to: socket) }
        for (exchange, pending) in requests where pending.clip == key { advance(exchange) }
    }

    private func deliver(_ result: Result<EncodedFrame, MediaError>?, for order: PictureOrder) {
        let worker = shares.worker(for: order.source.key)
        let time = openOrders.finish(order.customer, by: worker, at: .now)
        if let time, case .success = result { metrics.pictures.observe(time) }
        switch order.customer {
        case .socket(let socket):
            sockets[socket]?.order = nil
            let isFinal = order.frame < order.source.index.table.settled
            let outcome = result?.mapError { DecodeFailure(message: "\($0)", isFinal: isFinal) }
            perform(on: socket) { $0.decoded(outcome, at: .now) }
        case .exchange(let exchange): finish(exchange, with: result)
        case .tile(let exchange): addTile(result, of: order.frame, for: exchange)
        case .preparation: return
        }
    }
}
