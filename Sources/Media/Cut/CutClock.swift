import Basics
import Timeline

/// PTS, DTS and duration of each packet of a cut, in ticks from the cut's start.
///
/// DTS are computed anew, since the source's are missing or overlap where encoded packets meet
/// copied ones: each is the PTS of the frame that is displayed `delay` frames earlier.
struct CutClock {
    /// A packet's times.
    struct Times: Hashable {
        let pts: Int64
        let dts: Int64
        let duration: Int64
    }

    private let pts: [Int64]
    private let sorted: [Int64]
    private let end: Int64
    /// How many packets are decoded before the first is displayed.
    private let delay: Int
    private let step: Int64

    /// The times of the packets that a plan writes, in the order of writing.
    init(of plan: CutPlan, in table: FrameTable) {
        let start = plan.start(in: table).ticks
        let head = plan.head.map { table.pts(of: $0).ticks - start }
        let copied = plan.copied.filter(plan.copies).map { table.time(ofOrdinal: $0) - start }
        let tail = plan.tail.map { table.pts(of: $0).ticks - start }
        self.init(pts: head + copied + tail, end: plan.end(in: table).ticks - start)
    }

    /// Times for packets with these PTS in decode order; the last frame lasts until `end`.
    init(pts: [Int64], end: Int64) {
        let sorted = pts.sorted()
        (self.pts, self.sorted, self.end) = (pts, sorted, end)
        step = max(1, sorted.count > 1 ? sorted[1] - sorted[0] : end)
        delay =
            pts.enumerated().lazy.map { $0.offset - Self.rank(of: $0.element, in: sorted) }
            .max() ?? 0
    }

    /// The number of packets.
    var count: Int { pts.count }

    /// The times of the `index`th packet that is written.
    subscript(index: Int) -> Times {
        let rank = Self.rank(of: pts[index], in: sorted)
        let next = rank + 1 < sorted.count ? sorted[rank + 1] : max(end, pts[index] + 1)
        return Times(pts: pts[index], dts: dts(index), duration: next - pts[index])
    }

    private func dts(_ index: Int) -> Int64 {
        guard index < delay else { return sorted[index - delay] }
        // Accepted timestamps may be so far apart that the difference, times the number of packets,
        // exceeds 64 bits.
        return Int64(clamping: Int128(sorted[0]) - Int128(delay - index) * Int128(step))
    }

    private static func rank(of pts: Int64, in sorted: [Int64]) -> Int {
        sorted.partitioningIndex { $0 >= pts }
    }
}

extension FrameTable {
    /// When a packet's frame is displayed, or would be if it were not hidden.
    fileprivate func time(ofOrdinal ordinal: Int) -> Int64 {
        if let frame = frame(ofOrdinal: ordinal) { return pts(of: frame).ticks }
        return (packets[ordinal].pts ?? packets[ordinal].dts ?? first).ticks
    }
}
