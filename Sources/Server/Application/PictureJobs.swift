import Media
import Timeline
import Transport
import Wire

/// The pictures that sessions ask for: from the cache, or as jobs for the decode workers.
extension Application {
    /// Gives a session the cached picture that is nearest to its target, if there is one.
    func sendCached(_ target: PreviewFlow.Target, to socket: SocketID) {
        guard let job = job(for: target, by: socket) else { return }
        sockets[socket]?.job?.pointer.move(to: target.frame)
        sockets[socket]?.prefetch.follow(job)
        if target.goesBack { prefetch(for: socket) { $0.goBack(from: job, for: socket) } }
        let shown = sockets[socket]?.session.flow.newestFrame
        let frame = cache.nearest(to: job, from: shown)
        perform(on: socket) { $0.found(frame, at: .now) }
    }

    /// Has a session's target decoded.
    func decode(_ target: PreviewFlow.Target, for socket: SocketID) {
        guard let job = job(for: target, by: socket) else { return }
        sockets[socket]?.job = job
        post(job)
    }

    /// Has the frames around a target decoded at which the pointer rests.
    func prefetchAround(_ target: PreviewFlow.Target, for socket: SocketID) {
        guard let job = job(for: target, by: socket) else { return }
        prefetch(for: socket) { $0.rest(at: job, for: socket) }
    }

    /// Cancels all that is being decoded for a socket.
    func cancelPictures(of socket: SocketID) {
        sockets[socket]?.prefetch.giveUp()
        guard let client = sockets[socket], let job = client.job else { return }
        withdraw(job)
        client.job = nil
    }

    /// Has the worker that is assigned to a clip make a picture of it.
    func post(_ job: PictureJob) {
        let worker = assignments.worker(for: job.source.key)
        if job.isUrgent { pendingPictures.add(job.requester, to: worker, at: .now) }
        decoders[worker].post(job)
    }

    /// Cancels a picture that nobody waits for any more.
    func withdraw(_ job: PictureJob) {
        job.cancellation.cancel()
        pendingPictures.withdraw(job.requester)
        decoders[assignments.worker(for: job.source.key)].queue.withdraw(job.requester)
    }

    /// Passes a picture, or the reason why there is none, to whoever asked for it.
    func deliver(_ result: Result<EncodedFrame, MediaError>?, for job: PictureJob) {
        let worker = assignments.worker(for: job.source.key)
        let time = pendingPictures.finish(job.requester, by: worker, at: .now)
        if let time, case .success = result { metrics.pictures.observe(time) }
        switch job.requester {
        case .socket(let socket):
            sockets[socket]?.job = nil
            let isFinal = job.frame < job.source.index.table.settled
            let outcome = result?.mapError { DecodeFailure(message: "\($0)", isFinal: isFinal) }
            perform(on: socket) { $0.decoded(outcome, at: .now) }
        case .exchange(let exchange): finish(exchange, with: result)
        case .tile(let exchange): addTile(result, of: job.frame, for: exchange)
        case .prefetch: return
        }
    }

    private func prefetch(
        for socket: SocketID,
        _ jobs: (inout Prefetch) -> [PictureJob]
    ) {
        guard let client = sockets[socket] else { return }
        for job in jobs(&client.prefetch) { post(job) }
    }

    private func job(for target: PreviewFlow.Target, by socket: SocketID) -> PictureJob? {
        guard let client = sockets[socket], let key = client.clip,
            let source = openMedia.source(key)
        else { return nil }
        let gop = source.index.table.gop(of: target.frame)
        let keepsAll = client.session.flow.isSlow && Prefetch.isWorthIt(gop)
        let backward: PreviewSelection = keepsAll ? .all : .last
        return PictureJob(
            target.frame,
            of: source,
            PreviewFormat(width: target.format.width, quality: target.format.quality),
            target.goesBack ? backward : .some(client.session.flow.passed),
            for: .socket(socket),
            stride: client.session.flow.stride
        )
    }
}
