/// What happens to a server that whoever runs it may want to know.
///
/// Says nothing that lets anybody in, but for a link that has just been made for that.
package enum LogEvent: Equatable, Sendable {
    /// It serves so many files below so many roots.
    case started(ListenAddress, roots: Int, files: Int)
    /// A client has opened a socket; sessions are counted from 1.
    case opened(session: Int)
    /// A client's socket has closed.
    case closed(SessionTally, SocketEnd)
    /// Every frame of a file is known.
    case indexed(LoggedMedia, frames: Int, after: Duration)
    /// A file cannot be read.
    case failed(LoggedMedia, reason: String)
    /// The tokens and the roots have been looked at again.
    case reloaded(roots: Int, files: Int)
    /// A link lets one browser in.
    case invited(link: String)
    /// The server has been asked to stop, with so many clients on it.
    case draining(clients: Int)
    /// It has stopped.
    case stopped
    /// Something is not as it should be.
    case complaint(LogLevel, String)
}

/// How grave a line of the log is.
package enum LogLevel: String, Sendable {
    case info, warning, error
}

/// A file in the log.
package struct LoggedMedia: Equatable, Sendable {
    /// The id that clients name it by.
    package let id: String
    /// Its name below its root.
    package let name: String

    /// Names a file.
    package init(id: String, name: String) { (self.id, self.name) = (id, name) }
}

/// What a session has come to.
package struct SessionTally: Equatable, Sendable {
    /// Which of the server's sessions it is, from 1; its token would let others go on with it.
    package let session: Int
    /// The id of the media that it was on.
    package var media: String?
    /// Messages of the client.
    package var messages = 0
    /// Pictures sent.
    package var pictures = 0
    /// How long it took.
    package var time = Duration.zero

    /// Begins with nothing.
    package init(session: Int) { self.session = session }
}

extension LogEvent {
    /// How grave it is.
    package var level: LogLevel {
        switch self {
        case .complaint(let level, _): level
        case .failed, .invited: .warning
        default: .info
        }
    }

    /// What people are told who only want to hear of what they should look at.
    package var complaint: String? {
        switch self {
        case .complaint(_, let text): text
        case .invited(let link): "let one browser in: \(link)"
        default: nil
        }
    }
}
