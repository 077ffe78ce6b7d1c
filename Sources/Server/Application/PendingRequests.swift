import Basics
import Library
import Media
import MediaWorkers
import Pictures
import Sounds
import System
import Transport

/// The requests over HTTP that wait for their media, or for something that is made of it.
///
/// Belongs to the loop's thread.
final class PendingRequests {
    /// A request that waits.
    struct Pending {
        let request: Request
        let route: Route
        /// The media that it is about; `nil` when it is about all of them.
        let opening: Opening?
        /// The clip that it is about, once that is open.
        var clip: ClipKey?
        /// The picture that it waits for.
        var job: PictureJob?
        /// The tiles that it waits for.
        var tiles: TileSet?
        /// The pixels that it waits for.
        var pixels: LosslessQuery?
        /// The answer whose body is being written.
        var answer: Response?
        /// Whether the samples that it asks for are being decoded.
        var awaitsSamples = false
        /// Whether its body is being read.
        var isBeingRead = false

        /// Whether it is answered as soon as the marks of its clip are known.
        var awaitsMarks: Bool {
            switch route {
            case .marks, .newMarks: awaitsClip
            default: false
            }
        }

        /// Whether it is answered as soon as enough is known of its clip.
        var awaitsClip: Bool {
            clip != nil && job == nil && tiles == nil && pixels == nil && answer == nil
                && !isBeingRead && !awaitsSamples
        }
    }

    private var pending: [ExchangeID: Pending] = [:]
    private let queue: AnswerQueue
    private let files: FileReader
    /// Another for those elsewhere, whose bytes may take long to come; started for the first.
    private lazy var remoteFiles = FileReader(threads: 4) { [results] in
        results.post(.hasRead($0))
    }
    private let results: Mailbox<JobResult>
    /// The pixels of frames.
    let lossless: LosslessService
    /// The samples of frames, also for those who scrub, and how loud they are.
    let sounds: SoundService

    /// Starts the threads that write answers, read files, and take pixels and samples, these by
    /// processes of `workers`; what is known of sounds is kept in `store`.
    init(_ results: Mailbox<JobResult>, workers: WorkerPool, sounds store: SoundStore?) {
        self.results = results
        queue = AnswerQueue(results)
        files = FileReader { results.post(.hasRead($0)) }
        lossless = LosslessService(workers: workers) { results.post(.pictures($0)) }
        sounds = SoundService(store: store, workers: workers) { results.post(.sounds($0)) }
    }

    /// A request that waits; `nil` once it is answered or its client has gone.
    subscript(exchange: ExchangeID) -> Pending? { pending[exchange] }

    /// Has a request wait.
    func add(
        _ exchange: ExchangeID,
        _ request: Request,
        _ route: Route,
        about opening: Opening? = nil
    ) {
        pending[exchange] = Pending(request: request, route: route, opening: opening)
    }

    /// Changes what a request waits for.
    func change(_ exchange: ExchangeID, _ change: (inout Pending) -> Void) {
        if var request = pending[exchange] {
            pending[exchange] = nil
            change(&request)
            pending[exchange] = request
        }
    }

    /// Removes a request, which is answered or not needed any more.
    @discardableResult
    func remove(_ exchange: ExchangeID) -> Pending? {
        queue.withdraw(exchange)
        return pending.removeValue(forKey: exchange)
    }

    /// The requests about a clip.
    func exchanges(on clip: ClipKey) -> [ExchangeID] {
        pending.filter { $0.value.clip == clip }.map(\.key)
    }

    /// The clips that requests are about.
    var clips: Set<ClipKey> { Set(pending.values.compactMap(\.clip)) }
}

// MARK: - Work for other threads

extension PendingRequests {
    /// Has the body of an answer written by another thread.
    ///
    /// - Throws: ``RequestError/busy`` when too much is under way.
    func write(
        _ answer: Response,
        _ cost: AnswerCost<PeerAddress?>,
        for exchange: ExchangeID,
        _ body: @escaping @Sendable () throws(RequestError) -> [UInt8]
    ) throws(RequestError) {
        try queue.post(cost, for: exchange) { .written(exchange, Result(catching: body)) }
        change(exchange) { $0.answer = answer }
    }

    /// Has the marks of a request read by another thread.
    ///
    /// - Throws: ``RequestError/busy`` when too much is under way.
    func read(
        _ cost: AnswerCost<PeerAddress?>,
        for exchange: ExchangeID,
        _ marks: @escaping @Sendable () throws(RequestError) -> NewMarks.Replacement
    ) throws(RequestError) {
        try queue.post(cost, for: exchange) { .read(exchange, Result(catching: marks)) }
        change(exchange) { $0.isBeingRead = true }
    }

    /// The body of an answer that is a part of a file.
    ///
    /// - Throws: ``RequestError/busy`` when too much is under way.
    func body(
        _ range: Range<Int64>,
        of file: OpenFile,
        for exchange: ExchangeID,
        of client: PeerAddress?
    ) throws(RequestError) -> Body {
        let cost = AnswerCost(.files, rows: 2, of: FileReader.slice, for: client)
        try queue.reserve(cost, for: exchange)
        let reader = file.isRemote ? remoteFiles : files
        return reader.body(range, of: file, for: exchange) { [queue] in queue.finish(exchange) }
    }

    /// Notes what taking pixels for a request needs.
    ///
    /// - Throws: ``RequestError/busy`` when too much is under way.
    func take(_ cost: AnswerCost<PeerAddress?>, for exchange: ExchangeID) throws(RequestError) {
        try queue.take(cost, for: exchange)
    }

    /// Notes that no more pixels are taken for a request.
    func giveBack(_ exchange: ExchangeID) { queue.giveBack(exchange) }

    /// Notes that the work for a request is done; returns the request if it still waits.
    func finishWork(for exchange: ExchangeID) -> Pending? {
        queue.finish(exchange)
        change(exchange) { $0.isBeingRead = false }
        return pending[exchange]
    }
}
