import Timeline

/// Brings any displayed frame of a file before the eye, exactly.
///
/// Frames are known by the ordinal of their packet, carried through the decoder, so neither
/// missing nor doubled nor shifted timestamps can lead to a wrong one. Belongs to the thread
/// that made it. What it costs is counted in ``work``.
public struct FrameReader: ~Copyable {
    /// Which frames are wanted on the way to the target.
    ///
    /// Before the first wanted frame, those that no other refers to are skipped, which leaves
    /// every other frame's pixels as they are and saves about half the work.
    public enum Manner: Equatable, Sendable {
        /// The target alone, and the decoder is drained at it: cheapest for one frame from afar.
        case alone
        /// Every frame from this one on. The decoder stays where it is, so that a later target
        /// ahead is reached by going on.
        case since(Int)
        /// Every frame from where the decoder stands, or from the keyframe.
        case along
    }

    /// What has been done so far.
    public private(set) var work = ReadWork()

    private let file: OpenFile
    private let index: MediaIndex
    private let method: SeekPlan.Method
    private var demuxer: Demuxer
    private let decoder: Decoder
    private let packet = Packet()
    private let picture = Picture()
    private var standing: Standing?
    private var held = HeldFrames()

    private var table: FrameTable { index.table }

    /// Opens `file` for reading frames.
    ///
    /// - Parameters:
    ///   - file: The file that was indexed.
    ///   - index: Its index.
    ///   - threads: Frame threads of the decoder.
    /// - Throws: ``MediaError`` when there is nothing to decode, or nothing to decode it with.
    public init(_ file: OpenFile, index: MediaIndex, threads: Int = 1) throws(MediaError) {
        guard index.info.kind != .audio else { throw .noPictures(file: file.name) }
        let demuxer = try Demuxer(file)
        // The index may come from a disk that others can write to.
        let number = try demuxer.chooseStream(index.info.stream)
        guard demuxer.info(of: number).kind == index.info.kind else {
            throw .noSuchStream(file: file.name, stream: number)
        }
        let stream = demuxer.stream(number)
        decoder = try Decoder(for: stream, threads: threads, file: file.name)
        demuxer.select(stream: index.info.stream)
        method = demuxer.seekMethod
        self.demuxer = demuxer
        self.file = file
        self.index = index
    }

    /// Decodes frame `frame` and hands it to `visit`, after those decoded on the way.
    ///
    /// - Parameters:
    ///   - frame: The frame's number.
    ///   - manner: Which frames are wanted on the way.
    ///   - visit: Called with each frame's number and picture in display order; returns whether
    ///     to go on. The picture is valid during the call.
    /// - Returns: Whether the frame was shown; `false` when `visit` stopped before it.
    /// - Throws: ``MediaError/undecodable(file:frame:)`` when even decoding from the first packet
    ///   on does not show the frame.
    @discardableResult
    public mutating func read(
        _ frame: Int,
        _ manner: Manner,
        visit: (_ frame: Int, _ picture: borrowing Picture) -> Bool
    ) throws(MediaError) -> Bool {
        guard (0..<table.count).contains(frame) else {
            throw .noSuchFrame(file: file.name, frame: frame, count: table.count)
        }
        let ordinal = table.ordinal(of: frame)
        let isScanned = ordinal < table.scanned
        let goal = Goal(frame: frame, ordinal: ordinal, manner: isScanned ? manner : .alone)
        if standing?.isBestStart(for: goal, in: table) == true {
            let outcome = decode(to: goal, visit: visit)
            if outcome != .failed(.noPicture) { return outcome == .shown }
        }
        return try seekAndDecode(to: goal, visit: visit)
    }

    /// The packets that are left to feed until frame `frame` comes out, going on from where the
    /// decoder stands; `nil` when it would have to seek.
    public func distance(to frame: Int, _ manner: Manner) -> Int? {
        guard (0..<table.count).contains(frame), let standing else { return nil }
        let goal = Goal(frame: frame, ordinal: table.ordinal(of: frame), manner: manner)
        return standing.isBestStart(for: goal, in: table) ? goal.ordinal - standing.next : nil
    }

    private mutating func seekAndDecode(
        to goal: Goal,
        visit: (Int, borrowing Picture) -> Bool
    ) throws(MediaError) -> Bool {
        var plan = SeekPlan(to: goal.ordinal, in: table, method: method)
        while let attempt = plan.attempt {
            let outcome =
                try land(attempt) ? decode(to: goal, visit: visit) : .failed(.missedKey)
            guard case .failed(let failure) = outcome else { return outcome == .shown }
            plan.fail(failure, in: table)
            work.backOffs += 1
        }
        throw .undecodable(file: file.name, frame: goal.frame)
    }
}

