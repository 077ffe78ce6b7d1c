import Timeline

extension FrameReader {
    /// What a call wants.
    struct Goal {
        let frame: Int
        let ordinal: Int
        let manner: Manner

        /// The first frame that must not be skipped.
        var first: Int {
            switch manner {
            case .alone: frame
            case .since(let first): min(first, frame)
            case .along: 0
            }
        }
    }

    /// Where the decoder stands, and whether it can go on from there.
    struct Standing {
        /// The ordinal of the key that decoding started from.
        let key: Int
        /// The ordinal of the packet that is fed next.
        private(set) var next: Int
        /// Whether that packet has been read already.
        private(set) var holdsPacket = true
        /// The furthest frame that has come out or was skipped; those do not come again.
        private(set) var passed = -1
        /// Whether the decoder has been told that nothing follows.
        var isDrained = false
        /// Whether it has given everything since.
        var isExhausted = false
        /// Ordinals of the packets that could not be decoded as they should.
        private(set) var damage: Set<Int> = []

        init(key: Int) {
            self.key = key
            next = key
        }

        /// Notes that the packet `next` was fed.
        mutating func advance() {
            next += 1
            holdsPacket = false
        }

        /// Notes that a packet could not be decoded as it should.
        ///
        /// The leading pictures of the key refer to packets before it, so they say nothing.
        mutating func noteDamage(at ordinal: Int, in table: FrameTable) {
            guard table.packets.indices.contains(ordinal) else { return }
            if table.startKey(for: ordinal) >= key { damage.insert(ordinal) }
        }

        /// Whether a packet may depend on one that could not be decoded.
        func dependsOnDamage(_ ordinal: Int, in table: FrameTable) -> Bool {
            table.dependsOnDamage(ordinal)
                || !damage.isEmpty
                    && damage.contains(where: table.dependencies(of: ordinal).contains)
        }

        /// Notes that a frame came out, or was fed only for others' sake.
        mutating func pass(_ frame: Int) { passed = max(passed, frame) }

        /// Whether going on reaches the goal with less work than a seek would.
        func isBestStart(for goal: Goal, in table: FrameTable) -> Bool {
            guard goal.ordinal < table.scanned else { return false }
            let start = table.startKey(for: goal.ordinal)
            let isAhead = goal.manner == .along ? goal.frame > passed : goal.first > passed
            // A decoder that was told the end still gives what it was fed.
            let canCome = !isDrained || goal.ordinal < next
            return canCome && isAhead && start >= key
                && goal.ordinal - next <= goal.ordinal - start
        }
    }
}

/// What a reader has done, for tests and benchmarks that count instead of timing.
public struct ReadWork: Hashable, Sendable {
    /// Packets of the stream that were read.
    public var packetsRead = 0
    /// Frames that were decoded, counted when they were handed out or passed over.
    public var framesDecoded = 0
    /// Further ones that a wanted one waited for, and that a seek then threw away.
    public var framesAwaited = 0
    /// Times the demuxer was sent to another place.
    public var seeks = 0
    /// Attempts that did not lead to the frame.
    public var backOffs = 0

    /// Creates counts of nothing.
    public init() {}
}
