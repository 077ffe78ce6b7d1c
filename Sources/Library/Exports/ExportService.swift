package import Media
package import MediaWorkers
import System
import Timeline
package import Wire

/// The cuts that clients have requested, and the files in the export folder.
///
/// Belongs to the loop's thread; cuts are planned and written by threads of their own.
package final class ExportService {
    private var cuts: ExportList
    private var files: [ExportsDocument.File] = []
    private var updates = ExportUpdates()
    private let folder: ExportFolder?
    private let worker: ExportWorker

    /// Starts the threads; without a folder nothing is exported.
    package init(
        in folder: ExportFolder?,
        workers: WorkerPool,
        report: @escaping @Sendable (LibraryReport) -> Void
    ) {
        self.folder = folder
        cuts = ExportList { folder?.message(for: $0) ?? "\($0)" }
        worker = ExportWorker(in: folder, workers: workers, report: report)
    }

    /// The state of the exports, as clients are sent it.
    package var document: ExportsDocument {
        ExportsDocument(writable: folder != nil, files: files, cuts: cuts.cuts)
    }

    /// Has the exported files listed, which others may add or remove, too; a report tells them.
    package func list(for requester: ClientRequest? = nil, answering seq: UInt32? = nil) {
        worker.post(FolderTask(deletes: nil, requester: requester, seq: seq))
    }

    /// Takes the exported files as they are now.
    package func take(_ listing: ExportListing) {
        if files != listing.files { noteChange() }
        files = listing.files
    }

    /// Notes that clients are to be sent the new state.
    package func noteChange() { updates.isDue = true }

    /// Whether clients are to be sent the state now.
    package func takeUpdate(at now: ContinuousClock.Instant) -> Bool { updates.take(at: now) }

    /// Opens a file that has been exported.
    package func open(_ name: String) throws(ExportError) -> OpenFile { try existing().open(name) }

    /// Has a file deleted that has been exported; a report tells what there is then.
    package func delete(_ name: String, for requester: ClientRequest) throws(ExportError) {
        _ = try existing()
        worker.post(FolderTask(deletes: name, requester: requester, seq: nil))
    }

    /// Has a cut planned; `source` is what it is cut out of, once that is indexed.
    package func plan(_ request: CutRequest, of source: ClipSource?) throws(ExportError) {
        let folder = try existing()
        guard request.first <= request.last else { throw .backwards(request.first, request.last) }
        guard let source, source.index.table.isComplete else { throw .scanning }
        let path = try folder.path(of: request.name)
        let (id, cancellation) = try cuts.add(request, of: source.key.id)
        let plan = ExportWorker.Plan(
            id: id,
            request: request,
            source: source,
            path: path,
            replaces: folder.contains(request.name),
            cancellation: cancellation
        )
        worker.plans.post(plan, for: id)
    }

    /// Has a planned cut written.
    package func start(_ id: Int, isConfirmed: Bool, drops: Bool = false) throws(ExportError) {
        _ = try existing()
        let job = try cuts.start(id, isConfirmed: isConfirmed, drops: drops)
        worker.jobs.post(job, for: id)
    }

    /// Cancels a cut.
    package func cancel(_ id: Int) throws(ExportError) {
        try cuts.cancel(id, isTaken: !worker.jobs.withdraw(id))
    }

    /// Takes the plan of a cut, or why there is none.
    package func take(plan result: Result<Cut, MediaError>, of id: Int, replaces: Bool) {
        cuts.plan(id, result, replaces: replaces)
    }

    /// Takes the progress of a cut, in 0…1.
    package func take(progress: Double, of id: Int) {
        cuts.progress(id, progress)
        noteChange()
    }

    /// Takes the result of a cut: its bytes, or the error.
    package func take(result: Result<Int64, MediaError>, of id: Int) {
        cuts.end(id, result)
        list()
    }

    private func existing() throws(ExportError) -> ExportFolder {
        guard let folder else { throw .off }
        return folder
    }
}
