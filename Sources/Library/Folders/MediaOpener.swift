package import Media
import System

/// A file that someone waits for.
package struct OpenedMedia: Sendable {
    /// What it was listed as.
    package let entry: MediaLibrary.Entry
    /// Which of its streams is wanted; `nil` is the best one.
    package let stream: Int?
    /// Who waits for it.
    package let requester: ClientRequest
    /// The file as it is now, or why it cannot be opened.
    package let file: Result<OpenFile, MediaError>
}

/// Threads that open files and look whether they have grown, one for each file system: one that does
/// not answer, as that of a file server that has gone, holds up only who wants something of it.
///
/// Belongs to the loop's thread; reports are made on its own.
package final class MediaOpener {
    /// Who waits for a job: at most one of each waits.
    private enum Requester: Hashable {
        case client(ClientRequest)
        case growth(ClipKey)
    }

    private typealias Job = @Sendable () -> LibraryReport
    private typealias Queue = WorkQueue<Requester, Job>

    /// The jobs that wait, by the number of the file system.
    private var queues: [UInt64: Queue] = [:]
    private let report: @Sendable (LibraryReport) -> Void

    /// Starts no thread yet.
    init(report: @escaping @Sendable (LibraryReport) -> Void) { self.report = report }

    deinit { for queue in queues.values { queue.close() } }

    /// Opens an entry's file for someone, whose earlier request is forgotten; ``LibraryReport/opened(_:)``
    /// tells.
    package func open(_ entry: MediaLibrary.Entry, stream: Int?, for requester: ClientRequest) {
        post(to: entry.fileSystem, for: .client(requester)) {
            let file = Result { () throws(MediaError) in try entry.open() }
            return .opened(
                OpenedMedia(entry: entry, stream: stream, requester: requester, file: file)
            )
        }
    }

    /// Forgets the request of someone who has gone.
    package func withdraw(_ requester: ClientRequest) {
        for queue in queues.values { queue.withdraw(.client(requester)) }
    }

    /// Looks at an open file as it is now; ``LibraryReport/looked(_:_:)`` tells.
    ///
    /// The thread is the one that has opened it, so that what it found last is told last.
    func look(at file: OpenFile, on fileSystem: UInt64?, as key: ClipKey) {
        post(to: fileSystem, for: .growth(key)) {
            .looked(key, Result { () throws(MediaError) in try file.renewed() })
        }
    }

    /// Nobody waits for what lies elsewhere: what is told of it here was heard before.
    private func post(to fileSystem: UInt64?, for requester: Requester, _ job: @escaping Job) {
        guard let fileSystem else { return report(job()) }
        let queue = queues[fileSystem] ?? startThread()
        queues[fileSystem] = queue
        queue.post(job, for: requester)
    }

    private func startThread() -> Queue {
        let queue = Queue()
        WorkThread.start(named: "vernier-open") { [report] in
            while let job = queue.next() { report(job()) }
        }
        return queue
    }
}