// MARK: - Landing

extension FrameReader {
    /// Seeks, and reads up to the key; returns whether it is in the packet buffer then.
    private mutating func land(_ attempt: SeekPlan.Attempt) throws(MediaError) -> Bool {
        standing = nil
        work.framesAwaited += held.count
        held = HeldFrames()
        decoder.flush()
        work.seeks += 1
        guard var ordinal = try firstOrdinal(after: attempt) else { return false }
        while ordinal < attempt.key {
            guard attempt.key < table.scanned, readPacket() else { return false }
            ordinal += 1
        }
        guard ordinal == attempt.key else { return false }
        standing = Standing(key: ordinal)
        return true
    }

    /// Goes to the address and reads until a packet is recognised; returns its ordinal.
    private mutating func firstOrdinal(after attempt: SeekPlan.Attempt) throws(MediaError) -> Int? {
        guard attempt.address != .beginning else {
            demuxer = try Demuxer(file)
            demuxer.select(stream: index.info.stream)
            return readPacket() ? 0 : nil
        }
        guard demuxer.seek(to: attempt.address, stream: index.info.stream) else { return nil }
        // A byte seek may begin with the tail of a packet that the index does not know.
        for _ in 0..<32 {
            guard readPacket() else { return nil }
            if let ordinal = table.ordinal(of: packet.record, soughtKey: attempt.key) {
                return ordinal
            }
        }
        return nil
    }

    private mutating func readPacket() -> Bool {
        work.packetsRead += 1
        return demuxer.read(stream: index.info.stream, into: packet)
    }
}

// MARK: - Decoding

extension FrameReader {
    private enum Outcome: Equatable {
        case shown, stopped, failed(SeekPlan.Failure)
    }

    /// Packets fed behind the target before giving up; no decoder holds back as many.
    private static var patience: Int { 80 }

    /// Feeds packets from where the decoder stands until the goal has been shown.
    private mutating func decode(
        to goal: Goal,
        visit: (Int, borrowing Picture) -> Bool
    ) -> Outcome {
        var outcome = deliver(upTo: goal, visit: visit)
        while outcome == nil {
            guard let fed = feed(goal) else { return .failed(.noPicture) }
            outcome = deliver(upTo: goal, visit: visit)
            let isHopeless = fed > goal.ordinal + Self.patience
            if outcome == nil, isHopeless { return .failed(.noPicture) }
        }
        return outcome ?? .failed(.noPicture)
    }

    /// Sends the next packet, or the end; returns its ordinal, `nil` when all has been sent.
    private mutating func feed(_ goal: Goal) -> Int? {
        guard let ordinal = standing?.next, standing?.isDrained == false else { return nil }
        // A recording may have gone on since it was indexed.
        let isNextKnown = ordinal < table.scanned
        guard standing?.holdsPacket == true || isNextKnown && readPacket() else {
            drain()
            return ordinal
        }
        let frame = table.frame(ofOrdinal: ordinal)
        let isWanted = frame.map { $0 >= goal.first } ?? false
        let isTaken = decoder.send(packet, ordinal: ordinal, isWanted: isWanted)
        if !isTaken { noteDamage(at: ordinal) }
        standing?.advance()
        if !isWanted, let frame { standing?.pass(frame) }
        if goal.manner == .alone, ordinal == goal.ordinal { drain() }
        return ordinal
    }

    private mutating func drain() {
        decoder.sendEnd()
        standing?.isDrained = true
    }

    /// Hands out the frames that are ready; `nil` when the goal was not yet among them.
    private mutating func deliver(
        upTo goal: Goal,
        visit: (Int, borrowing Picture) -> Bool
    ) -> Outcome? {
        repeat {
            while let ready = held.next(isLast: standing?.isExhausted == true, in: table) {
                standing?.pass(ready.frame)
                work.framesDecoded += 1
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
            noteDamage(at: (standing?.next ?? 0) - 1)
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
        guard let frame = shownFrame(of: ordinal) else { return work.framesDecoded += 1 }
        held.append(HeldFrames.Held(frame, ordinal: ordinal, from: picture))
    }

    private mutating func noteDamage(at ordinal: Int) {
        let table = table
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
