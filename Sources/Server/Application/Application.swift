import Basics
import Cluster
import Library
import Media
import Pictures
import Scrubbing
import Sounds
import System
import Timeline
package import Transport
import Wire

// Server: the protocol over HTTP and WebSocket: who is let in, what each request asks for, what is
// logged and counted, and the wiring between Transport and the modules that know the answers.
//
// `vernier serve` creates an `Application` from `ServerSettings` and calls `run()`, which blocks:
// its thread becomes the loop's. On that thread `Application` receives the loop's events, asks a
// `Session` of Scrubbing or a `Route` what to do, and has it done by the services of Library and
// Pictures. Their threads, and those of `AnswerQueue`, post each `JobResult` to a mailbox that wakes
// the loop. Other modules need `LogEvent`, too, which is reported on any thread.

/// The wiring between the loop, the clients, and what serves them.
///
/// Each part owns its state and shares none. Decisions are made by the sessions, routes and
/// workers; the application passes on what they return. On the loop's thread.
package final class Application {
    let loop: ServiceLoop
    /// What the workers report.
    let results: Mailbox<JobResult>
    let clients: Clients
    let requests: PendingRequests
    let library: LibraryService
    let pictures: PictureService
    let exports: ExportService
    let operations: Operations

    /// Opens everything that a server needs, and listens.
    ///
    /// - Throws: ``LibraryError``, ``PageError``, ``AccessError``, ``TransportError``,
    ///   ``ClusterError`` or ``RecordingError``; each says what to do.
    package init(_ settings: ServerSettings) throws {
        let places = try MediaPlaces(settings.media)
        let page = try PageFiles(settings.page)
        operations = Operations(settings, page)
        loop = try ServiceLoop(operations.listen)
        loop.rules.canPut = Route.canPut
        loop.rules.authorizes = try operations.readTokens()
        loop.rules.admitsSignature = try operations.readKeys()
        try operations.beginRecording()
        let waker = loop.waker
        results = Mailbox { waker.wake() }
        requests = PendingRequests(
            results,
            workers: settings.workers,
            sounds: settings.soundStore
        )
        let (results, log) = (results, settings.log)
        clients = Clients(settings.sessionFolder, place: loop.place) { log(.problem(.warning, $0)) }
        library = LibraryService(
            places,
            elsewhere: settings.remote,
            indexes: settings.indexStore,
            marks: settings.markStore,
            workers: settings.workers,
            log: { log(LogEvent($0)) },
            report: { results.post(.library($0)) }
        )
        pictures = PictureService(
            memory: settings.previewMemory,
            store: settings.previewStore,
            threads: settings.decodeThreads,
            workers: settings.workers
        ) { results.post(.pictures($0)) }
        exports = ExportService(in: settings.exportFolder, workers: settings.workers) {
            results.post(.library($0))
        }
        try settings.cluster.map(joinCluster)
        noticePauses()
    }

    /// Shares rooms and marks with other servers; they go on here while Redis is away.
    private func joinCluster(_ settings: ClusterSettings) throws(ClusterError) {
        let node = try ClusterNode(settings) {
            [unowned loop = self.loop] descriptor, readiness, action in
            loop.watch(descriptor, until: readiness, action)
        } report: { [operations = self.operations] report in
            operations.log(LogEvent(report, at: settings.address))
        }
        clients.join(node) { [results] in results.post(.session($0)) }
        library.marks.join(as: node.number)
    }

    /// The port that the server listens on.
    package var port: Int { loop.port }

    /// The names of the media that clients can open.
    package var mediaNames: [String] { library.files.map(\.name) }

    /// Stops ``run()`` from any thread.
    package var stopper: Waker { loop.waker }

    /// How many messages of clients have been recorded.
    package var recordedMessages: Int { operations.recordedMessages }

    /// Serves until stopped.
    ///
    /// Blocks; the calling thread becomes the loop's.
    package func run() {
        let address = operations.address(port: port)
        operations.log(.started(address, roots: library.rootCount, files: library.files.count))
        loop.run(self)
        clients.finish()
        clients.cluster?.finish()
        operations.log(.stopped)
        operations.finish()
        pictures.finish()
        library.finish()
    }

    /// Reads the tokens and keys, and lists the media again, as SIGHUP asks.
    ///
    /// What cannot be read stays as it was, and no client is disconnected.
    private func reload() {
        library.reload()
        do throws(AccessError) {
            loop.rules.authorizes = try operations.readTokens()
        } catch {
            operations.log(.problem(.error, "the tokens stay as they were: \(error)"))
        }
        do throws(AccessError) {
            loop.rules.admitsSignature = try operations.readKeys()
        } catch {
            operations.log(.problem(.error, "the keys stay as they were: \(error)"))
        }
    }
}

extension Application: LoopHandler {
    package func woken() {
        for result in results.drain() { receive(result) }
    }

