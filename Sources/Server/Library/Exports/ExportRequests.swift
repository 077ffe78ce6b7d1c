import Media
import Timeline
import Transport
import Wire

/// Exports: cuts of media, written into the export folder, and the state that clients are sent.
extension Application {
    /// Carries out a request of a client, and sends it the new state.
    func export(_ request: ExportRequest, for socket: SocketID) {
        do throws(ExportError) {
            switch request.action {
            case .watch: refreshExports()
            case .plan(let cut): try plan(cut, for: socket)
            case .start(let id): try start(id, isConfirmed: false)
            case .cancel(let id): try exports.cancel(id, isTaken: !exporter.jobs.withdraw(id))
            }
            if request.action != .watch { exportUpdates.isDue = true }
            sendExports(to: socket, answering: request.seq)
        } catch {
            refuse(SessionError(error.code, error.message, seq: request.seq), to: socket)
        }
    }

    /// Does what was confirmed; the socket may be closed by then.
    func carryOut(_ action: ConfirmedAction, for socket: SocketID) {
        do throws(ExportError) {
            switch action {
            case .clearMarks: return clearMarks(by: socket)
            case .startExport(let id): try start(id, isConfirmed: true)
            case .deleteExport(let name): try folder().delete(name)
            }
            refreshExports()
            exportUpdates.isDue = true
        } catch {
            refuse(SessionError(error.code, error.message), to: socket)
        }
    }

    /// Takes the plan of a cut, or why there is none.
    func plan(_ id: Int, _ result: Result<Cut, MediaError>, replaces: Bool) {
        exports.plan(id, result, replaces: replaces)
        sendExports()
    }

    /// Takes the result of a cut.
    func end(_ id: Int, _ result: Result<Int64, MediaError>) {
        exports.end(id, result)
        refreshExports()
        sendExports()
    }

    /// The state of the exports, as clients are sent it.
    var exportsDocument: ExportsDocument {
        ExportsDocument(
            writable: exportFolder != nil,
            files: exportedFiles,
            cuts: exports.cuts
        )
    }

    /// An exported file, as a download.
    func export(_ name: String, _ request: Request) throws(RequestError) -> Response {
        do throws(ExportError) {
            return Response(download: try folder().open(name), name: name, request)
        } catch {
            throw .noExport(error.message)
        }
    }

    /// Lists the exported files, which others may add or remove, too.
    func refreshExports() { exportedFiles = exportFolder?.files ?? [] }

    /// Sends the state to every client that asked for it.
    func sendExports() {
        let document = exportsDocument
        for (socket, client) in sockets where client.session.subscriptions.hasExports {
            send(document, to: socket)
        }
    }

    private func sendExports(to socket: SocketID, answering seq: UInt32) {
        send(exportsDocument, to: socket, answering: seq)
    }

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

    private func plan(_ request: CutRequest, for socket: SocketID) throws(ExportError) {
        let folder = try folder()
        guard request.first <= request.last else { throw .backwards(request.first, request.last) }
        guard let key = sockets[socket]?.clip, let source = openMedia.source(key),
            source.index.table.isComplete
        else { throw .scanning }
        let path = try folder.path(of: request.name)
        let (id, cancellation) = try exports.add(request, of: key.id)
        let plan = ExportWorker.Plan(
            id: id,
            request: request,
            source: source,
            path: path,
            replaces: folder.contains(request.name),
            cancellation: cancellation
        )
        exporter.plans.post(plan, for: id)
    }

    private func start(_ id: Int, isConfirmed: Bool) throws(ExportError) {
        _ = try folder()
        let job = try exports.start(id, isConfirmed: isConfirmed)
        exporter.jobs.post(job, for: id)
    }

    private func folder() throws(ExportError) -> ExportFolder {
        guard let exportFolder else { throw .off }
        return exportFolder
    }
}
