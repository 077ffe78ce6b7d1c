public import Foundation

/// A program that a test runs, such as `ffprobe`.
public enum Tool {
    /// Why a program gave no answer.
    public struct Failure: Error, CustomStringConvertible {
        /// The program, its exit code, and what it said.
        public let description: String
    }

    /// Runs a program found on the search path and returns what it wrote to standard output.
    ///
    /// Blocks until the program ends. Standard error must stay below a pipe's 64 KiB.
    ///
    /// - Throws: ``Failure`` when the exit code is not 0.
    public static func run(
        _ name: String,
        _ arguments: [String],
        input: Data = Data()
    ) throws -> Data {
        let process = Process()
        let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [name] + arguments
        process.standardInput = stdin
        process.standardOutput = stdout
        process.standardError = stderr
        try process.run()

        try feed(input, to: stdin.fileHandleForWriting)
        let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
        let complaint = try stderr.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()

        guard process.terminationStatus == 0 else {
            let text = String(decoding: complaint, as: UTF8.self)
            throw Failure(description: "\(name) exited \(process.terminationStatus): \(text)")
        }
        return output
    }

    /// Writes on a thread of its own: the program may fill its output before it has read its input.
    private static func feed(_ input: Data, to handle: FileHandle) throws {
        guard !input.isEmpty else { return try handle.close() }
        let thread = Thread {
            // A program that stops reading early says why by its exit code.
            try? handle.write(contentsOf: input)
            try? handle.close()
        }
        thread.start()
    }
}
