import CFFmpeg
package import Timeline

/// Decodes all of a sound once, and keeps where its samples are and how loud they are.
///
/// Belongs to the thread that made it.
struct SoundSurvey: ~Copyable {
    private let job: SoundJob
    private let demuxer: Demuxer
    private let decoder: SoundDecoder
    private let timebase: Timebase
    private let packet: Packet
    private var state: State?
    /// The sample after the last, once there is one.
    private var next: Int64?
    /// What is added to times, since they have stepped back.
    private var shift: Int64 = 0
    private var wasEmpty = true
    /// The packets before the first that gave samples.
    private var waiting: [PacketRecord] = []
    /// The most of those: a stream that begins with more is given up.
    private static let mostWaiting = 1 << 16

    /// What is found, from the first frame on.
    private final class State {
        var map: SoundMap
        var peaks: PeakBuilder
        let clock: SoundClock
        let mixer: PeakMixer
        /// Samples up to the end of the last frame.
        let length: Int64

        init(_ format: SoundFormat, on clock: SoundClock, _ peaks: PeakBuilder, length: Int64) {
            (map, self.peaks, self.clock, self.length) = (SoundMap(format), peaks, clock, length)
            mixer = PeakMixer(format, planes: Peaks.planes(ofChannels: format.channels))
        }

        /// Takes a frame's samples; returns how many, or `nil` where they are of another rate.
        func add(_ frame: UnsafeMutablePointer<AVFrame>, at place: Int64) -> Int? {
            mixer.convert(frame) { plane, samples in peaks.add(samples, to: plane, at: place) }
        }
    }

    /// Opens the sound of a file.
    init(_ file: OpenFile, _ job: SoundJob) throws(MediaError) {
        let demuxer = try Demuxer.sound(of: job, in: file)
        let stream = demuxer.stream(job.stream)
        let decoder = try SoundDecoder(for: stream, isTrimming: true, file: file.name)
        let base = stream.pointee.time_base
        self.job = job
        self.demuxer = demuxer
        self.decoder = decoder
        packet = Packet()
        timebase = Timebase(Int64(base.num), Int64(base.den)) ?? Timebase(1, 1_000_000)!
    }

    /// Decodes everything.
    ///
    /// - Parameter isCancelled: Asked after each packet.
    /// - Returns: The track.
    /// - Throws: ``MediaError/noSound(file:)`` where there is no sample, or that it was cancelled.
    mutating func run(isCancelled: () -> Bool) throws(MediaError) -> SoundTrack {
        while !isBeyondEnd, waiting.count < Self.mostWaiting,
            demuxer.read(stream: job.stream, into: packet)
        {
            let taken = take(isDecodable: decoder.send(packet.pointer))
            note(taken)
            if isCancelled() { throw .cancelled(file: job.name) }
        }
        if !isBeyondEnd, decoder.send(nil) {
            let rest = take(isDecodable: true)
            if rest.count > 0 { note(rest) }
        }
        guard let track = track() else { throw .noSound(file: job.name) }
        return track
    }

    /// Whether what follows is not shown with any frame.
    private var isBeyondEnd: Bool {
        guard let state, let next else { return false }
        return next >= state.length || state.map.isFull
    }

    private mutating func track() -> SoundTrack? {
        guard let state, state.map.end > 0, let peaks = state.peaks.finish() else { return nil }
        return SoundTrack(state.map, on: state.clock, peaks)
    }

    /// What the decoder put out for one packet.
    private struct Taken {
        var start: Int64?
        var count = 0
        var isDamaged: Bool
    }

    /// Takes what the decoder puts out for the last packet.
    private mutating func take(isDecodable: Bool) -> Taken {
        var taken = Taken(isDamaged: !isDecodable)
        while true {
            switch decoder.receive() {
            case .nothing: return taken
            case .failure:
                taken.isDamaged = true
                return taken
            case .frame: add(to: &taken)
            }
        }
    }

    private mutating func add(to taken: inout Taken) {
        guard let state = begin() else { return taken.isDamaged = true }
        let place = taken.start.map { $0 + Int64(taken.count) } ?? place(on: state.clock)
        guard let count = state.add(decoder.frame, at: place) else {
            return taken.isDamaged = true
        }
        taken.start = taken.start ?? place
        taken.count += count
    }

    private mutating func note(_ taken: Taken) {
        let (start, count, isDamaged) = (taken.start, taken.count, taken.isDamaged)
        if let start { next = start + Int64(count) }
        let record = packet.record
        guard let state else { return waiting.append(record) }
        for record in waiting { state.map.add(record, from: 0, length: 0) }
        waiting = []
        let isCut = count > 0 && (wasEmpty || packet.isCutAtStart)
        if isDamaged { state.map.noteDamage() }
        state.map.add(record, from: start ?? next ?? 0, length: count, isCutAtStart: isCut)
        wasEmpty = count == 0 && !isDamaged
    }

    /// Begins with the first frame; `nil` where nothing can be kept of it.
    private mutating func begin() -> State? {
        if let state { return state }
        guard let format = decoder.format else { return nil }
        let clock = job.clock(rate: format.rate)
        let length = clock.sample(at: job.end)
        let planes = Peaks.planes(ofChannels: format.channels)
        guard let peaks = PeakBuilder(length: length, planes: planes) else { return nil }
        state = State(format, on: clock, peaks, length: length)
        return state
    }

    /// The sample where the frame begins, by its time: after the last one, unless a time is more than
    /// a hundredth of a second, and two ticks, later than that.
    ///
    /// Where the clock steps back, what follows continues where it was, as frames do.
    private mutating func place(on clock: SoundClock) -> Int64 {
        let time = Timestamp(known: decoder.frame.pointee.pts)
        guard let time else { return next ?? 0 }
        let own = clock.sample(nearest: time, in: timebase)
        let (place, overflow) = own.addingReportingOverflow(shift)
        guard !overflow else { return next ?? 0 }
        guard let next else { return place }
        let rate = Int64(clock.rate)
        let ticks = rescale(2, by: timebase.numerator * rate, over: timebase.denominator)
        let tolerance = max(rate / 100, ticks)
        if place - next > tolerance { return place }
        if next - place > tolerance { shift += next - place }
        return next
    }
}

extension SoundTrack {
    /// Decodes all of a sound in this process, for commands.
    ///
    /// - Throws: ``MediaError/noSound(file:)`` where there is no sample, or another ``MediaError``.
    package init(decoding job: SoundJob, of file: OpenFile) throws(MediaError) {
        var survey = try SoundSurvey(file, job)
        self = try survey.run { false }
    }
}

extension Packet {
    /// Whether the container says that the packet begins with what is not sound.
    fileprivate var isCutAtStart: Bool {
        var size = 0
        guard let data = av_packet_get_side_data(pointer, AV_PKT_DATA_SKIP_SAMPLES, &size),
            size >= 4
        else { return false }
        return (0..<4).contains { data[$0] != 0 }
    }
}
