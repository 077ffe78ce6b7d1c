import Basics
import Dispatch
import FoundationEssentials
import Media
import Synchronization
import System
import Transport
import Wire

/// Records what clients send, as traces, where the operator asks for it.
///
/// A trace begins with a socket's `open` and ends with the socket. A socket that resumes a session
/// is not recorded: its trace would begin in a state that no replay can restore. File names hold
/// the time and a number, and nothing that a client has sent.
struct Recorder {
    private struct Recording {
        let path: String
        let began: ContinuousClock.Instant
    }

    private let settings: RecordingSettings
    private let writer: TraceWriter
    private let prefix: String
    private let log: @Sendable (LogLevel, String) -> Void
    private var recordings: [SocketID: Recording] = [:]
    private var traces = 0
    private var bytes = 0
    private var hasReportedLimit = false
    /// How many messages have been recorded.
    private(set) var messages = 0

    /// Creates the folder or file; `log` is called with later errors, on any thread.
    init(
        _ settings: RecordingSettings,
        log: @escaping @Sendable (LogLevel, String) -> Void
    ) throws(RecordingError) {
        (self.settings, self.log) = (settings, log)
        writer = TraceWriter { log(.error, "\($0)") }
        prefix = Date.now.formatted(.iso8601.timeSeparator(.omitted).dateSeparator(.omitted))
        switch settings.place {
        case .folder(let path): try Self.makeFolder(path)
        case .file(let path): try TraceWriter.create(path)
        }
    }

    /// Records a message of a socket.
    mutating func record(
        _ text: [UInt8],
        from socket: SocketID,
        at now: ContinuousClock.Instant = .now
    ) {
        let began = recordings[socket]?.began ?? now
        guard let entry = try? Trace.Entry(recording: text, at: milliseconds(now - began)) else {
            return
        }
        if case .open(let open) = entry.message {
            guard recordings[socket] == nil, open.resume == nil, let path = newPath() else {
                return
            }
            recordings[socket] = Recording(path: path, began: now)
        }
        guard let recording = recordings[socket] else { return }
        append(entry.json + [UInt8(ascii: "\n")], in: recording)
    }

    /// Ends the trace of a socket, and returns whether the recording is complete.
    mutating func close(_ socket: SocketID) -> Bool {
        guard recordings.removeValue(forKey: socket) != nil else { return false }
        if case .file = settings.place { return true }
        return false
    }

    /// Waits until everything is written; removes a file that has no message.
    func finish() {
        writer.finish()
        guard case .file(let path) = settings.place, messages == 0 else { return }
        try? FileManager.default.removeItem(atPath: path)
    }

    private mutating func append(_ line: [UInt8], in recording: Recording) {
        guard bytes + line.count <= settings.byteLimit else {
            // A trace with a gap is useless, so all traces end here.
            bytes = settings.byteLimit
            return reportLimit()
        }
        bytes += line.count
        messages += 1
        writer.post(line, to: recording.path)
    }

    /// Logs once that a limit is reached.
    private mutating func reportLimit() {
        guard !hasReportedLimit else { return }
        hasReportedLimit = true
        log(.warning, "the traces have reached their limit; no more is recorded")
    }

    private mutating func newPath() -> String? {
        guard bytes < settings.byteLimit, traces < settings.traceLimit else {
            reportLimit()
            return nil
        }
        traces += 1
        switch settings.place {
        case .folder(let path): return "\(path)/\(prefix)-\(traces).jsonl"
        case .file(let path): return traces == 1 ? path : nil
        }
    }

    private func milliseconds(_ duration: Duration) -> Double {
        (duration / .microseconds(100)).rounded() / 10
    }

    private static func makeFolder(_ path: String) throws(RecordingError) {
        do throws(SystemFailure) {
            try FilePath(path).makeFolders(permissions: 0o777)
        } catch {
            throw RecordingError(path: path, reason: error.reason)
        }
    }
}

/// Where, and how much of, what clients send is recorded.
package struct RecordingSettings: Sendable {
    /// Where traces are written.
    package enum Place: Sendable {
        /// A folder, with a trace for each socket; it is created if there is none.
        case folder(String)
        /// A file, with the trace of the first socket; the server stops when that has closed.
        case file(String)
    }

    /// Where traces are written.
    package var place: Place
    /// Bytes in all traces together; what comes after that is not recorded.
    package var byteLimit = 64 << 20
    /// How many traces there may be.
    package var traceLimit = 1000

    /// Creates settings.
    package init(_ place: Place) { self.place = place }
}

/// A file or folder to which no trace can be written.
package struct RecordingError: Error, CustomStringConvertible {
    /// The file or folder.
    let path: String
    /// The system's error.
    let reason: String

    /// The sentence that the user reads.
    package var description: String { "\(path): no trace can be written: \(reason)" }
}

/// Appends lines to files on a thread of its own, so that a slow disk holds up no client.
///
/// The caller limits what is posted. After an error nothing more is written.
final class TraceWriter: Sendable {
    private let queue = DispatchQueue(label: "vernier-record", qos: .utility)
    private let hasFailed = Atomic(false)
    private let report: @Sendable (RecordingError) -> Void

    /// Creates a writer; `report` is called with the first error, on the writer's thread.
    init(report: @escaping @Sendable (RecordingError) -> Void) { self.report = report }

    /// Appends a line to a file, after all lines that were posted before.
    func post(_ line: [UInt8], to path: String) {
        queue.async { [self] in
            guard !hasFailed.load(ordering: .relaxed) else { return }
            do throws(RecordingError) {
                try Self.append(line, to: path)
            } catch {
                hasFailed.store(true, ordering: .relaxed)
                report(error)
            }
        }
    }

    /// Waits until everything is written.
    func finish() { queue.sync {} }

    /// Creates an empty file; an existing one is an error.
    static func create(_ path: String) throws(RecordingError) { try append([], to: path, .new) }

    /// The file is open only while it is written, so a crash loses no line that was written.
    private static func append(
        _ line: [UInt8],
        to path: String,
        _ mode: OpenMode = .created
    ) throws(RecordingError) {
        do throws(SystemFailure) {
            let mode = mode.union([.writing, .appending, .noLink])
            let file = try FilePath(path).open(mode, permissions: 0o600)
            try file.descriptor.write(line)
        } catch {
            throw RecordingError(path: path, reason: error.reason)
        }
    }
}
