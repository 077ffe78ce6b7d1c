import Timeline

/// Decodes from a key on, and hands out the frames that come in display order.
struct GroupDecoder: ~Copyable {
    /// How decoding ended.
    enum Outcome: Equatable {
        /// The goal was shown.
        case shown
        /// The visitor has seen enough.
        case stopped
        /// The goal never came.
        case failed
    }

    /// Frames that were handed out or passed over.
    private(set) var decoded = 0
    /// Frames that others waited for, and that were then thrown away.
    private(set) var awaited = 0

    private let table: FrameTable
    private let decoder: Decoder
    private let picture = Picture()
    private var standing: Standing?
    private var held = HeldFrames()

    /// Packets fed behind the target before giving up; no decoder holds back as many.
    private static let patience = 80

    /// Takes over a decoder of the stream whose frames are in `table`.
    init(_ decoder: consuming Decoder, of table: FrameTable) {
        self.decoder = decoder
        self.table = table
    }

    /// Whether going on from here reaches the goal with less work than a seek would.
    func isBestStart(for goal: Goal) -> Bool {
        standing?.isBestStart(for: goal, in: table) == true
    }

    /// The packets that are left to feed until the goal; `nil` when it takes a seek.
    func distance(to goal: Goal) -> Int? {
        guard let standing, standing.isBestStart(for: goal, in: table) else { return nil }
        return goal.ordinal - standing.next
    }

    /// Forgets everything that was fed.
    mutating func forget() {
        standing = nil
        awaited += held.count
        held = HeldFrames()
        decoder.flush()
        _ = decoder.takeConcealed()
    }

    /// Takes its place at a key, which was read last.
    mutating func start(at key: Int) { standing = Standing(key: key) }

    /// Feeds packets from where the decoder stands until the goal has been shown.
    mutating func decode(
        to goal: Goal,
        from packets: inout PacketSource,
        visit: (Int, borrowing Picture) -> Bool
    ) -> Outcome {
        var outcome = deliver(upTo: goal, visit: visit)
        while outcome == nil {
            guard let fed = feed(goal, from: &packets) else { return .failed }
            outcome = deliver(upTo: goal, visit: visit)
            let isHopeless = fed > goal.ordinal + Self.patience
            if outcome == nil, isHopeless { return .failed }
        }
        return outcome ?? .failed
    }
}

// MARK: - In

extension GroupDecoder {
    /// Sends the next packet, or the end; returns its ordinal, `nil` when all has been sent.
    private mutating func feed(_ goal: Goal, from packets: inout PacketSource) -> Int? {
        guard let ordinal = standing?.next, standing?.isDrained == false else { return nil }
        // A recording may have gone on since it was indexed.
        let isNextKnown = ordinal < table.scanned
        guard standing?.holdsPacket == true || isNextKnown && packets.next() else {
            drain()
            return ordinal
        }
        let frame = table.frame(ofOrdinal: ordinal)
        let isWanted = frame.map(goal.wants) ?? false
        let isTaken = decoder.send(packets.packet, ordinal: ordinal, isWanted: isWanted)
        if !isTaken { noteDamage(at: ordinal - decoder.lag) }
        standing?.advance()
        if !isWanted, let frame { standing?.pass(frame) }
        if goal.endsThere, ordinal == goal.ordinal { drain() }
        return ordinal
    }

    private mutating func drain() {
        decoder.sendEnd()
        standing?.isDrained = true
    }
}

// MARK: - Out

extension GroupDecoder {
    /// Hands out the frames that are ready; `nil` when the goal was not yet among them.
    private mutating func deliver(
        upTo goal: Goal,
        visit: (Int, borrowing Picture) -> Bool
    ) -> Outcome? {
        repeat {
            while let ready = held.next(isLast: standing?.isExhausted == true, in: table) {
                standing?.pass(ready.frame)
                decoded += 1
                if standing?.dependsOnDamage(ready.ordinal, in: table) == true {
                    ready.picture.markAsConcealed()
                }
                let goesOn = visit(ready.frame, ready.picture)
                if ready.frame == goal.frame { return .shown }
                if !goesOn { return .stopped }
            }
        } while receive()
        return nil
    }

    /// Takes what the decoder has; returns whether there may be something to hand out.
    private mutating func receive() -> Bool {
        switch decoder.receive(into: picture) {
        case .frame:
            hold()
        case .failure:
            noteFailure()
            return false
        case .nothing:
            guard standing?.isDrained == true, standing?.isExhausted == false else { return false }
            standing?.isExhausted = true
        }
        return true
    }

    private mutating func hold() {
        let ordinal = picture.ordinal
        if picture.isConcealed { noteDamage(at: ordinal) }
        for concealed in decoder.takeConcealed() { noteDamage(at: concealed) }
        guard let frame = shownFrame(of: ordinal) else { return decoded += 1 }
        held.append(HeldFrames.Held(frame, ordinal: ordinal, from: picture))
    }

    /// Blames the packet that the decoder speaks of: once it is drained, any that it still held.
    private mutating func noteFailure() {
        guard let last = standing.map({ $0.next - 1 }) else { return }
        let oldest = last - decoder.lag
        let isDrained = standing?.isDrained == true
        for ordinal in isDrained ? min(last, oldest + 1)...last : oldest...oldest {
            noteDamage(at: ordinal)
        }
    }

    private mutating func noteDamage(at ordinal: Int) {
        standing?.noteDamage(at: ordinal, in: table)
    }

    /// The frame a decoded picture is, or `nil` when it is not shown or not whole.
    ///
    /// Leading pictures of the key that decoding started from refer to packets before it.
    private func shownFrame(of ordinal: Int) -> Int? {
        guard let start = standing?.key, table.packets.indices.contains(ordinal),
            table.startKey(for: ordinal) >= start
        else { return nil }
        return table.frame(ofOrdinal: ordinal)
    }
}
