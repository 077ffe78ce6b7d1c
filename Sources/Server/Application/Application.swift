import Marks
import Media
import Timeline
package import Transport
import Wire

// Server: sessions, requests and pictures over HTTP and WebSocket.
//
// `vernier serve` creates an `Application` from `ServerSettings` and calls `run()`, which blocks:
// its thread becomes the loop's. On that thread `Application` receives the loop's events, asks
// `Session` and `Route` what to do, and posts jobs to the workers' queues. Workers run on their own
// threads and post each `JobResult` to a mailbox that wakes the loop.

/// The server's state, on the loop's thread, and the wiring between loop, sessions and workers.
///
/// Decisions are made by the sessions, routes and workers; the application carries them out.
package final class Application {
    let loop: ServiceLoop
    let page: PageFiles
    let accel: AccelPrefix?
    var library: MediaLibrary
    var openMedia = OpenMedia()
    var sockets: [SocketID: Client] = [:]
    /// The sockets whose sessions are to be ticked: most of thousands of clients are idle.
    var waiting: Set<SocketID> = []
    var requests: [ExchangeID: PendingRequest] = [:]
    /// The files that are being scanned, or wait for it.
    var scans: [ClipKey: Scan] = [:]
    var parked = ParkedSessions()
    /// The marks of each clip whose index is complete.
    var marks: [ClipKey: MarkHistory] = [:]
    var exports: ExportList
    var exportedFiles: [ExportsDocument.File] = []
    var exportUpdates = ExportUpdates()
    var invitations = Invitations()
    var tokens: AccessTokens?
    let settings: ServerSettings
    /// Receives each event of the log; called on any thread.
    let log: @Sendable (LogEvent) -> Void
    /// Whether it has been logged that the server stops.
    private var isDraining = false
    var metrics = Metrics()
    var recorder: Recorder?
    let cache: PreviewCache
    let previews: PreviewTiers
    let reports: Mailbox<JobResult>
    let indexer: IndexWorker
    let decoders: [DecodeWorker]
    /// The pictures that the decode workers have not delivered yet.
    var pendingPictures = PendingPictures<PictureJob.Requester>()
    /// Which of the decode workers makes the pictures of which clip.
    var assignments: ClipAssignments
    let tileWorker: TileWorker
    let marksService: MarksService
    let exportFolder: ExportFolder?
    let exporter: ExportWorker

    /// A request that waits for a clip or a picture.
    struct PendingRequest {
        let request: Request
        let route: Route
        let clip: ClipKey
        var job: PictureJob?
        var tiles: TileSet?
    }

    /// Opens everything that a server needs, and listens.
    ///
    /// - Throws: ``LibraryError``, ``PageError``, ``AccessError``, ``TransportError`` or
    ///   ``RecordingError``; each says what to do.
    package init(_ settings: ServerSettings) throws {
        library = try MediaLibrary(settings.media)
        page = try PageFiles(folder: settings.page)
        let log = settings.log
        var listen = settings.listen
        listen.log = { log(.problem($0, $1)) }
        loop = try ServiceLoop(listen)
        accel = settings.accel
        self.settings = settings
        loop.rules.canPut = Route.canPut
        self.log = log
        recorder = try settings.recording.map {
            try Recorder($0) { log(.problem($0, $1)) }
        }
        cache = PreviewCache(limit: settings.previewMemory)
        let waker = loop.waker
        let reports = Mailbox<JobResult> { waker.wake() }
        let previews = PreviewTiers(memory: cache, store: settings.previewStore)
        self.previews = previews
        self.reports = reports
        marksService = MarksService(store: settings.markStore, reports: reports)
        indexer = IndexWorker(
            reports: reports,
            store: settings.indexStore,
            marks: marksService,
            workers: settings.workers
        )
        let exportFolder = settings.exportFolder
        self.exportFolder = exportFolder
        exports = ExportList { exportFolder?.message(for: $0) ?? "\($0)" }
        exporter = ExportWorker(reports: reports, workers: settings.workers)
        tileWorker = TileWorker(reports: reports, workers: settings.workers)
        assignments = ClipAssignments(among: max(1, settings.decodeThreads))
        decoders = (0..<max(1, settings.decodeThreads)).map { _ in
            DecodeWorker(
                previews: previews,
                reports: reports,
                workers: settings.workers,
                threads: 2
            )
        }
        try readTokens()
    }

    /// The port that the server listens on.
    package var port: Int { loop.port }

    /// Where it listens, with the port that the system chose for port 0.
    private var address: ListenAddress {
        guard case .network(let host, _) = settings.listen.address else {
            return settings.listen.address
        }
        return .network(host: host, port: port)
    }

    /// The names of the media that clients can open.
    package var mediaNames: [String] { library.listing.map(\.name) }

    /// Stops ``run()`` from any thread.
    package var stopper: Waker { loop.waker }

    /// Serves until stopped.
    ///
    /// Blocks; the calling thread becomes the loop's.
    package func run() {
        log(.started(address, roots: library.rootCount, files: library.listing.count))
        loop.run(self)
        log(.stopped)
        recorder?.finish()
        previews.finish()
        marksService.finish()
    }

    /// How many messages of clients have been recorded.
    package var recordedMessages: Int { recorder?.messages ?? 0 }

    /// Lets in whoever has one of the tokens in the operator's file, if there is one.
    private func readTokens() throws(AccessError) {
        guard let path = settings.tokenFile else { return }
        let tokens = try AccessTokens(file: path)
        self.tokens = tokens
        loop.rules.authorizes = tokens.authorize
    }

    /// Reads the tokens and lists the media again, as SIGHUP asks.
    ///
    /// What cannot be read stays as it was, and no client is disconnected.
    private func reload() {
        library.reload()
        do throws(AccessError) {
            try readTokens()
        } catch {
            log(.problem(.error, "the tokens stay as they were: \(error)"))
        }
        log(.reloaded(roots: library.rootCount, files: library.listing.count))
        if let path = invite() { log(.invited(link: path)) }
    }
}

