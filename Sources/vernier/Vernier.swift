import Glibc
import Media

/// The program: reads the words it was given, does what they ask, and says how it went.
@main
enum Vernier {
    static func main() {
        // A file that may not grow is an error for who writes it, not the end of the program.
        signal(SIGXFSZ, SIG_IGN)
        let words = Array(CommandLine.arguments.dropFirst())
        do {
            try Command(words).run()
        } catch {
            let failure = Failure(error)
            if !failure.isTold { Output.warn(failure.message) }
            exit(failure.code.rawValue)
        }
    }
}

/// Where the program writes.
///
/// Unbuffered, so that whoever reads a pipe sees each line at once.
enum Output {
    /// Writes bytes to standard output; a reader that has gone ends the program quietly, and
    /// whatever else is wrong ends it with a word.
    static func write(_ bytes: some Sequence<UInt8>) {
        do throws(SystemFailure) {
            try Media.write(Array(bytes), to: STDOUT_FILENO)
        } catch {
            guard error.code != EPIPE else { exit(ExitCode.success.rawValue) }
            warn("standard output cannot be written: \(error.reason)")
            exit(ExitCode.cannotCreate.rawValue)
        }
    }

    /// Writes a line to standard output.
    static func print(_ line: String) { write(Array((line + "\n").utf8)) }

    /// Says on standard error what is wrong.
    static func warn(_ text: String) { complain("vernier: " + text) }

    /// Writes a line to standard error.
    static func complain(_ line: String) {
        // Where even this fails there is nobody left to tell.
        try? Media.write(Array((line + "\n").utf8), to: STDERR_FILENO)
    }
}