    package func ticked(at now: ContinuousClock.Instant) {
        for socket in clients.due() { perform(on: socket) { $0.tick(at: now) } }
        clients.resumable.expire(at: now)
        giveUpSurveys(at: now)
        tellOthers(at: now)
        tickRooms(at: now)
        carryOutNews(at: now)
        pictures.continueStoryboards(at: now)
        clients.keepIfDue(at: now)
        if !stopper.isStopping { shareSessions(at: now) }
        if stopper.takeReload() { reload() }
        if stopper.isStopping { operations.noteDraining(clients: clients.count) }
        if exports.takeUpdate(at: now) { sendExports() }
        library.followGrowth(of: mediaInUse, at: now)
        for key in library.followReadings(of: mediaInUse, at: now) { announce(key) }
        if library.isOverLimit { forget(library.closeIdle(keeping: mediaInUse)) }
    }

    package func turned(in time: Duration) {
        operations.count { $0.turns.observe(time) }
        searchNextPictures()
        tellNextNews()
        if clients.cluster != nil { carryOutNews(at: .now) }
    }

    /// Carries out what has been heard of other servers.
    private func carryOutNews(at now: ContinuousClock.Instant) {
        carryOutRoomUpdate(at: now)
        carryOutMarkNews()
        carryOutSessionNews()
    }

    /// Passes a worker's result to those who wait for it.
    private func receive(_ result: JobResult) {
        switch result {
        case .library(let report): receive(report)
        case .pictures(let report): receive(report)
        case .sounds(let report): receive(report)
        case .written(let exchange, let body): finish(exchange, with: body)
        case .read(let exchange, let marks): replaceMarks(for: exchange, by: marks)
        case .hasRead(let exchange): loop.resume(exchange)
        case .session(let session): clients.resumable.sharing?.give(session)
        }
    }

    private func receive(_ report: LibraryReport) {
        switch report {
        case .listed(let update): take(update)
        case .opened(let opened): take(opened)
        case .looked(let key, let look): if library.take(look, of: key) { announce(key) }
        case .scanned(let key, let index, let progress):
            library.notePart(index, progress: progress, for: key)
            announce(key)
        case .decoding(let key, let decode):
            library.note(decode, for: key)
            announce(key)
        case .indexed(let key, let scanned):
            let time = library.finishScan(of: key, scanned)
            operations.count {
                $0.indexed += 1
                $0.scans.observe(time)
            }
            library.loadMarks(of: key)
            noteMarks(of: key)
            announce(key)
        case .indexFailed(let key, let error):
            library.failScan(of: key, error)
            announce(key)
        case .marks(let name, let marks): adopt(marks, as: name)
        case .marksPacked(let packed): put(packed)
        case .marksUnpacked(let name, let marks): take(marks, of: name)
        case .marksKept(let name, let version): noteKept(name, version: version)
        case .marksNotKept(let name, let error): reportUnstoredMarks(name, error)
        case .marksSetAside(let media, let place, let reason):
            let text = "\(media): stored marks cannot be used, and are kept as \(place): \(reason)"
            operations.log(.problem(.warning, text))
        case .exportsListed(let listing): take(listing)
        case .planned(let id, let result, let replaces):
            exports.take(plan: result, of: id, replaces: replaces)
            sendExports()
        case .exporting(let id, let progress): exports.take(progress: progress, of: id)
        case .exported(let id, let result):
            exports.take(result: result, of: id)
            sendExports()
        }
    }

    private func receive(_ report: PictureReport) {
        switch report {
        case .composed(let exchange, let result): finish(exchange, with: result)
        case .progressed(let job, let frame):
            pictures.progressed(job, frame)
            guard case .socket(let socket) = job.requester else { return }
            perform(on: socket) { $0.progressed(to: frame, at: .now) }
        case .picture(let job, let result): deliver(result, for: job)
        case .described(let exchange, let first): finish(exchange, with: first)
        case .fed(let exchange): loop.resume(exchange)
        case .released(let exchange): release(exchange)
        }
    }

    private func take(_ update: FolderUpdate) {
        library.adopt(update.listing)
        for requester in update.requesters { openKnown(for: requester) }
        guard update.isReloaded else { return }
        operations.log(.reloaded(roots: library.rootCount, files: library.files.count))
        if let path = invite() { operations.log(.invited(link: path)) }
    }

    /// Sends a clip's new state to the sockets on it, and answers the requests that wait for it.
    func announce(_ key: ClipKey) {
        tell(clients.sockets(on: key).map { .clip(key, $0) })
        for exchange in requests.exchanges(on: key) { advance(exchange) }
    }

    private func forget(_ clips: [ClipKey]) {
        pictures.forget(clips)
        requests.lossless.forget(clips)
        requests.sounds.forget(clips)
        clients.marks?.keep { library.marks[$0] != nil }
    }

    /// The media that a client is on or waits for.
    private var mediaInUse: Set<ClipKey> { clients.clips.union(requests.clips) }
}

/// What Cluster asks of a loop is what Transport's watches do.
extension LoopWatcher: DescriptorWatch {}
