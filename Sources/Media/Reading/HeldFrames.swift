import Timeline

/// Decoded frames on their way to the eye, in display order.
///
/// A frame may refer to one that is shown later. That one's own damage is known when it comes out
/// in turn, so a frame waits until the last that it may refer to has come.
struct HeldFrames {
    /// A frame that waits.
    final class Held {
        let frame: Int
        let ordinal: Int
        let picture = Picture()

        init(_ frame: Int, ordinal: Int, from picture: borrowing Picture) {
            self.frame = frame
            self.ordinal = ordinal
            self.picture.take(from: picture)
        }
    }

    private var waiting: [Held] = []
    private var newest = -1

    /// How many have come out and wait.
    var count: Int { waiting.count }

    /// Adds the frame that came out of the decoder last.
    mutating func append(_ held: Held) {
        waiting.append(held)
        newest = max(newest, held.frame)
    }

    /// Takes the next frame that waits for nothing more; `isLast` when nothing more will come.
    mutating func next(isLast: Bool, in table: FrameTable) -> Held? {
        guard let first = waiting.first,
            isLast || table.lastReference(of: first.frame) <= newest
        else { return nil }
        return waiting.removeFirst()
    }
}
