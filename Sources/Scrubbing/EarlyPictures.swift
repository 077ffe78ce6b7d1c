import Pictures

/// Pictures of a fast drag that came before the pointer was near them.
///
/// A glance is requested of where the target will be when it comes, which is never known to the
/// millisecond. Shown too soon, a picture would run ahead of the pointer by more than a GOP; so it
/// waits for one of the next moves, which come every 17 ms.
struct EarlyPictures {
    /// The oldest first, which the pointer reaches first.
    private var waiting: [EncodedFrame] = []

    /// The frame of the newest.
    var newest: Int? { waiting.last?.number }

    /// As many as come in the time by which one may be early.
    private static let limit = 4

    /// Keeps a picture until the pointer is near.
    mutating func add(_ frame: EncodedFrame) {
        guard !waiting.contains(where: { $0.number == frame.number }) else { return }
        waiting.append(frame)
        if waiting.count > Self.limit { waiting.removeFirst() }
    }

    /// The picture that the pointer is near by now; those that it has passed are forgotten.
    mutating func take(for target: PreviewTarget) -> EncodedFrame? {
        let reached = waiting.filter { !target.isEarly($0.number) }
        waiting.removeAll { !target.isEarly($0.number) }
        return reached.min { target.gap(to: $0.number) < target.gap(to: $1.number) }
    }

    /// Forgets them all, once the pointer rests or its target is another.
    mutating func removeAll() { waiting = [] }

    /// Gives the pictures the numbers that they have in another index.
    mutating func renumber(_ number: (Int) -> Int?) {
        waiting = waiting.compactMap { frame in number(frame.number).map(frame.numbered) }
    }
}
