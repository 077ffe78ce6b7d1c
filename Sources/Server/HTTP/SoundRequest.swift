import Library
import Media
import Sounds
import Timeline
import Wire

/// A request for the sound beside the frames of a media.
enum SoundRequest: Equatable {
    /// How loud it is.
    case waveform(WaveformQuery)
    /// The samples that are shown with frames.
    case samples(SamplesQuery)

    /// Reads the address below a media's, and the query; `nil` when it is about something else.
    init?(_ path: [String], _ query: [String: String]) throws(RequestError) {
        switch path {
        case ["waveform"]: self = .waveform(try WaveformQuery(query))
        case ["sound.wav"]: self = .samples(try SamplesQuery(query))
        default: return nil
        }
    }

    /// The stream of sound that is asked for; `nil` is the one beside the frames.
    var sound: Int? {
        switch self {
        case .waveform(let query): query.sound
        case .samples(let query): query.sound
        }
    }

    /// What distinguishes the response from others about the same media, as part of its entity tag.
    var tag: String {
        let stream = sound.map { "-sound-\($0)" } ?? ""
        switch self {
        case .waveform(let query): return "waveform-\(query.tag)" + stream
        case .samples(let query): return "samples-\(query.tag)" + stream
        }
    }
}

/// The frames that sound is asked for beside; all of them unless the query says otherwise.
struct SoundFrames: Equatable {
    let from: Int
    let to: Int?

    /// All frames.
    static let all = SoundFrames()

    private init() { (from, to) = (0, nil) }

    init(_ query: [String: String]) throws(RequestError) {
        from = try Route.integer("from", in: Route.frames, query) ?? 0
        to = try Route.integer("to", in: Route.frames, query)
        guard from <= to ?? .max else { throw .badQuery("to: expected a frame at from or after") }
    }

    var tag: String { "\(from)-\(to.map(String.init) ?? "end")" }

    /// The frames of a clip, which must exist.
    func frames(of table: FrameTable) throws(RequestError) -> Range<Int> {
        let end = to ?? table.count
        guard from <= end, end <= table.count else {
            throw .badQuery("from, to: the frames go from 0 to \(table.count), the end")
        }
        return from..<end
    }
}

/// Which peaks are asked for.
struct WaveformQuery: Equatable {
    let form: Waveform.Form
    let samplesPerPixel: Int?
    let bits: Int
    let isSplit: Bool
    let frames: SoundFrames
    let sound: Int?

    /// Samples of a point; how many those of a media are at least depends on its length.
    private static let samples = Peaks.finest...1 << 30
    /// Points of a waveform for which nothing else is asked.
    private static let usualPoints: Int64 = 2000

    init(_ query: [String: String]) throws(RequestError) {
        guard let form = Waveform.Form(rawValue: query["format"] ?? "dat") else {
            throw .badQuery("format: expected dat or json")
        }
        self.form = form
        samplesPerPixel = try Route.integer("samplesPerPixel", in: Self.samples, query)
        if let samplesPerPixel, !samplesPerPixel.isMultiple(of: Peaks.finest) {
            throw .badQuery("samplesPerPixel: expected a multiple of \(Peaks.finest)")
        }
        switch query["bits"] {
        case "8": bits = 8
        case "16", nil: bits = 16
        default: throw .badQuery("bits: expected 8 or 16")
        }
        switch query["channels"] {
        case "mix", nil: isSplit = false
        case "split": isSplit = true
        default: throw .badQuery("channels: expected mix or split")
        }
        frames = try SoundFrames(query)
        sound = try Route.integer("sound", in: Open.streams, query)
    }

    var tag: String {
        let zoom = samplesPerPixel.map(String.init) ?? "usual"
        return "\(form.rawValue)-\(zoom)-\(bits)-\(isSplit ? "split" : "mix")-\(frames.tag)"
    }

    /// What is read of a track for the answer.
    struct Plan: Equatable {
        let samplesPerPixel: Int
        let points: Range<Int>
        let planes: Range<Int>
        /// Stretches that are looked at, of all planes.
        var stretches = 0
    }

