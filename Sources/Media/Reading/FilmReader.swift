import Timeline

/// Reaches the frames of a film: by going on from where the decoder stands, else by a seek, from
/// ever further back until the frame comes.
struct FilmReader: ~Copyable {
    private let file: String
    private let table: FrameTable
    private var packets: PacketSource
    private var group: GroupDecoder
    private var backOffs = 0

    /// Opens the stream that was indexed.
    init(_ file: OpenFile, index: MediaIndex, threads: Int) throws(MediaError) {
        let demuxer = try Demuxer(file)
        // The index may come from a disk that others can write to.
        let stream = try demuxer.chooseStream(index.info.stream)
        guard demuxer.info(of: stream).kind == index.info.kind else {
            throw .noSuchStream(file: file.name, stream: stream)
        }
        let decoder = try Decoder(for: demuxer.stream(stream), threads: threads, file: file.name)
        self.file = file.name
        table = index.table
        group = GroupDecoder(decoder, of: index.table)
        packets = PacketSource(demuxer, of: file, stream: stream)
    }

    /// What has been done so far; no property, which the compiler lets nobody read of an optional.
    func counted() -> ReadWork {
        var work = ReadWork()
        (work.packetsRead, work.seeks, work.backOffs) = (packets.read, packets.seeks, backOffs)
        (work.framesDecoded, work.framesAwaited) = (group.decoded, group.awaited)
        return work
    }

    /// Decodes a frame that there is; see ``FrameReader/read(_:_:visit:)``.
    mutating func read(
        _ frame: Int,
        _ manner: FrameReader.Manner,
        visit: (Int, borrowing Picture) -> Bool
    ) throws(MediaError) -> Bool {
        let goal = Goal(frame, manner, in: table)
        if group.isBestStart(for: goal) {
            let outcome = group.decode(to: goal, from: &packets, visit: visit)
            if outcome != .failed { return outcome == .shown }
        }
        return try seekAndDecode(to: goal, visit: visit)
    }

    /// The packets that are left until the frame; `nil` when it takes a seek.
    func distance(to frame: Int, _ manner: FrameReader.Manner) -> Int? {
        group.distance(to: Goal(frame, manner, in: table))
    }

    private mutating func seekAndDecode(
        to goal: Goal,
        visit: (Int, borrowing Picture) -> Bool
    ) throws(MediaError) -> Bool {
        var plan = SeekPlan(to: goal.ordinal, in: table, method: packets.method)
        while let attempt = plan.attempt {
            group.forget()
            if try packets.land(attempt, in: table) {
                group.start(at: attempt.key)
                let goal = attempt.address == .beginning ? goal.undrained : goal
                let outcome = group.decode(to: goal, from: &packets, visit: visit)
                guard outcome == .failed else { return outcome == .shown }
                plan.fail(.noPicture, in: table)
            } else {
                plan.fail(.missedKey, in: table)
            }
            backOffs += 1
        }
        throw .undecodable(file: file, frame: goal.frame)
    }
}
