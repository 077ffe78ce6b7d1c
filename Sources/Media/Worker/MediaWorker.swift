import Glibc
import Timeline

/// Reads media in another process, which may crash, hang or be taken over without harm.
///
/// Started when it is first needed, and again after its end, ever later while it ends each time.
/// Belongs to one thread, as do its readers and scans.
public final class MediaWorker {
    private let pool: WorkerPool
    private let launch: WorkerLaunch
    /// How long an answer may take.
    private let patience: Duration
    private var process: WorkerProcess?
    /// Ends since the last request that was answered.
    private var ends = 0
    private var lastReader = 0
    /// Which start of the process this is: what was opened in an earlier one is gone.
    private(set) var generation = 0
    /// The longest pause before a process is started again.
    private static let longestPause = Duration.seconds(2)
    /// How long a process may take to be ready, on a machine that has much else to do.
    private let startPatience: Duration
    /// How much longer everything may take for which everything else goes before it.
    private static let yieldingFactor = 10

    /// Creates a worker of a pool.
    ///
    /// - Parameters:
    ///   - pool: The pool.
    ///   - bytes: How long a file may become that the worker is given to write; 0 is not at all.
    ///   - yields: Whether it works only when nobody else wants the processor, so that to wait for
    ///     long says little.
    public init(of pool: WorkerPool, writing bytes: Int64 = 0, yielding yields: Bool = false) {
        (self.pool, launch) = (pool, pool.launch.writing(bytes))
        let factor = yields ? Self.yieldingFactor : 1
        (patience, startPatience) = (pool.patience * factor, .seconds(20) * factor)
    }

    /// Starts the process, if there is none; nothing is said of a failure before it matters.
    public func prepare() { if process == nil { _ = try? start() } }

    /// Makes sure that there is a process, and that it may read this file.
    func admit(_ file: OpenFile) throws(MediaError) {
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

    /// Asks for something about a file; what the worker does not have yet goes along.
    ///
    /// The file is to blame when the worker ends over that, unless it is not read for it.
    func ask(
        _ request: WorkerRequest,
        about file: OpenFile,
        sending descriptor: CInt? = nil,
        blaming isBlamed: Bool = true
    ) throws(MediaError) -> WorkerAnswer {
        try tell(request, about: file, sending: descriptor, blaming: isBlamed)
        return try hear(about: file, blaming: isBlamed)
    }

    /// Sends a request without waiting for what is said to it.
    func tell(
        _ request: WorkerRequest,
        about file: OpenFile,
        sending descriptor: CInt? = nil,
        blaming isBlamed: Bool = true
    ) throws(MediaError) {
        guard let process else { throw .workerLost(file: file.name, reason: "has gone") }
        do throws(WorkerChannel.Failure) {
            try process.channel.send(
                request.bytes,
                with: descriptor,
                by: .now + patience
            )
        } catch {
            throw lose(over: file, error, blaming: isBlamed)
        }
    }

    /// Waits for the next answer.
    func hear(
        about file: OpenFile,
        blaming isBlamed: Bool = true
    ) throws(MediaError) -> WorkerAnswer {
        guard let process else { throw .workerLost(file: file.name, reason: "has gone") }
        let answer: WorkerAnswer
        do {
            let message = try process.channel.receive(by: .now + patience)
            if let stray = message.descriptor { close(stray) }
            answer = try WorkerAnswer(message.bytes, about: file.name)
        } catch {
            throw lose(over: file, error as? WorkerChannel.Failure, blaming: isBlamed)
        }
        ends = 0
        if case .failed(let error) = answer { throw error }
        return answer
    }

    /// Ends the process, which has said what cannot be, and says so of the file.
    func mistrust(over file: OpenFile) -> MediaError {
        lose(over: file, .malformed, blaming: true)
    }

    private func lose(
        over file: OpenFile,
        _ failure: WorkerChannel.Failure?,
        blaming isBlamed: Bool
    ) -> MediaError {
        let reason =
            switch failure {
            case .late: "took longer than \(patience) and was ended"
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
        if ends > 1 { usleep(useconds_t(pause / .microseconds(1))) }
        let process = try WorkerProcess(launch)
        generation += 1
        let deadline = SuspendingClock.now + startPatience
        guard let message = try? process.channel.receive(by: deadline),
            case .ready(let lacking)? = try? WorkerAnswer(message.bytes, about: "")
        else { throw SystemFailure(reason: "it \(process.describeEnd())") }
        pool.noteStart(lacking: lacking)
        self.process = process
    }

    /// Twice as long with each end, from a fiftieth of a second on.
    private var pause: Duration { min(.milliseconds(10 << min(ends, 8)), Self.longestPause) }
}
