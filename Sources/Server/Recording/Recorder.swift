import FoundationEssentials
import Glibc
import Wire

/// Keeps what clients send, as traces; only where the operator asks for it.
///
/// A trace begins with a socket's `open` and ends with the socket. A socket that resumes a session
/// is left out: its trace would begin at a place that no replay can start from. Names of files are
/// the recorder's own, and hold nothing that a client has said.
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
    private var hasComplained = false
    /// How many messages have been kept.
    private(set) var messages = 0

    /// Prepares the place; `log` hears what goes wrong later, on any thread.
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

    /// Hears a message of a socket.
    mutating func hear(
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
        keep(entry.json + [UInt8(ascii: "\n")], in: recording)
    }

    /// Hears that a socket has closed, and returns whether all that was wanted is recorded.
    mutating func close(_ socket: SocketID) -> Bool {
        guard recordings.removeValue(forKey: socket) != nil else { return false }
        if case .file = settings.place { return true }
        return false
    }

    /// Writes what is still to be written; a file without a message goes again.
    func finish() {
        writer.finish()
        guard case .file(let path) = settings.place, messages == 0 else { return }
        try? FileManager.default.removeItem(atPath: path)
    }

    private mutating func keep(_ line: [UInt8], in recording: Recording) {
        guard bytes + line.count <= settings.byteLimit else {
            // A trace with a hole is none: it ends here, and so do all others.
            bytes = settings.byteLimit
            return complain()
        }
        bytes += line.count
        messages += 1
        writer.post(line, to: recording.path)
    }

    /// Says that a limit is reached, once.
    private mutating func complain() {
        guard !hasComplained else { return }
        hasComplained = true
        log(.warning, "the traces have reached their limit; no more is recorded")
    }

    private mutating func newPath() -> String? {
        guard bytes < settings.byteLimit, traces < settings.traceLimit else {
            complain()
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
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true
            )
        } catch {
            let system = (error as? CocoaError)?.underlying as? POSIXError
            let reason = system.map { String(cString: strerror($0.code.rawValue)) }
            throw RecordingError(path: path, reason: reason ?? "\(error)")
        }
    }
}
