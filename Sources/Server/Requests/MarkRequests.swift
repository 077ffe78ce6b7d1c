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
    /// Takes the stored marks of a clip, unless they have been changed since.
    func adopt(_ stored: MarkHistory, of key: ClipKey) {
        library.marks.adopt(stored, of: key)
        sendMarksToAll(of: key)
    }

    /// Sends the marks to a socket that asked for them, once they are known.
    func sendMarks(to socket: SocketID) {
        guard let key = clients.clip(of: socket) else { return }
        if let history = library.marks[key] { send(history, to: socket) }
    }

    /// Changes the marks as a client requests.
    func changeMarks(_ request: MarksChange, by socket: SocketID) {
        guard let key = clients.clip(of: socket) else { return }
        do throws(MarksError) {
            try change(key, request.change, madeFor: request.version)
            sendMarksToAll(of: key, except: socket)
            if let history = library.marks[key] {
                send(history, to: socket, answering: request.seq)
            }
        } catch {
            refuse(SessionError(.invalidMessage, "\(error)", seq: request.seq), to: socket)
            // A client with an old version is sent the current one.
            if case .stale = error { sendMarks(to: socket) }
        }
    }

    /// Removes all marks, which was confirmed.
    func clearMarks(by socket: SocketID) {
        guard let key = clients.clip(of: socket) else { return }
        do throws(MarksError) {
            try change(key, .edit(.clear), madeFor: library.marks[key]?.version ?? 0)
            sendMarksToAll(of: key)
        } catch {
            refuse(SessionError(.invalidMessage, "\(error)"), to: socket)
        }
    }

    /// Logs that marks are not stored, and tells the clients on the clip.
    func reportUnstoredMarks(of key: ClipKey, _ error: MediaError) {
        let text = "what is marked is not kept on disk: \(error)"
        operations.log(.problem(.error, text))
        for socket in listeners(on: key) { refuse(SessionError(.internal, text), to: socket) }
    }

    private func change(
        _ key: ClipKey,
        _ change: MarkHistory.Change,
        madeFor version: Int
    ) throws(MarksError) {
        try library.marks.change(key, change, madeFor: version, in: library.source(key))
    }

    private func sendMarksToAll(of key: ClipKey, except author: SocketID? = nil) {
        for socket in listeners(on: key) where socket != author { sendMarks(to: socket) }
    }

    private func send(_ history: MarkHistory, to socket: SocketID, answering seq: UInt32? = nil) {
        perform(on: socket) { session in
            session.tell(history, answering: seq)
            return []
        }
    }

    /// Sends an error to a socket.
    func refuse(_ error: SessionError, to socket: SocketID) {
        perform(on: socket) { $0.refuse(error) }
    }

    private func listeners(on key: ClipKey) -> [SocketID] {
        clients.sockets(on: key).filter { socket in
            clients.read(socket) { $0.subscriptions.hasAskedForMarks } ?? false
        }
    }
}

/// Marks over HTTP: the whole set, also as files of other programs, read and written by another
/// thread.
extension Application {
    /// Answers with the marks, as the document that `PUT` accepts or as a file.
    func answerMarks(
        as file: MarkFile?,
        of key: ClipKey,
        _ clip: Clip,
        for exchange: ExchangeID,
        _ request: Request
    ) throws(RequestError) {
        guard let history = library.marks[key] else { throw .conflict("\(MarksError.scanning)") }
        guard let file else {
            return try write(history, for: exchange, Response(marks: history.version, request))
        }
        let rows = history.marks.segments.count
        let media = MarkedMedia(clip)
        try write(Response(file, of: clip), .marks, rows: rows, of: 1024, for: exchange) {
            () throws(RequestError) in
            do throws(MarksError) {
                return try file.format.bytes(of: history.marks, in: media)
            } catch {
                throw .unusable("\(error)")
            }
        }
    }

    /// Has the marks read that are to replace all.
    func readMarks(
        _ new: NewMarks,
        in clip: Clip,
        for exchange: ExchangeID
    ) throws(RequestError) {
        let client = loop.client(of: exchange)
        let cost = AnswerCost(.marks, rows: new.bytes.count, of: 8, for: client)
        let media = MarkedMedia(clip)
        try requests.read(cost, for: exchange) { () throws(RequestError) in
            do throws(MarksError) {
                return try new.replacement(in: media)
            } catch {
                throw RequestError(error)
            }
        }
    }

    /// Replaces all marks by those that were read, and answers with what there is then.
    func replaceMarks(for exchange: ExchangeID, by new: Result<NewMarks.Replacement, RequestError>)
    {
        guard let key = requests.finishWork(for: exchange)?.clip else { return }
        do throws(RequestError) {
            try replace(key, by: try new.get())
            sendMarksToAll(of: key)
            let history = library.marks[key] ?? MarkHistory()
            try write(history, for: exchange, Response(json: []))
        } catch {
            reply(to: exchange, Response(error))
        }
    }

    private func replace(_ key: ClipKey, by new: NewMarks.Replacement) throws(RequestError) {
        do throws(MarksError) {
            try change(key, new.change, madeFor: new.version)
        } catch {
            throw RequestError(error)
        }
    }

    private func write(
        _ history: MarkHistory,
        for exchange: ExchangeID,
        _ head: Response
    ) throws(RequestError) {
        let rows = history.marks.segments.count
        try write(head, .marks, rows: rows, of: 256, for: exchange) {
            MarksDocument(history).json()
        }
    }
}

extension RequestError {
    /// The error for marks that cannot be changed as asked.
    fileprivate init(_ error: MarksError) {
        switch error {
        case .stale, .scanning: self = .conflict("\(error)")
        default: self = .unusable("\(error)")
        }
    }
}

extension MarkedMedia {
    fileprivate init(_ clip: Clip) {
        let name = clip.name.split(separator: "/").last.map(String.init) ?? clip.name
        self.init(name: name, table: clip.table, clock: clip.info.clock)
    }
}

/// The body of a request that replaces all marks.
struct NewMarks: Equatable, Sendable {
    /// The bytes of the body.
    let bytes: [UInt8]
    /// The format of the body; `nil` for the document that `GET` returns.
    let file: MarkFile?
    /// The version of the marks that they replace, from the query.
    let version: Int?

    /// What is to be put in the place of all marks.
    struct Replacement: Sendable {
        /// The change that is requested.
        let change: MarkHistory.Change
        /// The version of the marks that it replaces.
        let version: Int
    }

    /// Reads the body; takes time that grows with its length.
    func replacement(in media: MarkedMedia) throws(MarksError) -> Replacement {
        let (change, version) = try change(in: media)
        return Replacement(change: change, version: version)
    }

    private func change(
        in media: MarkedMedia
    ) throws(MarksError) -> (change: MarkHistory.Change, version: Int) {
        guard let file else {
            let document: MarksDocument
            do throws(WireError) {
                document = try MarksDocument(json: bytes)
            } catch {
                throw .unreadable(error.message)
            }
            return try document.replacement(in: media.table.count)
        }
        guard let version else {
            throw .expected("the version of the marks that these replace in the query", got: "none")
        }
        return (.edit(.replace(try file.format.marks(from: bytes, in: media))), version)
    }
}
