import Media
import MediaWorkers
import System
import Timeline
package import Wire

/// Three threads: one plans cuts, which takes a moment, one writes them, one after the other and
/// with low priority for processor and disk, and one lists and deletes what has been written.
final class ExportWorker: Sendable {
    /// A cut to plan.
    struct Plan: Sendable {
        let id: Int
        let request: CutRequest
        let source: ClipSource
        let path: String
        let replaces: Bool
        let cancellation: Cancellation
    }

    /// The cuts that wait to be planned.
    let plans = WorkQueue<Int, Plan>()
    /// The cuts that wait to be written.
    let jobs = WorkQueue<Int, ExportList.Job>()
    private let tasks = WorkQueue<FolderTask, FolderTask>()

    /// Starts the threads, which end when the queues are closed.
    init(
        in folder: ExportFolder? = nil,
        workers: WorkerPool = .inside,
        report: @escaping @Sendable (LibraryReport) -> Void
    ) {
        WorkThread.start(named: "vernier-plan") { [plans] in
            while let plan = plans.next() {
                if plan.cancellation.isCancelled { continue }
                let cut = Self.planned(plan, by: workers)
                report(.planned(plan.id, cut, replaces: plan.replaces))
            }
        }
        WorkThread.start(named: "vernier-exports") { [tasks] in
            while let task = tasks.next() { report(.exportsListed(task.done(in: folder))) }
        }
        WorkThread.start(named: "vernier-export") { [jobs] in
            WorkThread.lowerPriority()
            while let job = jobs.next() {
                report(.exported(job.id, Self.made(job, by: workers, report)))
            }
        }
    }

    deinit {
        plans.close()
        jobs.close()
        tasks.close()
    }

    /// Has something done in the folder; the same is not done twice.
    func post(_ task: FolderTask) { tasks.post(task, for: task) }

    private static func planned(_ plan: Plan, by workers: WorkerPool) -> Result<Cut, MediaError> {
        do throws(MediaError) {
            let cut = try Cut(
                by: workers,
                plan.request.first...plan.request.last,
                plan.request.mode,
                of: plan.source.file,
                plan.source.index,
                to: plan.path,
                overwriting: plan.replaces,
                isCancelled: { plan.cancellation.isCancelled }
            )
            return .success(cut)
        } catch {
            return .failure(error)
        }
    }

    private static func made(
        _ job: ExportList.Job,
        by workers: WorkerPool,
        _ report: @Sendable (LibraryReport) -> Void
    ) -> Result<Int64, MediaError> {
        var last = ContinuousClock.now
        report(.exporting(job.id, progress: 0))
        do throws(MediaError) {
            let bytes = try job.cut.run(
                by: workers,
                progress: { progress in
                    guard last.duration(to: .now) >= .milliseconds(200) else { return }
                    last = .now
                    report(.exporting(job.id, progress: progress))
                },
                isCancelled: { job.cancellation.isCancelled }
            )
            return .success(bytes)
        } catch {
            return .failure(error)
        }
    }
}

/// Something that is done in the export folder for someone, who is then told what is in it.
struct FolderTask: Hashable, Sendable {
    /// The file that is deleted; `nil` only lists the files.
    let deletes: String?
    let requester: ClientRequest?
    let seq: UInt32?

    fileprivate func done(in folder: ExportFolder?) -> ExportListing {
        var failure: ExportError?
        if let folder, let deletes {
            do throws(ExportError) {
                try folder.delete(deletes)
            } catch {
                failure = error
            }
        }
        return ExportListing(
            files: folder?.files ?? [],
            requester: deletes == nil || failure != nil ? requester : nil,
            seq: seq,
            failure: failure
        )
    }
}

/// The files in the export folder, and who is to be told of them.
package struct ExportListing: Sendable {
    /// The files, by name.
    package let files: [ExportsDocument.File]
    /// Who has asked; `nil` for nobody in particular.
    package let requester: ClientRequest?
    /// The number of the message that this answers.
    package let seq: UInt32?
    /// Why a file was not deleted.
    package let failure: ExportError?
}
