import Basics
import Library
import Marks
import Media
import Scrubbing
import Timeline
import Transport
import Wire

/// Marks over the socket: changed here, stored by another thread, sent to everyone on the clip.
extension Application {
    /// Takes stored marks, or why they cannot be read, and tells those who wait for them.
    func adopt(_ stored: Result<KeptMarks, MediaError>, as name: MarksName) {
        library.marks.adopt(stored, as: name)
        let clips = library.marks.clips(with: name)
        let exchanges = clips.flatMap(requests.exchanges).filter { exchange in
            requests[exchange]?.awaitsMarks ?? false
        }
        switch stored {
        case .success:
            for exchange in exchanges { advance(exchange) }
            for key in clips.prefix(1) { sendMarksToAll(of: key) }
            share(name)
        case .failure(let error):
            let text = "what is marked cannot be read: \(error)"
            operations.log(.problem(.error, text))
            for exchange in exchanges { reply(to: exchange, Response(.marksUnread(text))) }
            for socket in clips.flatMap(listeners) {
                refuse(SessionError(.internal, text), to: socket)
            }
        }
    }

    /// Sends the marks to a socket that asked for them, once they are known.
    func sendMarks(to socket: SocketID) {
        guard let key = clients.clip(of: socket) else { return }
        if let history = knownMarks(of: key) { send(history, to: socket) }
    }

    /// The marks of a clip; those that could not be read before are read again, and told then.
    func knownMarks(of key: ClipKey) -> VersionedMarks? {
        if case .failed = library.marks.state(of: key) { library.loadMarks(of: key) }
        return library.marks[key]
    }

    /// Whether what a request needs of marks is known; it has to wait otherwise.
    func knowsMarks(for route: Route, of key: ClipKey) -> Bool {
        switch route {
        case .marks, .newMarks: knownMarks(of: key) != nil
        default: true
        }
    }

    /// Changes the marks as a client requests.
    func changeMarks(_ request: MarksChange, by socket: SocketID) {
        guard let key = clients.clip(of: socket) else { return }
        do throws(MarksError) {
            try change(key, request.change, madeFor: request.version)
            sendMarksToAll(of: key, except: socket)
            noteMarks(by: socket)
            answerWhenKept(key) { [unowned self] in
                guard let history = library.marks[key] else { return }
                send(history, to: socket, answering: request.seq)
            }
        } catch {
            refuse(SessionError(ErrorCode(error), "\(error)", seq: request.seq), to: socket)
            switch error {
            // A client with an old version is sent the current one.
            case .stale, .unreadable: sendMarks(to: socket)
            default: break
            }
        }
    }

    /// Removes all marks, which was confirmed.
    func clearMarks(by socket: SocketID) {
        guard let key = clients.clip(of: socket) else { return }
        do throws(MarksError) {
            try change(key, .edit(.clear), madeFor: library.marks[key]?.version ?? 0)
            sendMarksToAll(of: key)
            noteMarks(by: socket)
        } catch {
            refuse(SessionError(ErrorCode(error), "\(error)"), to: socket)
        }
    }

    /// Logs that marks are not stored, and tells the clients on the clip.
    func reportUnstoredMarks(_ name: MarksName, _ error: MediaError) {
        let text = "what is marked is not kept on disk: \(error)"
        operations.log(.problem(.error, text))
        // The change holds, and is answered before it is said what is wrong with it.
        noteKept(name, version: library.marks[name]?.version ?? 0)
        for socket in library.marks.clips(with: name).flatMap(listeners) {
            refuse(SessionError(.internal, text), to: socket)
        }
    }

    func change(
        _ key: ClipKey,
        _ change: VersionedMarks.Change,
        madeFor version: Int
    ) throws(MarksError) {
        if let name = library.marks.name(of: key), clients.answers.isFull(for: name) {
            throw .unreadable("marks are kept more slowly than they are changed; try again later")
        }
        try library.marks.change(key, change, madeFor: version, in: library.source(key))
        noteMarks(of: key)
    }

    /// Answers once the marks of a clip, as they are now, are on disk or at other servers, or cannot
    /// be stored at all.
    func answerWhenKept(_ key: ClipKey, _ answer: @escaping () -> Void) {
        guard let name = library.marks.name(of: key), library.marks.awaitsKeeping(name),
            let history = library.marks[name]
        else { return answer() }
        clients.answers.add(history.version, of: name, answer)
    }

    /// Answers those who have changed marks, once these are kept.
    func noteKept(_ name: MarksName, version: Int) {
        library.marks.noteKept(name, version: version)
        clients.answers.answer(name, upTo: version)
    }

    /// Sends the marks of a clip to all who have asked for them, but for the author of a change.
    func sendMarksToAll(of key: ClipKey, except author: SocketID? = nil) {
        let sockets = library.marks.clips(like: key).flatMap(listeners).filter { $0 != author }
        tell(sockets.map { .marks($0) })
    }

    private func send(_ history: VersionedMarks, to socket: SocketID, answering seq: UInt32? = nil)
    {
        perform(on: socket) { session in
            session.tell(history, answering: seq)
            return []
        }
    }

    /// Sends an error to a socket.
    func refuse(_ error: SessionError, to socket: SocketID) {
        perform(on: socket) { $0.refuse(error) }
    }

    func listeners(on key: ClipKey) -> [SocketID] {
        clients.sockets(on: key).filter { socket in
            clients.read(socket) { $0.subscriptions.hasAskedForMarks } ?? false
        }
    }
}

extension ErrorCode {
    /// The code for marks that cannot be changed as asked.
    fileprivate init(_ error: MarksError) {
        if case .unreadable = error { self = .internal } else { self = .invalidMessage }
    }
}
