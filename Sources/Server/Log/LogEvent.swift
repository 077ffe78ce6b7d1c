import Cluster
package import Library
import Pictures
import Scrubbing
package import Transport
package import Wire

/// What is logged.
///
/// Events hold no secret, except ``invited(link:)``, which is not written to the JSON log.
package enum LogEvent: Equatable, Sendable {
    /// The server listens, and serves so many files below so many roots.
    case started(ListenAddress, roots: Int, files: Int)
    /// A client has opened a socket; sessions are numbered from 1.
    case opened(session: Int)
    /// A client's socket has closed.
    case closed(SessionTally, SocketEnd)
    /// Every frame of a file is known.
    case indexed(LoggedMedia, frames: Int, after: Duration)
    /// A file cannot be read.
    case failed(LoggedMedia, reason: String)
    /// The tokens and the roots have been read again.
    case reloaded(roots: Int, files: Int)
    /// A link lets one browser in.
    case invited(link: String)
    /// The server has been asked to stop, with so many clients on it.
    case draining(clients: Int)
    /// It has stopped.
    case stopped
    /// A warning or an error.
    case problem(LogLevel, String)
}

/// What a session has done, as logged at its end.
package struct SessionTally: Equatable, Sendable {
    /// The number of the session, from 1.
    ///
    /// Its token is not logged, because with it others could resume the session.
    package let session: Int
    /// The id of the media that it was on.
    package var media: String?
    /// Messages of the client.
    package var messages = 0
    /// Pictures sent.
    package var pictures = 0
    /// How long it lasted.
    package var time = Duration.zero

    /// Creates an empty tally.
    package init(session: Int) { self.session = session }
}

extension LogEvent {
    /// What a library tells the operator.
    init(_ event: LibraryEvent) {
        self =
            switch event {
            case .indexed(let media, let frames, let time):
                .indexed(media, frames: frames, after: time)
            case .failed(let media, let reason): .failed(media, reason: reason)
            case .limited(let text): .problem(.warning, text)
            }
    }

    /// What becomes of the connection to other servers.
    init(_ report: ClusterNode.Report, at address: RedisAddress) {
        self =
            switch report {
            case .found:
                .problem(.info, "Redis at \(address) is there: rooms and marks reach all servers")
            case .lost(let reason):
                .problem(
                    .warning,
                    "no Redis at \(address), rooms and marks reach this server only: \(reason)"
                )
            }
    }

    /// The severity.
    package var level: LogLevel {
        switch self {
        case .problem(let level, _): level
        case .failed, .invited: .warning
        default: .info
        }
    }

    /// The text for the terminal, where only problems and login links are shown.
    package var notice: String? {
        switch self {
        case .problem(_, let text): text
        case .invited(let link): "let one browser in: \(link)"
        default: nil
        }
    }
}

extension LogLine {
    /// An event as a line of the JSON log; login links are left out.
    package init(_ event: LogEvent) {
        self.init(level: event.level.rawValue, event: event.name)
        switch event {
        case .started(let address, let roots, let files):
            self.address = "\(address)"
            (self.roots, self.files) = (roots, files)
        case .opened(let session): self.session = session
        case .closed(let tally, let end): note(tally, end)
        case .indexed(let media, let frames, let time):
            note(media)
            (self.frames, seconds) = (frames, time / .seconds(1))
        case .failed(let media, let reason):
            note(media)
            self.reason = reason
        case .reloaded(let roots, let files): (self.roots, self.files) = (roots, files)
        case .draining(let clients): self.clients = clients
        case .problem(_, let text): message = text
        case .invited, .stopped: return
        }
    }

    private mutating func note(_ media: LoggedMedia) { (self.media, name) = (media.id, media.name) }

    private mutating func note(_ tally: SessionTally, _ end: SocketEnd) {
        (session, media) = (tally.session, tally.media)
        (messages, pictures) = (tally.messages, tally.pictures)
        seconds = tally.time / .seconds(1)
        switch end {
        case .lost: reason = "lost"
        case .closedByClient(let code): (reason, self.code) = ("left", Int(code.rawValue))
        case .closedByServer(let code, let text): (reason, self.code) = (text, Int(code.rawValue))
        }
    }
}

extension LogEvent {
    fileprivate var name: String {
        switch self {
        case .started: "started"
        case .opened: "opened"
        case .closed: "closed"
        case .indexed: "indexed"
        case .failed: "failed"
        case .reloaded: "reloaded"
        case .invited: "invited"
        case .draining: "draining"
        case .stopped: "stopped"
        case .problem: "problem"
        }
    }
}
