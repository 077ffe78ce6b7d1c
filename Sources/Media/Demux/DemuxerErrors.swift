import CFFmpeg
import Synchronization

/// Counts the errors that one demuxer logs.
///
/// A demuxer that meets damage skips it and reports it to FFmpeg's log only, which has one callback
/// for the whole process. Nothing is written to standard error. Safe on every thread.
final class DemuxerErrors {
    private static let counts = Mutex<[UInt: Int]>([:])
    private let context: UInt

    /// Counts errors of `context` from now on, until `deinit`.
    init(about context: UnsafeMutablePointer<AVFormatContext>) {
        self.context = UInt(bitPattern: context)
        Self.counts.withLock { [context = self.context] in $0[context] = 0 }
    }

    deinit { Self.counts.withLock { [context] in $0[context] = nil } }

    /// The number of errors since the last call.
    func take() -> Int {
        Self.counts.withLock { [context] counts in
            defer { counts[context] = 0 }
            return counts[context] ?? 0
        }
    }

    /// Replaces FFmpeg's log callback, which writes to standard error.
    static func install() {
        av_log_set_callback { context, level, line, _ in
            guard level <= AV_LOG_INFO, let context else { return }
            if level <= AV_LOG_ERROR { DemuxerErrors.count(UInt(bitPattern: context)) }
            if level == AV_LOG_INFO, let line { Concealments.note(line, from: context) }
        }
    }

    private static func count(_ context: UInt) {
        counts.withLock { counts in
            if let count = counts[context] { counts[context] = count + 1 }
        }
    }
}

/// Collects the packets for which one decoder concealed errors.
///
/// A decoder with several frame threads may return a frame before it sets its error flags
/// (libavcodec 5.1), but never before the decoding thread has logged the concealment.
final class Concealments {
    private static let packets = Mutex<[UInt32: Set<Int>]>([:])
    private static let count = Atomic<UInt32>(0)
    private let id = count.add(1, ordering: .relaxed).newValue

    init() { Self.packets.withLock { [id] in $0[id] = [] } }

    deinit { Self.packets.withLock { [id] in $0[id] = nil } }

    /// The value for `opaque` of the decoder's context while it is sent a packet, by which the log
    /// callback finds this object and the packet: each frame thread copies it then.
    func tag(_ ordinal: Int) -> UnsafeMutableRawPointer? {
        UnsafeMutableRawPointer(bitPattern: UInt(id) << 32 | UInt(ordinal))
    }

    /// The ordinals of such packets since the last call.
    func take() -> Set<Int> {
        Self.packets.withLock { [id] packets in
            defer { packets[id] = [] }
            return packets[id] ?? []
        }
    }

    /// Parses a log line; only `ff_er_frame_end` of error_resilience.c begins one with
    /// “concealing”.
    static func note(_ line: UnsafePointer<CChar>, from context: UnsafeMutableRawPointer) {
        guard String(cString: line).hasPrefix("concealing ") else { return }
        let tag = context.assumingMemoryBound(to: AVCodecContext.self).pointee.opaque
        let (id, ordinal) = UInt(bitPattern: tag).quotientAndRemainder(dividingBy: 1 << 32)
        packets.withLock { _ = $0[UInt32(id)]?.insert(Int(ordinal)) }
    }
}
