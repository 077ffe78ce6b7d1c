import CFFmpeg
import Timeline

/// Decodes a sound here and there, coarse to fine, to tell within a second about how loud it is.
///
/// Belongs to the thread that made it.
struct SoundOverviewMaker: ~Copyable {
    private let job: SoundJob
    private let demuxer: Demuxer
    private let decoder: SoundDecoder
    private let timebase: Timebase
    private let size: Int64
    private let packet = Packet()
    private var state: State?
    /// How long it listens for.
    static let patience = Duration.seconds(1)
    /// Frames that are heard at each place, and packets that are read for them at most.
    private static let frames = 3, packets = 12

    /// What is heard, from the first frame on.
    private final class State {
        var builder: SoundOverviewBuilder
        let clock: SoundClock
        let mixer: PeakMixer

        init?(_ format: SoundFormat, _ job: SoundJob) {
            clock = job.clock(rate: format.rate)
            let length = clock.sample(at: job.end)
            guard Peaks.base(for: length, planes: 1) != nil else { return nil }
            builder = SoundOverviewBuilder(length: length, on: clock)
            mixer = PeakMixer(format, planes: 1)
        }
    }

    /// Opens the sound of a file.
    init(_ file: OpenFile, _ job: SoundJob) throws(MediaError) {
        let demuxer = try Demuxer.sound(of: job, in: file)
        let stream = demuxer.stream(job.stream)
        let base = stream.pointee.time_base
        decoder = try SoundDecoder(for: stream, isTrimming: true, file: file.name)
        timebase = Timebase(Int64(base.num), Int64(base.den)) ?? Timebase(1, 1_000_000)!
        size = file.size
        self.demuxer = demuxer
        self.job = job
    }

    /// Listens at as many places as there is time for.
    ///
    /// - Parameter goesOn: Asked before each place.
    /// - Returns: What was heard; `nil` where nothing was.
    mutating func make(while goesOn: () -> Bool) -> SoundOverview? {
        let began = ContinuousClock.now
        hear(from: nil)
        for place in state?.builder.places ?? [] {
            guard goesOn(), ContinuousClock.now - began < Self.patience else { break }
            if let state, !state.builder.isHeard(at: place), seek(to: place, state) {
                hear(from: place)
            }
        }
        return state?.builder.finish()
    }

    /// Goes near a sample; returns whether that is possible.
    private func seek(to sample: Int64, _ state: State) -> Bool {
        decoder.flush()
        let length = state.clock.sample(at: job.end)
        let byte = rescale(size, by: sample, over: length)
        let address = SoundSeekTarget(time: state.clock.time(of: sample, in: timebase), byte: byte)
        return demuxer.seek(to: address, of: job)
    }

    /// Decodes what is read next: samples without a time are where they were sought.
    private mutating func hear(from sample: Int64?) {
        // Some frames are not sound yet where nothing was decoded before them.
        var lead = sample == nil ? 0 : min(decoder.preroll, 3)
        var (next, heard) = (sample ?? 0, 0)
        for _ in 0..<Self.packets {
            guard heard < Self.frames, demuxer.read(stream: job.stream, into: packet) else {
                return
            }
            guard decoder.send(packet.pointer) else { continue }
            while case .frame = decoder.receive() {
                if lead > 0 { lead -= 1 } else { heard += take(at: &next) }
            }
        }
    }

    /// Takes the frame that the decoder has put out; returns 1, or 0 where it cannot be used.
    private mutating func take(at next: inout Int64) -> Int {
        if state == nil { state = decoder.format.flatMap { State($0, job) } }
        guard let state else { return 0 }
        let time = demuxer.tellsTimes ? Timestamp(known: decoder.frame.pointee.pts) : nil
        let place = time.map { state.clock.sample(nearest: $0, in: timebase) } ?? next
        let count = state.mixer.convert(decoder.frame) { _, samples in
            state.builder.add(samples, at: place)
        }
        next = place.addingReportingOverflow(Int64(count ?? 0)).partialValue
        return count == nil ? 0 : 1
    }
}