    /// Whether an overview answers it: all of the sound in as many points as are usual.
    var isOfAll: Bool {
        samplesPerPixel == nil && !isSplit && frames == SoundFrames.all
    }

    /// Which points are in the answer: those that hold samples shown with the frames.
    func plan(_ track: SoundTrack, of table: FrameTable) throws(RequestError) -> Plan {
        let peaks = track.peaks
        let width = samplesPerPixel ?? Self.usual(for: peaks)
        guard peaks.allows(samplesPerPoint: width) else {
            let text = "samplesPerPixel: expected a multiple of \(peaks.base), as the sound is long"
            throw .badQuery(text)
        }
        if isSplit, peaks.planes == 1, track.map.format.channels > 1 {
            throw .badQuery("channels: of more than \(Peaks.mostChannels) there is the mix alone")
        }
        let samples = table.samples(of: try frames.frames(of: table), on: track.clock)
        let (start, end) = (samples.lowerBound / Int64(width), samples.upperBound)
        let points = Int(start)..<max(Int(start), Int((end + Int64(width) - 1) / Int64(width)))
        let planes = isSplit && peaks.planes > 1 ? 1..<peaks.planes : 0..<1
        var plan = Plan(
            samplesPerPixel: width,
            points: points.clamped(to: 0..<peaks.count(samplesPerPoint: width)),
            planes: planes
        )
        let each = peaks.stretches(samplesPerPoint: width)
        plan.stretches = plan.points.count * planes.count * each
        return plan
    }

    private static func usual(for peaks: Peaks) -> Int {
        let least = peaks.length / usualPoints
        return max(1, Int(least) / peaks.base) * peaks.base
    }
}

extension WaveformQuery.Plan {
    /// All points of an overview.
    init(_ overview: SoundOverview) {
        samplesPerPixel = overview.peaks.base
        points = 0..<overview.peaks.count(samplesPerPoint: samplesPerPixel)
        planes = 0..<1
    }

    /// Reads the points of peaks of so many samples a second.
    func waveform(of peaks: Peaks, rate: Int, bits: Int) -> Waveform {
        Waveform(
            bits: bits,
            rate: rate,
            samplesPerPixel: samplesPerPixel,
            channels: planes.map { plane in
                peaks.extremes(points, plane: plane, samplesPerPoint: samplesPerPixel)
            }
        )
    }
}

/// Which samples are asked for.
struct SamplesQuery: Equatable {
    let frames: SoundFrames
    let rate: Int?
    let sound: Int?

    init(_ query: [String: String]) throws(RequestError) {
        frames = try SoundFrames(query)
        rate = try Route.integer("rate", in: SoundOrder.rates, query)
        sound = try Route.integer("sound", in: Open.streams, query)
    }

    var tag: String { "\(frames.tag)-\(rate.map(String.init) ?? "own")" }

    /// The samples, in parts that are each decoded at once.
    func orders(_ track: SoundTrack, of table: FrameTable) throws(RequestError) -> [SoundOrder] {
        let format = track.map.format
        let clock = track.clock.at(rate: rate ?? format.rate)
        let samples = table.samples(of: try frames.frames(of: table), on: clock)
        let (count, isTooMany) = samples.count.multipliedReportingOverflow(by: format.channels)
        try RequestCost(samples: isTooMany ? .max : count).check()
        let own = rate == format.rate ? nil : rate
        let most = SoundOrder.mostSamples / format.channels
        return stride(from: samples.lowerBound, to: samples.upperBound, by: most).compactMap {
            SoundOrder($0..<min($0 + Int64(most), samples.upperBound), rate: own)
        }
    }

    /// The header of the file, for samples of so many bytes.
    func header(_ track: SoundTrack, bytes: Int) -> [UInt8] {
        let own = track.map.format
        let format = SoundFormat(
            rate: rate ?? own.rate,
            channels: own.channels,
            speakers: own.speakers,
            sample: own.sample
        )
        return WaveFile(format ?? own, bytes: bytes).header
    }
}
