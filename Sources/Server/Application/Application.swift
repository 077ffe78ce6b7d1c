import Glibc
import Marks
package import Media
import Timeline
import Wire

/// What a server is made of.
package struct ServerSettings {
    /// Files and folders that clients may open.
    package var media: [String]
    /// The folder of the page; `nil` serves none.
    package var page: String?
    /// Where to listen, and to whom.
    package var listen: ListenSettings
    /// Bytes of pictures kept in memory.
    package var previewMemory = 256 << 20
    /// Threads that make pictures.
    package var decodeThreads = 2
    /// The processes that read media.
    package var workers = WorkerPool.inside
    /// Where a proxy in front finds the files to send them itself; `nil` sends them from here.
    package var accel: AccelPrefix?
    /// Where indexes are kept; `nil` scans every file anew.
    package var indexStore: IndexStore?
    /// Where pictures are kept; `nil` makes them anew after each start.
    package var previewStore: PreviewStore?
    /// Where marks are kept; `nil` forgets them at the end.
    package var markStore: MarkStore?
    /// Where exports are written; `nil` writes none.
    package var exportFolder: ExportFolder?
    /// The file of tokens that let clients in; `nil` lets in whoever reaches the server.
    package var tokenFile: String?
    /// Whether and where to keep what clients send.
    package var recording: RecordingSettings?

    /// Creates settings.
    package init(media: [String], page: String?, listen: ListenSettings) {
        self.media = media
        self.page = page
        self.listen = listen
    }
}

/// Everything that the server knows and does, on the loop's thread.
///
/// Translates between the loop's events, the sessions' and requests' decisions, and the workers'
/// messages. What is decided is decided in those; here it is carried out.
package final class Application {
    let loop: ServiceLoop
    let page: PageFiles
    let accel: AccelPrefix?
    var library: MediaLibrary
    var shelf = Shelf()
    var sockets: [SocketID: Client] = [:]
    /// The sockets whose pictures wait for time to pass: of thousands of clients most rest.
    var waiting: Set<SocketID> = []
    var requests: [ExchangeID: PendingRequest] = [:]
    /// The files that are being scanned, or wait for it.
    var scans: [ClipKey: Scan] = [:]
    var parked = ParkedSessions()
    /// What is marked in each clip whose index is complete.
    var marks: [ClipKey: MarkHistory] = [:]
    var exports: ExportList
    var exportedFiles: [ExportsDocument.File] = []
    var exportNews = ExportNews()
    var invitations = Invitations()
    let settings: ServerSettings
    /// Hears what happens, on any thread.
    let log: @Sendable (LogEvent) -> Void
    /// Whether it has been told that the server stops.
    private var isDraining = false
    var metrics = Metrics()
    var recorder: Recorder?
    let cache: PreviewCache
    let previews: PreviewTiers
    let reports: Mailbox<WorkReport>
    let indexer: IndexWorker
    let decoders: [DecodeWorker]
    /// What the decoders owe.
    var openOrders = OpenOrders<PictureOrder.Customer>()
    /// Which of the decoders looks after which clip.
    var shares: ClipShares
    let tileWorker: TileWorker
    let marksKeeper: MarksKeeper
    let exportFolder: ExportFolder?
    let exporter: ExportWorker

    /// A request that waits for a clip or a picture.
    struct PendingRequest {
        let request: Request
        let route: Route
        let clip: ClipKey
        var order: PictureOrder?
        var tiles: TileSet?
    }

    /// Opens everything that a server needs, and listens.
    ///
    /// - Throws: ``LibraryError``, ``PageError``, ``AccessError``, ``TransportError`` or
    ///   ``RecordingError``; each says what to do.
    package init(_ settings: ServerSettings) throws {
        library = try MediaLibrary(settings.media)
        page = try PageFiles(folder: settings.page)
        loop = try ServiceLoop(settings.listen)
        accel = settings.accel
        self.settings = settings
        loop.rules.canPut = Route.canPut
        loop.rules.tokens = try settings.tokenFile.map { try AccessTokens(file: $0) }
        let log = settings.listen.log
        self.log = log
        recorder = try settings.recording.map {
            try Recorder($0) { log(.complaint($0, $1)) }
        }
        cache = PreviewCache(limit: settings.previewMemory)
        let waker = loop.waker
        let reports = Mailbox<WorkReport> { waker.wake() }
        let previews = PreviewTiers(memory: cache, store: settings.previewStore)
        self.previews = previews
        self.reports = reports
        marksKeeper = MarksKeeper(store: settings.markStore, reports: reports)
        indexer = IndexWorker(
            reports: reports,
            store: settings.indexStore,
            marks: marksKeeper,
            workers: settings.workers
        )
        let exportFolder = settings.exportFolder
        self.exportFolder = exportFolder
        exports = ExportList { exportFolder?.told($0) ?? "\($0)" }
        exporter = ExportWorker(reports: reports, workers: settings.workers)
        tileWorker = TileWorker(reports: reports)
        shares = ClipShares(among: max(1, settings.decodeThreads))
        decoders = (0..<max(1, settings.decodeThreads)).map { _ in
            DecodeWorker(
                previews: previews,
                reports: reports,
                workers: settings.workers,
                threads: 2
            )
        }
    }

    /// The port that the server listens on.
    package var port: Int { loop.port }

    /// Where it listens, with the port that was free.
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
        marksKeeper.finish()
    }

    /// How many messages of clients have been recorded.
    package var recordedMessages: Int { recorder?.messages ?? 0 }
}

extension Application: LoopHandler {
    package func woken() {
        for report in reports.drain() { take(report) }
    }

    package func ticked(at now: ContinuousClock.Instant) {
        tickSessions(at: now)
        parked.expire(at: now)
        if stopper.takeReload() { reload() }
        if stopper.isStopping, !isDraining {
            isDraining = true
            log(.draining(clients: sockets.count))
        }
        if exportNews.take(at: now) { tellExports() }
        followGrowth(at: now)
        if shelf.isOverfull { tidyShelf() }
    }
}
