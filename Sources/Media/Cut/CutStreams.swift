import CFFmpeg
import Timeline

/// Which of a file's streams a cut holds, and which packets of those other than the indexed one.
struct CutStreams {
    /// The stream's number in the cut by its number in the source; `nil` for omitted streams.
    let targets: [Int?]
    private let mainStream: Int
    private let clock: AVRational
    private let start: Int64
    private let length: Int64
    private let hidesLead: Bool
    /// Further video streams that have reached a keyframe within the cut.
    private var started: Set<Int> = []
    /// Audio streams that have not reached the cut's end.
    private var awaited: Set<Int> = []
    /// Whether there are other streams, of which nobody knows when they have.
    private var hasSparseStreams = false
    /// The frame table's time minus the packets' own, in ticks: the table removes jumps.
    var shift: Int64 = 0
    /// The own time of the indexed stream's last packet, in ticks: that of data beside it that has
    /// none, as asynchronous KLV.
    var lastTime: Int64?

    /// Chooses the streams and adds them to `muxer`; `headers` replace those of the indexed stream.
    init(
        of source: borrowing Demuxer,
        _ file: OpenFile,
        _ index: MediaIndex,
        _ plan: CutPlan,
        to muxer: borrowing Muxer,
        as container: Container,
        headers: [UInt8]?
    ) throws(MediaError) {
        mainStream = index.info.stream
        clock = source.stream(mainStream).pointee.time_base
        start = plan.start(in: index.table).ticks
        length = plan.end(in: index.table).ticks - start
        hidesLead = container.hasEditLists
        var targets: [Int?] = []
        for (number, stream) in index.info.streams.enumerated() {
            let isHeld = container.takes(stream)
            guard isHeld || number != mainStream else {
                let reason = "\(muxer.name) cannot hold “\(stream.codec)”"
                throw .cannotCut(file: source.name, reason: reason)
            }
            if isHeld, stream.isAttachedPicture, let type = stream.imageType,
                container.holdsAttachments
            {
                muxer.attach(source.attachedPicture(of: number), as: type)
                targets.append(nil)
                continue
            }
            let own = number == mainStream ? headers : nil
            let target = isHeld ? muxer.addStream(like: source.stream(number), headers: own) : nil
            targets.append(target)
            guard let target, number != mainStream else { continue }
            if stream.codec == "klv" {
                let hasTimes = try MetadataHeader.isTaken(off: number, of: file, index.info)
                muxer.setKLV(target, hasTimes: hasTimes)
            }
            if stream.kind == .audio { awaited.insert(number) } else { hasSparseStreams = true }
        }
        self.targets = targets
    }

    /// Seconds that the source is read beyond the cut's end for what is interleaved later.
    var lag: Double { !awaited.isEmpty ? 5 : hasSparseStreams ? 1 : 0 }

    /// Sets the timestamps of another stream's packet; `false` where it is outside the cut.
    mutating func retime(_ packet: borrowing Packet, of source: borrowing Demuxer) -> Bool {
        let number = Int(packet.pointer.pointee.stream_index)
        guard targets.indices.contains(number), targets[number] != nil, !source.isCover(number)
        else { return false }
        let stream = source.stream(number)
        let offset = av_rescale_q(start - shift, clock, stream.pointee.time_base)
        if Self.mayLackTimes(stream), let lastTime, packet.record.pts ?? packet.record.dts == nil {
            packet.pointer.pointee.pts = av_rescale_q(lastTime, clock, stream.pointee.time_base)
        }
        guard packet.move(back: offset) else { return false }
        let end = av_rescale_q(length, clock, stream.pointee.time_base)
        if packet.pointer.pointee.pts >= end { awaited.remove(number) }
        let kind = stream.pointee.codecpar.pointee.codec_type
        return packet.pointer.pointee.pts < end && belongs(packet, of: number, kind)
    }

    private static func mayLackTimes(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
        let kind = stream.pointee.codecpar.pointee.codec_type
        return kind == AVMEDIA_TYPE_DATA || kind == AVMEDIA_TYPE_SUBTITLE
    }

    private mutating func belongs(
        _ packet: borrowing Packet,
        of number: Int,
        _ kind: AVMediaType
    ) -> Bool {
        let pts = packet.pointer.pointee.pts
        switch kind {
        case AVMEDIA_TYPE_VIDEO:
            let isKeyframe = packet.pointer.pointee.flags & AV_PKT_FLAG_KEY != 0
            if isKeyframe, pts >= 0 { started.insert(number) }
            return started.contains(number)
        case AVMEDIA_TYPE_AUDIO:
            // Audio decoders need the packet before the first audible one (pre-roll). Where it
            // cannot be hidden it is omitted, as it would shift all streams but not the chapters.
            return pts >= 0 || hidesLead && packet.lastsBeyondZero(times: 2)
        case AVMEDIA_TYPE_SUBTITLE:
            guard pts >= 0 || packet.lastsBeyondZero() else { return false }
            packet.beginAtZero()
            return true
        default:
            return pts >= 0 || packet.lastsBeyondZero()
        }
    }
}

extension Packet {
    /// Subtracts `offset` from the timestamps; `false` where there are none, or on overflow.
    func move(back offset: Int64) -> Bool {
        guard let time = record.pts ?? record.dts else { return false }
        let pts = time.ticks.subtractingReportingOverflow(offset)
        let dts = (record.dts ?? time).ticks.subtractingReportingOverflow(offset)
        guard !pts.overflow, !dts.overflow else { return false }
        (pointer.pointee.pts, pointer.pointee.dts) = (pts.partialValue, dts.partialValue)
        return true
    }

    /// Whether the packet, with `times` its duration, ends after zero.
    func lastsBeyondZero(times: Int = 1) -> Bool {
        Int128(pointer.pointee.pts) + Int128(times) * Int128(pointer.pointee.duration) > 0
    }

    /// Clips the start of a packet that began before the cut.
    func beginAtZero() {
        guard pointer.pointee.pts < 0 else { return }
        let rest = Int128(pointer.pointee.duration) + Int128(pointer.pointee.pts)
        pointer.pointee.duration = Int64(clamping: rest)
        (pointer.pointee.pts, pointer.pointee.dts) = (0, 0)
    }
}
