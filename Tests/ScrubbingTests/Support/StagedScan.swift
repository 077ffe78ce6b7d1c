import ClipSupport
import Library
import Media
import Pictures
import Timeline

/// A scan of a made-up file, at each of its moments.
///
/// The file has two frames that are shown before each other one that follows, a clock of 40 ms and
/// keyframes far apart; and ahead of the scan every other keyframe is known, or none.
struct StagedScan {
    let clips: [Clip]

    /// How many frames there are in the end.
    static let count = 150

    /// - Parameters:
    ///   - step: Packets from one moment to the next.
    ///   - knowsAhead: Whether the container has an index of keyframes.
    ///   - claim: The duration in seconds that it claims; it may be wrong.
    ///   - grows: Whether the file is a recording that is read again when it has grown.
    init(step: Int, knowsAhead: Bool, claim: Double?, grows: Bool = false) {
        let info = MediaInfo.plain(chapters: [0, 2000, 4000], duration: claim)
        let whole = Self.packets
        let ahead = whole.filter(\.isKeyframe).enumerated().filter { $0.offset % 2 == 0 }
        var clips: [Clip] = []
        for scanned in Swift.stride(from: step, to: whole.count, by: step) {
            let packets = Array(whole[..<scanned])
            let last = packets.last(where: \.isKeyframe)?.pts ?? Timestamp(0)
            let known = knowsAhead ? ahead.map(\.element).filter { $0.pts! > last } : []
            let table = Self.table(packets + known, scanned: scanned)
            clips.append(Clip(table, info: info, isEndKnown: false))
            if grows, scanned > whole.count / 2 {
                let read = Self.table(packets, isComplete: true)
                clips.append(Clip(read.provisional(), info: info))
            }
        }
        self.clips = clips + [Clip(Self.table(whole, isComplete: true), info: info)]
    }

    /// Everything that is known in the end.
    var whole: Clip { clips.last! }

    private static var packets: [PacketRecord] {
        (0..<count).map { ordinal in
            let place = ordinal % 15
            let shown = place == 0 ? 0 : place % 2 == 1 ? place + 1 : place - 1
            return PacketRecord(
                pts: Timestamp(Int64(ordinal - place + shown) * 40 + 80),
                dts: Timestamp(Int64(ordinal) * 40),
                position: Int64(ordinal),
                size: 1,
                duration: 40,
                flags: place == 0 ? .key : []
            )
        }
    }

    private static func table(
        _ packets: [PacketRecord],
        scanned: Int? = nil,
        isComplete: Bool = false
    ) -> FrameTable {
        FrameTable(
            packets: packets,
            order: DisplayOrder.byTimestamp(of: PacketList(packets)) ?? [],
            timebase: Timebase(1, 1000)!,
            step: 40,
            scanned: scanned,
            isComplete: isComplete
        )
    }
}
