import Basics
import Library
import Media
import Pictures
import Sounds
import Transport

/// What monitoring asks for: whether the server is ready, and its metrics.
extension Application {
    /// Answers whether new clients can be served; the roots are looked at by another thread.
    func tellReadiness(to exchange: ExchangeID) {
        let readiness = readiness(at: .now)
        guard readiness == .ready else { return reply(to: exchange, readiness.response) }
        do throws(RequestError) {
            let roots = library.roots
            try write(readiness.response, .readiness, rows: 1, of: 64, for: exchange) {
                () throws(RequestError) in
                guard roots.canBeRead else { throw .notReady(Readiness.noRoot.reason) }
                return Array("ok\n".utf8)
            }
        } catch {
            reply(to: exchange, Response(error))
        }
    }

    /// Whether new clients can be served, if any root can be read.
    func readiness(at now: ContinuousClock.Instant) -> Readiness {
        Readiness(isStopping: stopper.isStopping, oldest: pictures.oldestPending(), at: now)
    }

    /// What the server has done, and what it holds now.
    var metrics: Metrics {
        var metrics = operations.metrics
        metrics.floods = loop.floods
        metrics.heldSockets = loop.heldSockets
        metrics.connections = loop.connectionCount
        metrics.limits.connections = loop.capacity
        metrics.limits.sockets = loop.socketCapacity
        clients.report(in: &metrics)
        library.report(in: &metrics)
        pictures.counts(sockets: loop.capacity).report(in: &metrics)
        metrics.sounds.waiting = requests.sounds.waiting
        return metrics
    }
}

extension LibraryService {
    /// Adds scans and folders to the metrics.
    fileprivate func report(in metrics: inout Metrics) {
        metrics.scannedPackets = scannedPackets
        metrics.indexes = indexCounts
        metrics.listedFolders = listedFolders
    }
}

extension PictureService.Counts {
    /// Adds the pictures to the metrics.
    fileprivate func report(in metrics: inout Metrics) {
        (metrics.cacheBytes, metrics.limits.cacheBytes) = (cacheBytes, cacheLimit)
        (metrics.stored, metrics.decoded) = (stored, decoded)
        (metrics.orders, metrics.limits.orders) = (orders, orderLimit)
        (metrics.decoders, metrics.limits.decoders) = (decoders, decoderLimit)
    }
}

/// Whether the server can serve new clients, as `/readyz` tells.
enum Readiness: Equatable {
    /// New clients are served.
    case ready
    /// It has been asked to stop.
    case draining
    /// No root can be read.
    case noRoot
    /// A worker has not delivered a picture within the timeout.
    case workersStalled

    /// How long a picture may take.
    private static let timeout = Duration.seconds(10)

    /// Judges the server's state; `oldest` is when the oldest undelivered picture was requested.
    init(
        isStopping: Bool,
        oldest: ContinuousClock.Instant?,
        at now: ContinuousClock.Instant
    ) {
        let isLate = oldest.map { now - $0 > Self.timeout } ?? false
        self = isStopping ? .draining : isLate ? .workersStalled : .ready
    }

    /// The answer to `/readyz`.
    var response: Response {
        self == .ready ? Response(text: "ok\n") : Response(.notReady(reason))
    }

    /// Why new clients cannot be served.
    var reason: String {
        switch self {
        case .ready: "it is ready"
        case .draining: "the server is stopping"
        case .noRoot: "none of the folders and files to serve can be read"
        case .workersStalled: "no picture came of a decode worker within ten seconds"
        }
    }
}
