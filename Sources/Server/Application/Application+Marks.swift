import Marks
import Media
import Timeline
import Wire

/// What people mark: changed here, kept on disk by another thread, told to everyone on the clip.
extension Application {
    /// Takes over what was marked before, unless it has been changed since.
    func adopt(_ stored: MarkHistory, of key: ClipKey) {
        if marks[key] == nil { marks[key] = stored }
        for socket in listeners(on: key) { tellMarks(to: socket) }
    }

    /// Tells a socket that asked what is marked, once that is known.
    func tellMarks(to socket: SocketID) {
        guard let key = sockets[socket]?.clip, let history = marks[key] else { return }
        tell(history, to: socket)
    }

    /// Changes what is marked, as a client asks for it.
    func mark(_ wish: MarksChange, by socket: SocketID) {
        guard let key = sockets[socket]?.clip else { return }
        do throws(MarksError) {
            try change(key, wish.change, madeFor: wish.version)
            tellAll(of: key, except: socket)
            if let history = marks[key] { tell(history, to: socket, answering: wish.seq) }
        } catch {
            refuse(SessionError(.invalidMessage, "\(error)", seq: wish.seq), to: socket)
            // Whoever is behind learns what to look at.
            if case .stale = error { tellMarks(to: socket) }
        }
    }

    /// Takes all marks away, as a hand has confirmed it.
    func clearMarks(by socket: SocketID) {
        guard let key = sockets[socket]?.clip else { return }
        do throws(MarksError) {
            try change(key, .edit(.clear), madeFor: marks[key]?.version ?? 0)
            tellAll(of: key)
        } catch {
            refuse(SessionError(.invalidMessage, "\(error)"), to: socket)
        }
    }

    /// Says that marks are not kept on disk.
    func complainOfMarks(of key: ClipKey, _ error: MediaError) {
        let text = "what is marked is not kept on disk: \(error)"
        log(.complaint(.error, text))
        for socket in listeners(on: key) { refuse(SessionError(.internal, text), to: socket) }
    }

    func change(
        _ key: ClipKey,
        _ change: MarkHistory.Change,
        madeFor version: Int
    ) throws(MarksError) {
        guard var history = marks[key], let source = shelf.source(key) else { throw .scanning }
        let before = history.version
        try history.take(change, madeFor: version, in: source.index.table.count)
        marks[key] = history
        if history.version != before { marksKeeper.keep(history, of: source) }
    }

    func tellAll(of key: ClipKey, except author: SocketID? = nil) {
        for socket in listeners(on: key) where socket != author { tellMarks(to: socket) }
    }

    private func tell(_ history: MarkHistory, to socket: SocketID, answering seq: UInt32? = nil) {
        perform(on: socket) { session in
            session.tell(history, answering: seq)
            return []
        }
    }

    func refuse(_ error: SessionError, to socket: SocketID) {
        perform(on: socket) { $0.refuse(error) }
    }

    private func listeners(on key: ClipKey) -> [SocketID] {
        sockets.filter { $0.value.clip == key && $0.value.session.subscriptions.hasAskedForMarks }
            .map(\.key)
    }
}
