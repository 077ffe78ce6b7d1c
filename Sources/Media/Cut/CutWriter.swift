import CFFmpeg
import Timeline

/// Writes the packets of a plan, encoded and copied, to a muxer.
struct CutWriter: ~Copyable {
    private let plan: CutPlan
    let index: MediaIndex
    let file: OpenFile
    private var source: CutSource
    private let muxer: Muxer
    private var streams: CutStreams
    private let clock: CutClock
    private let ticks: AVRational
    /// The parameter sets that keyframes must carry, where the container has no global headers.
    let headers: ParameterSets?
    /// How many packets of the indexed stream have been written.
    private(set) var written = 0

    /// Opens the source and writes the new file's headers.
    static func begun(
        _ plan: CutPlan,
        of file: OpenFile,
        _ index: MediaIndex,
        to muxer: consuming Muxer,
        as container: Container
    ) throws(MediaError) -> CutWriter {
        let first = plan.firstOrdinal(in: index.table)
        let source = try CutSource.opened(file, index, before: first)
        let mainStream = source.demuxer.stream(index.info.stream)
        let rate = index.info.frameRate
        let headers =
            plan.encodedCount > 0
            ? try H264Encoder(like: mainStream, rate: rate, file: file.name).headers : nil
        let streams = try CutStreams(
            of: source.demuxer,
            file,
            index,
            plan,
            to: muxer,
            as: container,
            headers: headers
        )
        let inBand = container.hasHeaders ? nil : mainStream.pointee.codecpar.pointee.parameterSets
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

    /// The indexed stream's number in the cut.
    var mainTrack: Int { streams.targets[index.info.stream] ?? 0 }

    /// An encoder whose packets can be mixed with the indexed stream's.
    func encoder() throws(MediaError) -> H264Encoder {
        let mainStream = source.demuxer.stream(index.info.stream)
        return try H264Encoder(like: mainStream, rate: index.info.frameRate, file: file.name)
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

    /// Copies the plan's packets, and those of the other streams within the cut.
    ///
    /// `goesOn` is called before each packet with the number of packets of the indexed stream that
    /// were written, and returns whether to continue.
    mutating func copy(while goesOn: (Int) -> Bool) throws(MediaError) {
        while true {
            let found = source.read()
            guard found != .end else { return }
            guard goesOn(written) else { throw .cancelled(file: file.name) }
            switch found {
            case .main(let ordinal):
                streams.shift = shift(at: ordinal)
                streams.lastTime = index.table.time(shownAt: ordinal) - streams.shift
                if plan.copies(ordinal) { try writeMain() }
                if isPast(ordinal) { return }
            case .other(let stream): try writeOther(from: stream)
            case .end: return
            }
        }
    }

    /// Writes the next packet of the indexed stream, and empties it.
    mutating func writeMain(_ packet: borrowing Packet) throws(MediaError) {
        try write(packet, number: written)
        written += 1
    }

    private mutating func writeMain() throws(MediaError) {
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
        // Players start at the last keyframe before the first frame, which may not be decodable
        // from; so hidden packets are not marked as keyframes.
        if plan.mode == .editList, number > 0, times.pts <= 0 {
            packet.pointer.pointee.flags &= ~AV_PKT_FLAG_KEY
        }
        try muxer.write(packet, to: mainTrack, clock: ticks)
    }

    /// Writes the trailer; all packets must have been written.
    func finish() throws(MediaError) {
        guard written == clock.count else { throw .changed(file: file.name) }
        try muxer.finish()
    }

    private mutating func writeOther(from stream: Int) throws(MediaError) {
        guard streams.retime(source.packet, of: source.demuxer),
            let target = streams.targets[stream]
        else { return }
        let stream = source.demuxer.stream(stream)
        let isData = stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_DATA
        if isData, index.info.container == "mpegts" { source.packet.restoreHeader(from: file) }
        try muxer.write(source.packet, to: target, clock: stream.pointee.time_base)
    }

    /// The frame table's time of a packet minus the packet's own, in ticks.
    private func shift(at ordinal: Int) -> Int64 {
        guard let frame = index.table.frame(ofOrdinal: ordinal),
            let own = index.table.packets[ordinal].pts
        else { return streams.shift }
        return index.table.pts(of: frame).ticks - own.ticks
    }

    /// Whether no packet of the cut follows a packet of the indexed stream.
    private func isPast(_ ordinal: Int) -> Bool {
        guard ordinal + 1 >= plan.copied.upperBound else { return false }
        let table = index.table
        guard let frame = table.frame(ofOrdinal: ordinal) else { return false }
        let ahead = table.timebase.seconds(
            table.pts(of: frame).ticks - plan.end(in: table).ticks
        )
        return ahead >= streams.lag
    }
}

extension FrameTable {
    /// When about as many frames are shown as packets precede this one: what lies beside it in the
    /// file is of that time.
    fileprivate func time(shownAt ordinal: Int) -> Int64 {
        isEmpty ? 0 : pts(of: min(ordinal, count - 1)).ticks
    }
}

extension CutPlan {
    /// The ordinal of the first packet that is read for the cut.
    fileprivate func firstOrdinal(in table: FrameTable) -> Int {
        let first = table.ordinal(of: shown.lowerBound)
        return copied.isEmpty ? first : min(first, copied.lowerBound)
    }
}

extension CutWriter {
    /// Encodes `frames` and writes them next; the last GOP has `lastGOPLength` of them.
    ///
    /// `goesOn` is called before each frame with the number of packets of the indexed stream that
    /// were written, and returns whether to continue.
    mutating func encode(
        _ frames: Range<Int>,
        lastGOPLength: Int,
        while goesOn: (Int) -> Bool
    ) throws(MediaError) {
        guard !frames.isEmpty else { return }
        let encoder = try self.encoder()
        var reader = try FrameReader(file, index: index, threads: FrameReader.usefulThreads)
        let keys = [frames.lowerBound, frames.upperBound - lastGOPLength]
        for frame in frames {
            guard goesOn(written) else { throw .cancelled(file: file.name) }
            try feed(frame, from: &reader, to: encoder, isKeyframe: keys.contains(frame))
            try writeAll(from: encoder)
        }
        encoder.sendEnd()
        try writeAll(from: encoder)
    }

    /// Decodes a frame and sends it to the encoder.
    private func feed(
        _ frame: Int,
        from reader: inout FrameReader,
        to encoder: borrowing H264Encoder,
        isKeyframe: Bool
    ) throws(MediaError) {
        var isTaken = false
        try reader.read(frame, .since(frame)) { number, picture in
            if number == frame {
                isTaken = encoder.send(picture, number: frame, isKeyframe: isKeyframe)
            }
            return true
        }
        guard isTaken else {
            throw .cannotCut(file: file.name, reason: "frame \(frame) cannot be encoded")
        }
    }

    /// Writes the packets that the encoder has ready.
    private mutating func writeAll(from encoder: borrowing H264Encoder) throws(MediaError) {
        let packet = Packet()
        while encoder.receive(into: packet, carriesHeaders: headers != nil) {
            try writeMain(packet)
        }
    }
}
