import CSystem
import Glibc

/// A process that this one has started; it is killed when the last reference goes.
///
/// Belongs to one thread.
package final class ChildProcess {
    /// The number by which the system knows it.
    package let id: Int32
    /// The status of `waitpid`, after which the number may be given to another process.
    private var status: CInt?

    /// Starts a program with some variables alone, each `NAME=text`, and with no descriptors but the
    /// standard ones and `passed`, which it knows as `number`.
    package init(
        _ path: String,
        _ words: [String],
        variables: [String] = [],
        passing passed: Descriptor,
        as number: Descriptor
    ) throws(SystemFailure) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, passed.number, number.number)
        vn_close_from(&actions, number.number + 1)
        let arguments = ([path] + words).map { strdup($0) } + [nil]
        let surroundings = variables.map { strdup($0) } + [nil]
        defer { for text in arguments + surroundings { free(text) } }
        var id = pid_t()
        let code = posix_spawn(&id, path, &actions, nil, arguments, surroundings)
        guard code == 0 else { throw SystemFailure(code: code) }
        self.id = id
    }

    /// Takes over a child that a ``ForkServer`` has made.
    init(forked id: Int32) { self.id = id }

    /// Kills the process, and waits for its end.
    deinit {
        guard status == nil else { return }
        kill(id, SIGKILL)
        wait(atMost: 10_000)
    }

    /// The processor time that it has used so far; zero where it cannot be known.
    package var processorTime: Duration { ProcessorTime.of(process: id) ?? .zero }

    /// How it ended by itself, as the end of a sentence “the process …”.
    package func describeEnd() -> String {
        // What it holds is closed before it can be waited for.
        if status == nil { wait(atMost: 200) }
        guard let status else { return "has gone" }
        let signal = status & 0x7f
        return signal == 0
            ? "has ended with code \(status >> 8 & 0xff)"
            : "was ended by signal \(signal) (\(String(cString: strsignal(signal))))"
    }

    private func wait(atMost milliseconds: Int) {
        var ended: CInt = 0
        for _ in 0..<milliseconds {
            let result = waitpid(id, &ended, WNOHANG)
            if result == id { status = ended }
            guard result == 0 else { return }
            WorkThread.sleep(for: .milliseconds(1))
        }
    }
}
