import Basics
import Library
import Media
import Scrubbing
import Timeline
import Transport
import Wire

/// Exports over the socket and over HTTP: cuts of media, written into the export folder.
extension Application {
    /// Carries out a request of a client, and sends it the new state.
    func export(_ request: ExportRequest, for socket: SocketID) {
        do throws(ExportError) {
            switch request.action {
            case .watch: return exports.list(for: .socket(socket), answering: request.seq)
            case .plan(let cut):
                let source = clients.clip(of: socket).flatMap { library.source($0) }
                try exports.plan(cut, of: source)
            case .start(let id):
                try exports.start(id, isConfirmed: false, drops: request.drops)
            case .cancel(let id): try exports.cancel(id)
            }
            exports.noteChange()
            send(exports.document, to: socket, answering: request.seq)
        } catch {
            refuse(SessionError(error.code, error.message, seq: request.seq), to: socket)
        }
    }

    /// Does what was confirmed; the socket may be closed by then.
    func carryOut(_ action: ConfirmedAction, for socket: SocketID) {
        do throws(ExportError) {
            switch action {
            case .clearMarks: return clearMarks(by: socket)
            case .startExport(let id): try exports.start(id, isConfirmed: true)
            case .deleteExport(let name): try exports.delete(name, for: .socket(socket))
            }
            exports.noteChange()
        } catch {
            refuse(SessionError(error.code, error.message), to: socket)
        }
    }

    /// Takes the files in the export folder, and tells who has asked for them.
    func take(_ listing: ExportListing) {
        exports.take(listing)
        switch listing.requester {
        case .socket(let socket):
            guard let failure = listing.failure else {
                return send(exports.document, to: socket, answering: listing.seq)
            }
            refuse(SessionError(failure.code, failure.message), to: socket)
        case .exchange(let exchange):
            reply(to: exchange, Response(json: exports.document.json()))
        case nil: break
        }
    }

    /// An exported file, as a download.
    func export(
        _ name: String,
        _ request: Request,
        on exchange: ExchangeID
    ) throws(RequestError) -> Response {
        let file: OpenFile
        do throws(ExportError) {
            file = try exports.open(name)
        } catch {
            throw .noExport(error.message)
        }
        let body = body(of: file, for: exchange)
        return try Response(download: file, name: name, request, body)
    }

    /// Sends the state to every client that asked for it.
    func sendExports() {
        let listeners = clients.all.filter { socket in
            clients.read(socket) { $0.subscriptions.hasExports } ?? false
        }
        tell(listeners.map { .exports($0) })
    }

    /// Sends the state of exports to one socket.
    func sendExports(to socket: SocketID) { send(exports.document, to: socket) }

    private func send(
        _ document: ExportsDocument,
        to socket: SocketID,
        answering seq: UInt32? = nil
    ) {
        perform(on: socket) { session in
            session.tell(document, answering: seq)
            return []
        }
    }
}
