import CFFmpeg
import Synchronization

/// Counts what demuxers complain of, each by its context.
///
/// A demuxer that meets damage goes on behind it and tells the log alone, which has one listener
/// in the whole process. Nothing is written anywhere.
final class Complaints {
    private static let counts = Mutex<[UInt: Int]>([:])
    private let context: UInt

    /// Listens to `context` from now on, until `deinit`.
    init(about context: UnsafeMutablePointer<AVFormatContext>) {
        self.context = UInt(bitPattern: context)
        Self.counts.withLock { [context = self.context] in $0[context] = 0 }
    }

    deinit { Self.counts.withLock { [context] in $0[context] = nil } }

    /// How many there were since this was last asked.
    func take() -> Int {
        Self.counts.withLock { [context] counts in
            defer { counts[context] = 0 }
            return counts[context] ?? 0
        }
    }

    /// Takes the place of FFmpeg's own listener, which writes to standard error.
    static func listen() {
        av_log_set_callback { context, level, line, _ in
            guard level <= AV_LOG_INFO, let context else { return }
            if level <= AV_LOG_ERROR { Complaints.count(UInt(bitPattern: context)) }
            if level == AV_LOG_INFO, let line { Concealments.hear(line, from: context) }
        }
    }

    private static func count(_ context: UInt) {
        counts.withLock { counts in
            if let count = counts[context] { counts[context] = count + 1 }
        }
    }
}
