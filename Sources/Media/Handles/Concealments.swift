import CFFmpeg
import Synchronization

/// Notes for which packets a decoder made up pixels.
///
/// A decoder with several frame threads may hand out a frame before it is marked (libavcodec 5.1),
/// yet never before the thread that decoded it has told the log.
final class Concealments {
    private static let packets = Mutex<[UInt: Set<Int>]>([:])

    init() { Self.packets.withLock { [id] in $0[id] = [] } }

    deinit { Self.packets.withLock { [id] in $0[id] = nil } }

    /// What the decoder's contexts carry in `opaque`, so that the log tells whose they are.
    var tag: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    private var id: UInt { UInt(bitPattern: tag) }

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
        let decoder = context.assumingMemoryBound(to: AVCodecContext.self).pointee
        packets.withLock { packets in
            _ = packets[UInt(bitPattern: decoder.opaque)]?.insert(Int(decoder.reordered_opaque))
        }
    }
}
