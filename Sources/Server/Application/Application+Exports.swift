import Media
import Timeline
import Wire

/// What is cut out of media into the folder for exports.
extension Application {
    /// Carries out what a client wants of the exports, and tells it what there is then.
    func export(_ wish: ExportWish, for socket: SocketID) {
        do throws(ExportError) {
            switch wish.action {
            case .watch: lookForExports()
            case .plan(let cut): try plan(cut, for: socket)
            case .start(let id): try start(id, isConfirmed: false)
            case .cancel(let id): try exports.cancel(id, isTaken: !exporter.jobs.withdraw(id))
            }
            if wish.action != .watch { exportNews.isDue = true }
            tellExports(to: socket, answering: wish.seq)
        } catch {
            refuse(SessionError(error.code, error.message, seq: wish.seq), to: socket)
        }
    }

    /// Does what a hand has confirmed; the socket may be gone by the time that it is done.
    func carryOut(_ deed: Deed, for socket: SocketID) {
        do throws(ExportError) {
            switch deed {
            case .clearMarks: return clearMarks(by: socket)
            case .startExport(let id): try start(id, isConfirmed: true)
            case .deleteExport(let name): try folder().delete(name)
            }
            lookForExports()
            exportNews.isDue = true
        } catch {
            refuse(SessionError(error.code, error.message), to: socket)
        }
    }

    /// Hears what a cut will be, or why it cannot.
    func plan(_ id: Int, _ result: Result<Cut, MediaError>, replaces: Bool) {
        exports.plan(id, result, replaces: replaces)
        tellExports()
    }

    /// Hears that a cut has ended.
    func end(_ id: Int, _ result: Result<Int64, MediaError>) {
        exports.end(id, result)
        lookForExports()
        tellExports()
    }

    /// Everything that there is to tell of exports.
    var exportsDocument: ExportsDocument {
        ExportsDocument(
            writable: exportFolder != nil,
            files: exportedFiles,
            cuts: exports.cuts
        )
    }

    /// A file that has been exported, for whoever wants to keep it elsewhere.
    func export(_ name: String, _ request: Request) throws(RequestError) -> Response {
        do throws(ExportError) {
            return Response(download: try folder().open(name), name: name, request)
        } catch {
            throw .noExport(error.message)
        }
    }

    /// Looks which files there are; others may come and go without us.
    func lookForExports() { exportedFiles = exportFolder?.files ?? [] }

    /// Tells everyone who asked.
    func tellExports() {
        let document = exportsDocument
        for (socket, client) in sockets where client.session.subscriptions.hasExports {
            tell(document, to: socket)
        }
    }

    private func tellExports(to socket: SocketID, answering seq: UInt32) {
        tell(exportsDocument, to: socket, answering: seq)
    }

    private func tell(
        _ document: ExportsDocument,
        to socket: SocketID,
        answering seq: UInt32? = nil
    ) {
        perform(on: socket) { session in
            session.tell(document, answering: seq)
            return []
        }
    }

    private func plan(_ wish: CutWish, for socket: SocketID) throws(ExportError) {
        let folder = try folder()
        guard wish.first <= wish.last else { throw .backwards(wish.first, wish.last) }
        guard let key = sockets[socket]?.clip, let source = shelf.source(key),
            source.index.table.isComplete
        else { throw .scanning }
        let path = try folder.path(of: wish.name)
        let (id, cancellation) = try exports.add(wish, of: key.id)
        let plan = ExportWorker.Plan(
            id: id,
            wish: wish,
            source: source,
            path: path,
            replaces: folder.contains(wish.name),
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