extension Application: LoopHandler {
    package func woken() {
        for result in reports.drain() { receive(result) }
    }

    package func ticked(at now: ContinuousClock.Instant) {
        tickSessions(at: now)
        parked.expire(at: now)
        if stopper.takeReload() { reload() }
        if stopper.isStopping, !isDraining {
            isDraining = true
            log(.draining(clients: sockets.count))
        }
        if exportUpdates.take(at: now) { sendExports() }
        followGrowth(at: now)
        if openMedia.isOverLimit { closeIdleMedia() }
    }

    package func turned(in time: Duration) { metrics.turns.observe(time) }

    /// Passes a worker's result to those who wait for it.
    private func receive(_ result: JobResult) {
        switch result {
        case .scanned(let key, let index, let progress):
            openMedia.notePart(index, progress: progress, for: key)
            announce(key)
        case .indexed(let key, let index, let marks):
            finishScan(of: key, index)
            adopt(marks, of: key)
            announce(key)
        case .indexFailed(let key, let error):
            failScan(of: key, error)
            announce(key)
        case .progressed(let job):
            guard case .socket(let socket) = job.requester else { return }
            perform(on: socket) { $0.progressed() }
        case .marksNotKept(let key, let error): reportUnstoredMarks(of: key, error)
        case .planned(let id, let result, let replaces): plan(id, result, replaces: replaces)
        case .exporting(let id, let progress):
            exports.progress(id, progress)
            exportUpdates.isDue = true
        case .exported(let id, let result): end(id, result)
        case .composed(let exchange, let result): finish(exchange, with: result)
        case .picture(let job, let result): deliver(result, for: job)
        }
    }

    /// Sends a clip's new state to the sockets on it, and answers the requests that wait for it.
    func announce(_ key: ClipKey) {
        for (socket, client) in sockets where client.clip == key { announce(key, to: socket) }
        for (exchange, pending) in requests where pending.clip == key { advance(exchange) }
    }
}
