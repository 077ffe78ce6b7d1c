import Timeline

/// Decodes from a keyframe on, and delivers the frames in display order.
struct GOPDecoder: ~Copyable {
    /// How decoding ended.
    enum Outcome: Equatable {
        /// The target was delivered.
        case shown
        /// The visitor returned `false`.
        case stopped
        /// The target was never output.
        case failed
    }

    /// Frames that were delivered or discarded.
    private(set) var decoded = 0
    /// Frames that were decoded for reordering and then discarded by a seek.
    private(set) var awaited = 0

    private let table: FrameTable
    private let decoder: Decoder
    private let picture = Picture()
    private var position: DecoderPosition?
    private var pending = PendingFrames()

    /// Packets fed after the target's before giving up; no decoder delays output by as many.
    private static let mostPacketsPastTarget = 80

    /// Takes over a decoder of the stream whose frames are in `table`.
    init(_ decoder: consuming Decoder, of table: FrameTable) {
        self.decoder = decoder
        self.table = table
    }

    /// Whether decoding on reaches the target with less work than a seek would.
    func isBestStart(for target: DecodeTarget) -> Bool {
        position?.isBestStart(for: target, in: table) == true
    }

    /// The ordinal of the packet that is fed next; `nil` where a seek comes before.
    var next: Int? { position?.next }

    /// How many packets have to be fed until the target; `nil` when it takes a seek.
    func distance(to target: DecodeTarget) -> Int? {
        guard let position, position.isBestStart(for: target, in: table) else { return nil }
        return target.ordinal - position.next
    }

    /// Flushes the decoder and discards pending frames; the position is then unknown.
    mutating func forget() {
        position = nil
        awaited += pending.count
        pending = PendingFrames()
        decoder.flush()
        _ = decoder.takeConcealed()
    }

    /// Sets the position to a keyframe, which is the packet that was read last.
    mutating func start(at key: Int) { position = DecoderPosition(key: key) }

    /// Feeds packets from the decoder's position until the target has been delivered.
    mutating func decode(
        to target: DecodeTarget,
        from packets: inout PacketSource,
        visit: (Int, borrowing Picture) -> Bool
    ) -> Outcome {
        var outcome = deliver(upTo: target, visit: visit)
        while outcome == nil {
            guard let fed = feed(target, from: &packets) else { return .failed }
            outcome = deliver(upTo: target, visit: visit)
            let isHopeless = fed > target.ordinal + Self.mostPacketsPastTarget
            if outcome == nil, isHopeless { return .failed }
        }
        return outcome ?? .failed
    }
}

// MARK: - Input

extension GOPDecoder {
    /// Sends the next packet, or the end of the stream; returns its ordinal, `nil` after the end.
    private mutating func feed(_ target: DecodeTarget, from packets: inout PacketSource) -> Int? {
        guard let ordinal = position?.next, position?.isDrained == false else { return nil }
        // A recording may have grown since it was indexed.
        let isNextKnown = ordinal < table.scanned
        guard position?.holdsPacket == true || isNextKnown && packets.next() else {
            drain()
            return ordinal
        }
        let frame = table.frame(ofOrdinal: ordinal)
        let isWanted = frame.map(target.wants) ?? false
        if isWanted || !decoder.isDisposable(packets.packet) {
            position?.hold(ordinal, atMost: decoder.lag + 1)
            let isTaken = decoder.send(packets.packet, ordinal: ordinal, isWanted: isWanted)
            if !isTaken { noteFailure() }
        }
        position?.advance()
        if !isWanted, let frame { position?.pass(frame) }
        if target.endsAtTarget, ordinal == target.ordinal { drain() }
        return ordinal
    }

    private mutating func drain() {
        decoder.sendEnd()
        position?.isDrained = true
    }
}

// MARK: - Output

extension GOPDecoder {
    /// Delivers the frames that are ready; `nil` when the target was not among them.
    private mutating func deliver(
        upTo target: DecodeTarget,
        visit: (Int, borrowing Picture) -> Bool
    ) -> Outcome? {
        repeat {
            while let ready = pending.next(isLast: position?.isExhausted == true, in: table) {
                position?.pass(ready.frame)
                decoded += 1
                if position?.dependsOnDamage(ready.ordinal, in: table) == true {
                    ready.picture.markAsConcealed()
                }
                let goesOn = visit(ready.frame, ready.picture)
                if ready.frame == target.frame { return .shown }
                if !goesOn { return .stopped }
            }
        } while receive()
        return nil
    }

    /// Receives a frame from the decoder; returns whether there may be one to deliver.
    private mutating func receive() -> Bool {
        switch decoder.receive(into: picture) {
        case .frame:
            keepPending()
        case .failure:
            noteFailure()
            return false
        case .nothing:
            guard position?.isDrained == true, position?.isExhausted == false else { return false }
            position?.isExhausted = true
        }
        return true
    }

    private mutating func keepPending() {
        let ordinal = picture.ordinal
        if picture.isConcealed { noteDamage(at: ordinal) }
        for concealed in decoder.takeConcealed() { noteDamage(at: concealed) }
        guard let frame = shownFrame(of: ordinal) else { return decoded += 1 }
        pending.append(PendingFrames.Entry(frame, ordinal: ordinal, from: picture))
    }

    /// Records damage for the packet that the decoder reported; once it is drained, for all packets
    /// that it still holds.
    private mutating func noteFailure() {
        for ordinal in position?.suspects(lag: decoder.lag) ?? [] { noteDamage(at: ordinal) }
    }

    private mutating func noteDamage(at ordinal: Int) {
        position?.noteDamage(at: ordinal, in: table)
    }

    /// The frame of a packet's picture; `nil` when it is not displayed or not decodable.
    ///
    /// Leading pictures of the keyframe that decoding started from refer to packets before it, so
    /// they are not decodable.
    private func shownFrame(of ordinal: Int) -> Int? {
        guard let start = position?.key, table.packets.indices.contains(ordinal),
            table.startKeyframe(for: ordinal) >= start
        else { return nil }
        return table.frame(ofOrdinal: ordinal)
    }
}

/// Decoded frames in display order that wait for later ones.
///
/// A frame may refer to one that is displayed later, whose errors are known only when it is output.
/// So a frame is held until the last one that it may refer to has been output.
struct PendingFrames {
    /// A held frame.
    final class Entry {
        let frame: Int
        let ordinal: Int
        let picture = Picture()

        init(_ frame: Int, ordinal: Int, from picture: borrowing Picture) {
            self.frame = frame
            self.ordinal = ordinal
            self.picture.take(from: picture)
        }
    }

    private var waiting: [Entry] = []
    private var newest = -1

    /// The number of held frames.
    var count: Int { waiting.count }

    /// Adds the frame that the decoder output last.
    mutating func append(_ entry: Entry) {
        waiting.append(entry)
        newest = max(newest, entry.frame)
    }

    /// Removes the next frame that waits for no other; `isLast` when the decoder has no more.
    mutating func next(isLast: Bool, in table: FrameTable) -> Entry? {
        guard let first = waiting.first,
            isLast || table.lastReference(of: first.frame) <= newest
        else { return nil }
        return waiting.removeFirst()
    }
}
