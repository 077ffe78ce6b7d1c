import Media
import Timeline

extension Application {
    /// Puts an entry's file on the shelf and has it scanned if it is new there.
    func place(_ entry: MediaLibrary.Entry, stream: Int? = nil) throws(MediaError) -> ClipKey {
        let (key, file) = try shelf.place(entry, stream: stream)
        if let file { scan(file, as: key) } else { follow(key, at: .now) }
        return key
    }

    private func scan(_ file: OpenFile, as key: ClipKey) {
        let order = IndexWorker.Order(key: key, file: file)
        scans[key] = order.cancellation
        indexer.orders.post(order, for: key)
    }

    /// What somebody looks at or waits for.
    private var inUse: Set<ClipKey> {
        Set(sockets.values.compactMap(\.clip) + requests.values.map(\.clip))
    }

    /// Goes on with files that are still being written.
    func followGrowth(at now: ContinuousClock.Instant) {
        for key in inUse { follow(key, at: now) }
    }

    private func follow(_ key: ClipKey, at now: ContinuousClock.Instant) {
        guard scans[key] == nil else { return }
        do throws(MediaError) {
            switch shelf.look(at: key, at: now) {
            case .nothing: return
            case .scan: if let file = try shelf.renew(key, at: now) { scan(file, as: key) }
            case .conclude: conclude(key)
            case .giveUp: throw .changed(file: shelf.file(key)?.name ?? "")
            }
        } catch {
            shelf.note(error, for: key)
        }
        announce(key)
    }

    private func conclude(_ key: ClipKey) {
        guard let whole = shelf.conclude(key), let file = shelf.file(key) else { return }
        indexer.orders.post(IndexWorker.Order(key: key, file: file, known: whole), for: key)
    }

    /// Takes down what nobody uses, and gives up scans of it.
    func tidyShelf() {
        for key in shelf.tidy(keeping: inUse) {
            scans.removeValue(forKey: key)?.cancel()
            shares.forget(key)
            marks[key] = nil
            indexer.orders.withdraw(key)
        }
    }

    /// The worker that makes a clip's pictures.
    func decoder(for key: ClipKey) -> DecodeWorker { decoders[shares.worker(for: key)] }

    /// Takes note of what a worker has done.
    func take(_ report: WorkReport) {
        switch report {
        case .scanned(let key, let index, let progress):
            shelf.notePart(index, progress: progress, for: key)
            announce(key)
        case .indexed(let key, let index, let marks):
            shelf.noteWhole(index, for: key, at: .now)
            scans[key] = nil
            metrics.indexed += 1
            adopt(marks, of: key)
            announce(key)
        case .indexFailed(let key, let error):
            shelf.noteFailure(error, for: key, at: .now)
            scans[key] = nil
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

    private func announce(_ key: ClipKey) {
        for (socket, client) in sockets where client.clip == key { announce(key, to: socket) }
        for (exchange, pending) in requests where pending.clip == key { advance(exchange) }
    }

    private func deliver(_ result: Result<EncodedFrame, MediaError>?, for order: PictureOrder) {
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
