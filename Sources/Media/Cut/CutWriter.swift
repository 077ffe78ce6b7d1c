import CFFmpeg
import Timeline

/// Writes the packets that a plan names into a file that has no name yet.
struct CutWriter: ~Copyable {
    private let plan: CutPlan
    let index: MediaIndex
    let file: OpenFile
    private var source: CutSource
    private let muxer: Muxer
    private var streams: CutStreams
    private let clock: CutClock
    private let ticks: AVRational
    /// What keyframes must carry, where the container has no other place for it.
    let headers: ParameterSets?
    /// How many packets of the film have been written.
    private(set) var written = 0

    /// Seconds that the source is read on for the sake of sound that lags behind.
    private static let patience = 5.0

    /// Opens the source and writes what comes before the packets.
    static func begun(
        _ plan: CutPlan,
        of file: OpenFile,
        _ index: MediaIndex,
        to muxer: consuming Muxer,
        as container: Container
    ) throws(MediaError) -> CutWriter {
        let first = plan.firstOrdinal(in: index.table)
        let source = try CutSource.opened(file, index, before: first)
        let film = source.demuxer.stream(index.info.stream)
        let rate = index.info.frameRate
        let headers =
            plan.encodedCount > 0
            ? try H264Encoder(like: film, rate: rate, file: file.name).headers : nil
        let streams = try CutStreams(
            of: source.demuxer,
            index,
            plan,
            to: muxer,
            as: container,
            headers: headers
        )
        let inBand = container.hasHeaders ? nil : film.pointee.codecpar.pointee.parameterSets
        let writer = CutWriter(plan, of: file, index, from: source, to: muxer, streams, inBand)
        try writer.begin()
        return writer
    }

    private init(
        _ plan: CutPlan,
        of file: OpenFile,
        _ index: MediaIndex,
        from source: consuming CutSource,
        to muxer: consuming Muxer,
        _ streams: CutStreams,
        _ headers: ParameterSets?
    ) {
        self.headers = headers
        (self.plan, self.index, self.file, self.streams) = (plan, index, file, streams)
        clock = CutClock(of: plan, in: index.table)
        ticks = source.demuxer.stream(index.info.stream).pointee.time_base
        self.source = source
        self.muxer = muxer
    }

    /// The film's number in the cut.
    var filmTrack: Int { streams.targets[index.info.stream] ?? 0 }

    /// An encoder whose pictures stand beside the film's.
    func encoder() throws(MediaError) -> H264Encoder {
        let film = source.demuxer.stream(index.info.stream)
        return try H264Encoder(like: film, rate: index.info.frameRate, file: file.name)
    }

    private func begin() throws(MediaError) {
        let table = index.table
        let span = plan.start(in: table).ticks..<plan.end(in: table).ticks
        muxer.copyMetadata(of: source.demuxer)
        muxer.copyChapters(of: source.demuxer, in: span, clock: ticks)
        if index.info.startTimecode != nil {
            muxer.setTimecode(index.info.clock.label(of: plan.shown.lowerBound, in: table))
        }
        try muxer.writeHeader(timescale: table.timebase.editTimescale)
        for (number, target) in streams.targets.enumerated() where source.demuxer.isCover(number) {
            guard let target else { continue }
            let cover = source.demuxer.attachedPicture(of: number)
            (cover.pointer.pointee.pts, cover.pointer.pointee.dts) = (0, 0)
            try muxer.write(cover, to: target, clock: ticks)
        }
    }

    /// Copies what the plan names, and what of the other streams belongs to it.
    ///
    /// Before each packet, `goesOn` is told how many of the film have been written.
    mutating func copy(while goesOn: (Int) -> Bool) throws(MediaError) {
        while true {
            let found = source.read()
            guard found != .end else { return }
            guard goesOn(written) else { throw .cancelled(file: file.name) }
            switch found {
            case .film(let ordinal):
                streams.shift = shift(at: ordinal)
                if plan.copies(ordinal) { try writeFilm() }
                if isPast(ordinal) { return }
            case .other(let stream): try writeOther(from: stream)
            case .end: return
            }
        }
    }

    /// Writes a packet of the film, the next one, and empties it.
    mutating func writeFilm(_ packet: borrowing Packet) throws(MediaError) {
        try write(packet, number: written)
        written += 1
    }

    private mutating func writeFilm() throws(MediaError) {
        headers?.lead(source.packet)
        try write(source.packet, number: written)
        written += 1
    }

    private func write(_ packet: borrowing Packet, number: Int) throws(MediaError) {
        guard number < clock.count else { return }
        let times = clock[number]
        (packet.pointer.pointee.pts, packet.pointer.pointee.dts) = (times.pts, times.dts)
        packet.pointer.pointee.duration = times.duration
        packet.pointer.pointee.flags &= ~AV_PKT_FLAG_DISCARD
        // Readers start at the last keyframe before the first frame, and this one may be unsound.
        if plan.mode == .editList, number > 0, times.pts <= 0 {
            packet.pointer.pointee.flags &= ~AV_PKT_FLAG_KEY
        }
        try muxer.write(packet, to: filmTrack, clock: ticks)
    }

    /// Writes what comes behind the packets; all of them must have been written.
    func finish() throws(MediaError) {
        guard written == clock.count else { throw .changed(file: file.name) }
        try muxer.finish()
    }

    private mutating func writeOther(from stream: Int) throws(MediaError) {
        guard streams.place(source.packet, of: source.demuxer), let target = streams.targets[stream]
        else { return }
        let clock = source.demuxer.stream(stream).pointee.time_base
        try muxer.write(source.packet, to: target, clock: clock)
    }

    /// How far the table's time of a packet is from the packet's own.
    private func shift(at ordinal: Int) -> Int64 {
        guard let frame = index.table.frame(ofOrdinal: ordinal),
            let own = index.table.packets[ordinal].pts
        else { return streams.shift }
        return index.table.pts(of: frame).ticks - own.ticks
    }

    /// Whether nothing of the cut comes behind a packet of the film.
    private func isPast(_ ordinal: Int) -> Bool {
        guard ordinal + 1 >= plan.copied.upperBound else { return false }
        let table = index.table
        guard let frame = table.frame(ofOrdinal: ordinal) else { return false }
        let ahead = table.timebase.seconds(
            table.pts(of: frame).ticks - plan.end(in: table).ticks
        )
        return ahead >= (streams.awaited.isEmpty ? 0 : Self.patience)
    }
}

extension CutPlan {
    /// The packet before which nothing of the cut lies.
    fileprivate func firstOrdinal(in table: FrameTable) -> Int {
        let first = table.ordinal(of: shown.lowerBound)
        return copied.isEmpty ? first : min(first, copied.lowerBound)
    }
}
