package import Media
package import System

/// How a worker is started.
package enum WorkerLaunch: Sendable {
    /// As a process: a program's path, its arguments, and its only variables, each `NAME=text`. Its
    /// end of the channel is descriptor ``WorkerLaunch/descriptor``.
    case process(path: String, words: [String], variables: [String] = [])
    /// The same, by a process that has loaded the program already, without variables.
    case fork(by: ForkServer, words: [String])
    /// Within this process, on a thread that the closure starts: without protection, for tests.
    case thread(start: @Sendable (_ body: @escaping @Sendable () -> Void) -> Void)

    /// The descriptor of a worker process's end of the channel.
    package static let descriptor = ForkServer.descriptor
    /// The option with the largest size in bytes of a file that the process may write.
    package static let bytesOption = "--writing"

    /// The same, but allowed to write files of up to `bytes` bytes.
    func writing(_ bytes: Int64) -> WorkerLaunch {
        guard bytes > 0 else { return self }
        let option = [Self.bytesOption, "\(bytes)"]
        return switch self {
        case .process(let path, let words, let variables):
            .process(path: path, words: words + option, variables: variables)
        case .fork(let server, let words): .fork(by: server, words: words + option)
        case .thread: self
        }
    }
}

/// A running worker and the channel to it; both end with this object.
package final class WorkerProcess {
    /// The channel, of which this process has the other end.
    package let channel: WorkerChannel
    /// `nil` for a thread.
    private let process: ChildProcess?

    /// Starts a worker.
    package init(_ launch: WorkerLaunch) throws(SystemFailure) {
        let (ourEnd, workerEnd) = try Descriptor.makePair()
        channel = WorkerChannel(OwnedDescriptor(ourEnd.number))
        switch launch {
        case .thread(let start):
            process = nil
            start { WorkerLoop(owning: workerEnd).run(lacking: []) }
        case .process(let path, let words, let variables):
            defer { workerEnd.close() }
            process = try ChildProcess(
                path,
                words,
                variables: variables,
                passing: workerEnd,
                as: WorkerLaunch.descriptor
            )
        case .fork(let server, let words):
            defer { workerEnd.close() }
            process = try server.start(words, passing: workerEnd)
        }
    }

    /// The process id; `nil` for a thread.
    var id: Int32? { process?.id }

    /// The processor time that it has used so far; zero for a thread, and where it cannot be known.
    var processorTime: Duration { process?.processorTime ?? .zero }

    /// How it ended by itself, as the end of a sentence “the process …”.
    package func describeEnd() -> String { process?.describeEnd() ?? "has gone" }
}
