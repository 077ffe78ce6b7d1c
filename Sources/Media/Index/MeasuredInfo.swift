import CFFmpeg
import Timeline

/// What the headers of a stream that begins late in its file do not say: libavformat has looked for
/// its pictures in the first seconds, and has neither their size nor their rate.
///
/// The first picture and the times of the frames tell, once there is an index.
extension MediaInfo {
    /// Whether the size of moving pictures is known.
    var isMeasured: Bool { kind != .video || storedSize != PixelSize(width: 0, height: 0) }

    /// The same with what has been measured of the pictures.
    func measured(as other: MediaInfo) -> MediaInfo {
        var info = self
        info.storedSize = other.storedSize
        (info.sampleAspect, info.frameRate) = (other.sampleAspect, other.frameRate)
        if info.streams.indices.contains(stream) {
            info.streams[stream].storedSize = other.storedSize
        }
        return info
    }

    /// Whether this says what `headers` say, and at most measures more.
    package func agrees(with headers: MediaInfo) -> Bool {
        self == (headers.isMeasured ? headers : headers.measured(as: self))
    }
}

extension MediaIndex {
    /// The same with the size, the shape and the rate of the pictures, where the headers lack them.
    ///
    /// Where nothing can be decoded, there is nothing to measure, but still an index.
    func measured(in file: OpenFile) -> MediaIndex {
        guard !info.isMeasured, var reader = try? FrameReader(file, index: self) else {
            return self
        }
        var measured = info
        _ = try? reader.read(0, .alone) { _, picture in
            measured.measure(picture)
            return true
        }
        if let rate = table.usualRate { measured.frameRate = rate }
        return MediaIndex(info: info.measured(as: measured), table: table, resume: resume)
    }
}

extension MediaInfo {
    fileprivate mutating func measure(_ picture: borrowing Picture) {
        let aspect = picture.pointer.pointee.sample_aspect_ratio
        storedSize = PixelSize(width: picture.width, height: picture.height)
        sampleAspect = SampleAspect(numerator: Int(aspect.num), denominator: Int(aspect.den))
    }
}

extension FrameTable {
    /// The rate that most of the first frames have by their times; `nil` where there is only one.
    fileprivate var usualRate: FrameRate? {
        guard let step = usualStep else { return nil }
        var (rate, length): (CInt, CInt) = (0, 0)
        av_reduce(&rate, &length, timebase.denominator, timebase.numerator &* step, Int64(CInt.max))
        return FrameRate(Int64(rate), Int64(length))
    }
}
