import CWebSockets
import Synchronization

/// Where the lines of libwebsockets' log go.
///
/// The log belongs to the process, so the last one to ask hears it for all contexts.
enum TransportLog {
    typealias Sink = @Sendable (LogLevel, String) -> Void

    fileprivate static let sink = Mutex<Sink?>(nil)

    static func send(to newSink: @escaping Sink) {
        sink.withLock { $0 = newSink }
        lws_set_log_level(levels, logged)
    }

    /// Leaves the log to where it goes, without what only developers of libwebsockets read.
    static func leaveOutNotices() { lws_set_log_level(levels, nil) }

    // Not notices: the libev backend writes one for every change of what it watches.
    private static let levels = LLL_ERR | LLL_WARN
}

private func logged(level: CInt, line: UnsafePointer<CChar>?) {
    guard let line, let sink = TransportLog.sink.withLock({ $0 }) else { return }
    var text = Substring(String(cString: line))
    while text.last?.isNewline == true { text.removeLast() }
    sink(level == LLL_ERR ? .error : .warning, String(text))
}
