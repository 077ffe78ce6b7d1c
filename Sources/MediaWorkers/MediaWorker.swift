import Media
import System
import Timeline

// MediaWorkers: media read by other processes, which may do nothing else. What a file does to its
// worker does no harm here, and every answer is validated, because a file may have compromised it.
//
// A `WorkerPool` says how workers are started, and counts them; its `Quarantine` knows the files
// that have ended too many. A thread that reads media creates a `MediaWorker` of the pool, which
// starts the process at the first request and again after its end. On it, `WorkerScan` finds the
// frames of a file, `WorkerReader` decodes them to `ShownFrame`s, and `MediaWorker.sheet` puts
// pictures together; `Cut` plans and writes by a process of its own. All of these block and belong
// to the thread that created the worker; the pool and its quarantine are safe on every thread.
//
// The messages and the worker's own side, `WorkerLoop`, are in Media.

/// Reads media in a sandboxed process, which may crash, hang or be compromised without harm.
///
/// Started at the first request, and again after its end, with a growing pause if it keeps ending.
/// Blocks the calling thread. Belongs to one thread, as do its readers and scans.
package final class MediaWorker {
    private let pool: WorkerPool
    private let launch: WorkerLaunch
    /// The longest time until an answer.
    private let timeout: Duration
    private var process: WorkerProcess?
    /// Ends of the process since the last answer.
    private var ends = 0
    private var lastReader = 0
    /// Increased with each start of the process: readers of an earlier one are gone.
    private(set) var generation = 0
    /// The longest pause before a process is started again.
    private static let longestPause = Duration.seconds(2)
    /// The longest time until a process is ready, even on a busy machine.
    private let startTimeout: Duration
    /// The factor of timeouts for workers that run at a low priority.
    private static let yieldingFactor = 10

    /// Creates a worker of a pool.
    ///
    /// - Parameters:
    ///   - pool: The pool.
    ///   - bytes: The largest size of a file that the worker may write; 0 forbids writing.
    ///   - yields: Whether it runs at a low priority, so that timeouts must be longer.
    package init(of pool: WorkerPool, writing bytes: Int64 = 0, yielding yields: Bool = false) {
        (self.pool, launch) = (pool, pool.launch.writing(bytes))
        let factor = yields ? Self.yieldingFactor : 1
        (timeout, startTimeout) = (pool.timeout * factor, .seconds(20) * factor)
    }

    /// Starts the process, if there is none; a failure is reported by the next request.
    package func prepare() { if process == nil { _ = try? start() } }

    /// The processor time that the process has used since it was started; zero where there is none.
    package var processorTime: Duration { process?.processorTime ?? .zero }

    /// Makes sure that the process runs, and that the file is not in quarantine.
    func prepare(for file: OpenFile) throws(MediaError) {
        guard !pool.quarantine.holds(file) else { throw .quarantined(file: file.name) }
        if let process, process.channel.isOpen { return }
        do throws(SystemFailure) {
            try start()
        } catch {
            throw .workerLost(file: file.name, reason: "cannot be started (\(error.reason))")
        }
    }

    /// A number for a new reader.
    func nextReader() -> Int {
        lastReader += 1
        return lastReader
    }

    /// What goes with a request.
    enum Attachment: Equatable {
        case nothing
        /// The file that it is about.
        case file
        case descriptor(Descriptor)
    }

    /// Sends a request about a file, with what the worker needs for it, and waits for the answer.
    ///
    /// If the worker ends over it, that counts towards the file's quarantine, unless `isBlamed` is
    /// `false` because the request does not read the file.
    func ask(
        _ request: WorkerRequest,
        about file: OpenFile,
        sending attachment: Attachment = .nothing,
        blaming isBlamed: Bool = true
    ) throws(MediaError) -> WorkerAnswer {
        try send(request, about: file, sending: attachment, blaming: isBlamed)
        return try receive(about: file, blaming: isBlamed)
    }

    /// Sends a request without waiting for the answer.
    func send(
        _ request: WorkerRequest,
        about file: OpenFile,
        sending attachment: Attachment = .nothing,
        blaming isBlamed: Bool = true
    ) throws(MediaError) {
        switch attachment {
        case .nothing: try send(request.bytes, with: nil, about: file, blaming: isBlamed)
        case .descriptor(let descriptor):
            try send(request.bytes, with: descriptor, about: file, blaming: isBlamed)
        case .file:
            let handed = try file.makeWorkerDescriptor()
            try send(request.bytes, with: handed.descriptor, about: file, blaming: isBlamed)
            _ = consume handed
        }
    }

    private func send(
        _ bytes: [UInt8],
        with descriptor: Descriptor?,
        about file: OpenFile,
        blaming isBlamed: Bool
    ) throws(MediaError) {
        guard let process else { throw .workerLost(file: file.name, reason: "has gone") }
        do throws(WorkerChannel.Failure) {
            try process.channel.send(bytes, with: descriptor, by: .now + timeout)
        } catch {
            throw workerLost(about: file, error, blaming: isBlamed)
        }
    }

    /// Waits for the next answer.
    func receive(
        about file: OpenFile,
        blaming isBlamed: Bool = true
    ) throws(MediaError) -> WorkerAnswer {
        guard let process else { throw .workerLost(file: file.name, reason: "has gone") }
        let answer: WorkerAnswer
        do {
            waitForBytes(of: file, in: process.channel)
            let bytes = try process.channel.receive(by: .now + timeout).bytes
            answer = try WorkerAnswer(bytes, about: file.name)
        } catch {
            throw workerLost(about: file, error as? WorkerChannel.Failure, blaming: isBlamed)
        }
        ends = 0
        guard case .failed(let error) = answer else { return answer }
        // What it has open may stand at what it takes for the file's end.
        if case .elsewhere = error { self.process = nil }
        throw error
    }

    /// Waits for an answer as long as bytes that lie elsewhere are awaited, which a worker is not
    /// late for: each of them comes in time, or the read fails.
    private func waitForBytes(of file: OpenFile, in channel: borrowing WorkerChannel) {
        guard file.isRemote else { return }
        while !channel.isReady(by: .now + timeout), file.isAwaited {}
    }

    /// Ends the process because its answer is invalid; returns the error to throw.
    func invalidAnswer(about file: OpenFile) -> MediaError {
        workerLost(about: file, .malformed, blaming: true)
    }

    private func workerLost(
        about file: OpenFile,
        _ failure: WorkerChannel.Failure?,
        blaming isBlamed: Bool
    ) -> MediaError {
        let reason =
            switch failure {
            case .late: "took longer than \(timeout) and was ended"
            case .gone: process?.describeEnd() ?? "has gone"
            case .malformed, nil: "answered what cannot be and was ended"
            }
        process = nil
        ends += 1
        if isBlamed { pool.quarantine.note(file) }
        let error = MediaError.workerLost(file: file.name, reason: reason)
        pool.noteEnd(error, isLate: failure == .late)
        return error
    }

    private func start() throws(SystemFailure) {
        process = nil
        if ends > 1 { WorkThread.sleep(for: pause) }
        let process = try WorkerProcess(launch)
        generation += 1
        let deadline = SuspendingClock.now + startTimeout
        guard let bytes = try? process.channel.receive(by: deadline).bytes,
            case .ready(let lacking)? = try? WorkerAnswer(bytes, about: "")
        else { throw SystemFailure(reason: "it \(process.describeEnd())") }
        pool.noteStart(lacking: lacking)
        self.process = process
    }

    /// The pause before a restart: 20 ms after the first end, doubled with each further one.
    private var pause: Duration { min(.milliseconds(10 << min(ends, 8)), Self.longestPause) }
}
