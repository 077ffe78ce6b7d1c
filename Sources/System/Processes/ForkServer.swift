import CSystem
import Glibc
import Synchronization

/// A process that has loaded the program once, and forks a copy of itself for each process that is
/// wanted: to load 150 libraries takes twenty times as long as to copy what is loaded.
///
/// The copies are children of this process, not of that one. They have none of this one's memory or
/// variables, but all have the same addresses of code. Where there is no such process, each is
/// started by itself. Safe on every thread.
package final class ForkServer: Sendable {
    /// The descriptor by which it and its copies know what they are started with.
    package static let descriptor = Descriptor(3)

    /// What precedes the words of a copy that gives way to others.
    private static let lowPriority = "low"

    private let path: String
    private let words: [String]
    private let running: Mutex<Running?>

    /// Starts it, without waiting until it has loaded.
    ///
    /// - Parameters:
    ///   - path: The program.
    ///   - words: What has it call ``nextCopy(on:)``.
    package init(_ path: String, _ words: [String]) {
        (self.path, self.words) = (path, words)
        running = Mutex(try? Running(path, words))
    }

    /// Starts the program with some words and no variables; it knows `passed` as ``descriptor``, and
    /// has the priority of the calling thread.
    ///
    /// - Throws: Why the program cannot be started.
    package func start(
        _ words: [String],
        passing passed: Descriptor
    ) throws(SystemFailure) -> ChildProcess {
        guard let id = fork(words, passing: passed) else {
            return try ChildProcess(path, words, passing: passed, as: Self.descriptor)
        }
        return ChildProcess(forked: id)
    }

    /// Has a copy made; where that process has ended since the last one, by another in its place.
    private func fork(_ words: [String], passing passed: Descriptor) -> Int32? {
        running.withLock { running in
            if let id = running?.fork(words, passing: passed) { return id }
            running = try? Running(path, self.words)
            let id = running?.fork(words, passing: passed)
            if id == nil { running = nil }
            return id
        }
    }

    /// The process, and the socket over which it is asked.
    private struct Running: ~Copyable {
        private let process: ChildProcess
        private let socket: OwnedDescriptor
        /// The longest time until a copy is made, which the first has to wait for the libraries.
        private static let patience = Duration.seconds(20)

        init(_ path: String, _ words: [String]) throws(SystemFailure) {
            // Else the copies, whose parents have ended, would be children of the system's first.
            guard vn_adopt_orphans() == 0 else { throw SystemFailure() }
            let (ours, theirs) = try Descriptor.makeMessagePair()
            let end = OwnedDescriptor(ours.number)
            defer { theirs.close() }
            process = try ChildProcess(path, words, passing: theirs, as: ForkServer.descriptor)
            socket = end
        }

        /// Has a copy made, and returns its number; `nil` where that has failed.
        func fork(_ words: [String], passing passed: Descriptor) -> Int32? {
            let words = [WorkThread.hasLowPriority ? ForkServer.lowPriority : ""] + words
            let request = Array(words.joined(separator: "\0").utf8)
            var answer = [UInt8](repeating: 0, count: 16)
            guard (try? socket.descriptor.send(request[...], with: passed)) == request.count,
                socket.descriptor.wait(until: .readable, atMost: Self.patience),
                let count = try? socket.descriptor.receive(into: &answer, from: 0).count
            else { return nil }
            return Int32(String(decoding: answer[..<count], as: UTF8.self))
        }
    }
}

extension ForkServer {
    /// What this process does as a fork server: answers requests until who asks has gone.
    ///
    /// Only while there is one thread.
    ///
    /// - Parameter control: The socket of the requests; in a copy, what that was passed.
    /// - Returns: In each copy, the words that it is started with; at the end, `nil`.
    package static func nextCopy(on control: Descriptor) -> [String]? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while let (count, passed) = try? control.receive(into: &bytes, from: 0),
            count > 0, let passed
        {
            let id = vn_fork_for_parent()
            if id == 0 {
                dup2(passed.number, control.number)
                passed.close()
                let words = bytes[..<count].split(separator: 0, omittingEmptySubsequences: false)
                    .map { String(decoding: $0, as: UTF8.self) }
                if words.first == lowPriority { WorkThread.lowerPriority() }
                return Array(words.dropFirst())
            }
            passed.close()
            let answer = id > 0 ? "\(id)" : "none"
            _ = try? control.send(Array(answer.utf8)[...])
        }
        return nil
    }
}
