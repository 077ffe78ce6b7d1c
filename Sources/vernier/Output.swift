import Media
import System
import Wire

/// Where the program writes.
///
/// Unbuffered, so that whoever reads a pipe sees each line at once.
enum Output {
    /// Writes bytes to standard output; a closed pipe ends the program quietly,
    /// any other error ends it with a warning and exit code 73.
    static func write(_ bytes: some Sequence<UInt8>) {
        do throws(SystemFailure) {
            try Descriptor.standardOutput.write(Array(bytes))
        } catch {
            guard error.kind != .unread else { ThisProcess.end(with: ExitCode.success.rawValue) }
            warn("standard output cannot be written: \(error.reason)")
            ThisProcess.end(with: ExitCode.cannotCreate.rawValue)
        }
    }

    /// Writes a line to standard output.
    static func print(_ line: String) { write(Array((line + "\n").utf8)) }

    /// Says on standard error what is wrong.
    static func warn(_ text: String) { printError("vernier: " + text.readable) }

    /// Writes a line to standard error.
    static func printError(_ line: String) {
        // There is nowhere left to report that this failed.
        try? Descriptor.standardError.write(Array((line + "\n").utf8))
    }
}

extension Output {
    /// Writes a file, all of it or nothing.
    static func write(_ bytes: [UInt8], toFile path: String) throws(Failure) {
        let file = try OutputFile(path)
        try file.write(bytes)
        try file.finish()
    }
}

extension JSONDocument {
    /// The document as a line of its own.
    var line: String { String(decoding: json(), as: UTF8.self) + "\n" }
}
