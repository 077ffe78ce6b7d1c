import CFFmpeg
import Synchronization

/// Notes for which packets a decoder made up pixels.
///
/// A decoder with several frame threads may hand out a frame before it is marked (libavcodec 5.1),
/// yet never before the thread that decoded it has told the log.
final class Concealments {
    private static let packets = Mutex<[UInt32: Set<Int>]>([:])
    private static let count = Atomic<UInt32>(0)
    private let id = count.add(1, ordering: .relaxed).newValue

    init() { Self.packets.withLock { [id] in $0[id] = [] } }

    deinit { Self.packets.withLock { [id] in $0[id] = nil } }

    /// What the decoder's context carries in `opaque` while it takes a packet, so that the log
    /// tells whose it is: each frame thread has a copy of it from then.
    func tag(_ ordinal: Int) -> UnsafeMutableRawPointer? {
        UnsafeMutableRawPointer(bitPattern: UInt(id) << 32 | UInt(ordinal))
    }

    /// The ordinals since this was last asked.
    func take() -> Set<Int> {
        Self.packets.withLock { [id] packets in
            defer { packets[id] = [] }
            return packets[id] ?? []
        }
    }

    /// Hears a line of the log; only `ff_er_frame_end` of error_resilience.c begins one like this.
    static func hear(_ line: UnsafePointer<CChar>, from context: UnsafeMutableRawPointer) {
        guard String(cString: line).hasPrefix("concealing ") else { return }
        let tag = context.assumingMemoryBound(to: AVCodecContext.self).pointee.opaque
        let (id, ordinal) = UInt(bitPattern: tag).quotientAndRemainder(dividingBy: 1 << 32)
        packets.withLock { _ = $0[UInt32(id)]?.insert(Int(ordinal)) }
    }
}
