import CSandbox
import Glibc
package import Media
package import System

/// How a worker is started.
package enum WorkerLaunch: Sendable {
    /// As a process: a program's path and its arguments. Its end of the channel is descriptor
    /// ``WorkerLaunch/descriptor``.
    case process(path: String, words: [String])
    /// Within this process, on a thread that the closure starts: without protection, for tests.
    case thread(start: @Sendable (_ body: @escaping @Sendable () -> Void) -> Void)

    /// The descriptor of a worker process's end of the channel.
    package static let descriptor: CInt = 3
    /// The option with the largest size in bytes of a file that the process may write.
    package static let bytesOption = "--writing"

    /// The same, but allowed to write files of up to `bytes` bytes.
    func writing(_ bytes: Int64) -> WorkerLaunch {
        guard bytes > 0, case .process(let path, let words) = self else { return self }
        return .process(path: path, words: words + [Self.bytesOption, "\(bytes)"])
    }
}

/// A running worker and the channel to it; both end with this object.
package final class WorkerProcess {
    /// The channel, of which this process has the other end.
    package let channel: WorkerChannel
    /// The process id; `nil` for a thread.
    let id: pid_t?
    /// The status of `waitpid`, after which the process id may be reused.
    private var status: CInt?

    /// Starts a worker.
    package init(_ launch: WorkerLaunch) throws(SystemFailure) {
        let (ourEnd, workerEnd) = try WorkerChannel.makePair()
        channel = WorkerChannel(owning: ourEnd)
        switch launch {
        case .thread(let start):
            id = nil
            start { WorkerLoop(owning: workerEnd).run(lacking: []) }
        case .process(let path, let words):
            defer { close(workerEnd) }
            id = try Self.spawn(path, words, workerEnd)
        }
    }

    /// Kills the process, and waits for its end.
    deinit {
        guard let id, status == nil else { return }
        kill(id, SIGKILL)
        wait(atMost: 10_000)
    }

    /// The processor time that it has used so far; zero for a thread, and where it cannot be known.
    var processorTime: Duration {
        var (clock, time) = (clockid_t(), timespec())
        guard let id, clock_getcpuclockid(id, &clock) == 0, clock_gettime(clock, &time) == 0 else {
            return .zero
        }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// How it ended by itself, as the end of a sentence “the process …”.
    package func describeEnd() -> String {
        // Its channel closes before it can be waited for.
        if status == nil { wait(atMost: 200) }
        guard let status else { return "has gone" }
        let signal = status & 0x7f
        return signal == 0
            ? "has ended with code \(status >> 8 & 0xff)"
            : "was ended by signal \(signal) (\(String(cString: strsignal(signal))))"
    }

    private func wait(atMost milliseconds: Int) {
        guard let id else { return }
        var ended: CInt = 0
        for _ in 0..<milliseconds {
            let result = waitpid(id, &ended, WNOHANG)
            if result == id { status = ended }
            guard result == 0 else { return }
            usleep(1000)
        }
    }

    private static func spawn(
        _ path: String,
        _ words: [String],
        _ channel: CInt
    ) throws(SystemFailure) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, channel, WorkerLaunch.descriptor)
        vn_close_from(&actions, WorkerLaunch.descriptor + 1)
        let arguments = ([path] + words).map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var id = pid_t()
        var nothing: [UnsafeMutablePointer<CChar>?] = [nil]
        let code = posix_spawn(&id, path, &actions, nil, arguments, &nothing)
        guard code == 0 else { throw SystemFailure(code: code) }
        return id
    }
}
