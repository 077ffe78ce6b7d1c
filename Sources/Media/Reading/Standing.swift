import Timeline

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
        let isAhead = goal.first > passed
        // A decoder that was told the end still gives what it was fed.
        let canCome = !isDrained || goal.ordinal < next
        return canCome && isAhead && start >= key
            && goal.ordinal - next <= goal.ordinal - start
    }
}
