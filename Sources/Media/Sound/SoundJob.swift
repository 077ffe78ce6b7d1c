import CFFmpeg
package import Timeline

/// Which sound of a file is decoded, and which clock its samples are numbered on.
package struct SoundJob: Hashable, Sendable {
    /// The file's name, for messages.
    package let name: String
    /// The number of the stream of sound.
    package let stream: Int
    /// The number of the stream whose frames are shown; the same where that is the sound.
    package let shown: Int
    /// When the first frame is shown, and how long a tick is.
    package let zero: Timestamp
    package let timebase: Timebase
    /// When the last frame ends: what sounds later is not kept.
    package let end: Timestamp

    /// Names the sound `stream` beside the frames of an index.
    package init(_ name: String, stream: Int, of index: MediaIndex) {
        self.init(name, stream: stream, shown: index.info.stream, of: index.table)
    }

    /// Names the sound `stream` beside the frames of a table, which are those of `shown`.
    package init(_ name: String, stream: Int, shown: Int, of table: FrameTable) {
        (self.name, self.stream, self.shown) = (name, stream, shown)
        (zero, timebase, end) = (table.first, table.timebase, table.end)
    }

    /// What a track of this sound depends on: the file, the frames' clock, and FFmpeg's versions.
    package func key(in file: OpenFile) -> [UInt8] {
        var writer = ByteWriter()
        writer.append(bytes: Fingerprint(of: file, stream: stream).bytes)
        writer.append(UInt64(swresample_version()))
        for number in [zero.ticks, end.ticks, timebase.numerator, timebase.denominator] {
            writer.append(signed: number)
        }
        return writer.bytes
    }

    /// The clock of its samples.
    package func clock(rate: Int) -> SoundClock {
        SoundClock(zero: zero, timebase: timebase, rate: rate)
    }

    package func send(into writer: inout ByteWriter) {
        writer.append(name)
        for number in [stream, shown, Int(timebase.numerator), Int(timebase.denominator)] {
            writer.append(UInt64(number))
        }
        for time in [zero, end] { writer.append(signed: time.ticks) }
    }

    package init(sentTo reader: inout ByteReader) throws(StoredError) {
        name = try reader.text()
        (stream, shown) = (try reader.small(), try reader.small())
        let base = Timebase(Int64(try reader.small()), Int64(try reader.small()))
        (zero, end) = (Timestamp(try reader.signed()), Timestamp(try reader.signed()))
        guard let base else { throw .impossible }
        timebase = base
    }
}

extension MediaInfo {
    /// The stream of sound beside the one that is shown: itself, else the one that the file marks as
    /// the default, else the first; `nil` where there is none.
    package var sound: Int? {
        if kind == .audio { return stream }
        let sounds = streams.indices.filter { streams[$0].kind == .audio }
        return sounds.first { streams[$0].isDefault } ?? sounds.first
    }
}

/// Samples of a sound, and the form that they are wanted in.
package struct SoundOrder: Hashable, Sendable {
    /// The samples, on the clock of ``rate``.
    package let samples: Range<Int64>
    /// Samples per second; `nil` keeps the stream's own.
    package let rate: Int?
    /// One or two channels, into which the stream's are mixed, as 16-bit samples; `nil` keeps what
    /// the stream has.
    package let channels: Int?

    /// The most samples of one order, of all channels together.
    package static let mostSamples = 1 << 21
    /// The rates that can be had.
    package static let rates = 8_000...192_000

    /// Creates an order; `nil` unless it is of samples that can be had at once.
    package init?(_ samples: Range<Int64>, rate: Int? = nil, channels: Int? = nil) {
        let furthest: Int64 = 1 << 48
        guard samples.lowerBound > -furthest, samples.upperBound < furthest,
            samples.count <= Self.mostSamples,
            rate.map(Self.rates.contains) ?? true, channels.map((1...2).contains) ?? true
        else { return nil }
        (self.samples, self.rate, self.channels) = (samples, rate, channels)
    }

    /// What the samples are like for a stream of this format.
    package func format(of source: SoundFormat) -> SoundFormat? {
        SoundFormat(
            rate: rate ?? source.rate,
            channels: channels ?? source.channels,
            speakers: channels == nil ? source.speakers : 0,
            sample: channels == nil ? source.sample : .int16
        )
    }

    /// Bytes of the answer; `nil` where they are too many.
    package func bytes(of source: SoundFormat) -> Int? {
        guard let format = format(of: source),
            samples.count * format.channels <= Self.mostSamples
        else { return nil }
        return samples.count * format.frameBytes
    }

    func send(into writer: inout ByteWriter) {
        writer.append(signed: samples.lowerBound)
        for number in [samples.count, rate ?? 0, channels ?? 0] { writer.append(UInt64(number)) }
    }

    init(sentTo reader: inout ByteReader) throws(StoredError) {
        let start = try reader.signed()
        let count = Int64(try reader.small())
        let (rate, channels) = (try reader.small(), try reader.small())
        let (end, overflow) = start.addingReportingOverflow(count)
        guard !overflow,
            let order = SoundOrder(
                start..<end,
                rate: rate > 0 ? rate : nil,
                channels: channels > 0 ? channels : nil
            )
        else { throw .impossible }
        self = order
    }
}
