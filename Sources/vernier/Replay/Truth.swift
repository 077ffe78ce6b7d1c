import Timeline
import Wire

/// The frame that a position means, found by looking at every frame's time.
///
/// Takes nothing from the model, nor from the table's own search: a frame is reached at its own
/// position, and no more than a millionth of a tick before its time.
struct Truth {
    private let times: [Int64]
    private let span: Double

    init(_ table: FrameTable) {
        let first = table.first.ticks
        times = (0..<table.count).map { table.pts(of: $0).ticks - first }
        span = Double(table.end.ticks - first)
        self.first = first
    }

    private let first: Int64

    /// The last frame that is reached at a position in 0…1.
    func frame(at position: Double) -> TraceReport.Truth {
        let product = position * span
        // What the product lost when it was rounded.
        let rest = product.addingProduct(-position, span)
        let isReached = { (time: Int64) in
            Double(time) / span <= position || Double(time) - product + rest <= 1e-6
        }
        let frame = position == 1 ? times.count - 1 : times.lastIndex(where: isReached) ?? 0
        return TraceReport.Truth(frame: frame, pts: first + times[frame])
    }

    /// How far a state's target is from the frame that its position means, in ticks.
    func error(of state: StateMessage) -> Int64 {
        // A server may say anything.
        Int64(clamping: Int128(state.target.pts) - Int128(frame(at: state.position).pts))
    }
}
