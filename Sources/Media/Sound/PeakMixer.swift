import CFFmpeg
import Timeline

/// Space for the samples of one frame, for each plane.
private final class PlaneBuffers {
    private(set) var planes: [UnsafeMutablePointer<Int16>]
    private var capacity = 0

    init(_ count: Int) {
        planes = (0..<count).map { _ in UnsafeMutablePointer<Int16>.allocate(capacity: 1) }
    }

    deinit { for plane in planes { plane.deallocate() } }

    /// Makes space for so many samples of each plane.
    func reserve(_ count: Int) {
        guard count > capacity else { return }
        for index in planes.indices {
            planes[index].deallocate()
            planes[index] = .allocate(capacity: count)
        }
        capacity = count
    }

    /// Some of the planes, as FFmpeg takes them.
    func bytes(_ range: Range<Int>) -> [UnsafeMutablePointer<UInt8>?] {
        planes[range].map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self) }
    }
}

/// Gives the mix of each frame, and its channels where they are kept apart, as 16-bit samples.
final class PeakMixer {
    private let format: SoundFormat
    private let planes: Int
    private var mono: FrameConverter
    private var apart: FrameConverter
    private let buffers: PlaneBuffers

    /// Creates a mixer for sound of a format, of which so many planes are kept.
    init(_ format: SoundFormat, planes: Int) {
        (self.format, self.planes) = (format, planes)
        let mix = SoundFormat(rate: format.rate, channels: 1)!
        mono = FrameConverter(to: mix, as: AV_SAMPLE_FMT_S16)
        apart = FrameConverter(to: format, as: AV_SAMPLE_FMT_S16P)
        buffers = PlaneBuffers(1 + format.channels)
    }

    /// Converts a frame, and passes each plane to `take`; returns how many samples it has, or `nil`
    /// where it is of another rate.
    func convert(
        _ frame: UnsafeMutablePointer<AVFrame>,
        _ take: (Int, UnsafeBufferPointer<Int16>) -> Void
    ) -> Int? {
        buffers.reserve(Int(frame.pointee.nb_samples))
        guard let count = mix(frame), planes == 1 || channels(of: frame) == count else {
            return nil
        }
        for plane in 0..<planes {
            take(plane, UnsafeBufferPointer(start: buffers.planes[plane], count: count))
        }
        return count
    }

    private func channels(of frame: UnsafeMutablePointer<AVFrame>) -> Int? {
        apart.convert(frame, into: buffers.bytes(1..<buffers.planes.count))
    }

    /// The usual mix; the mean of all channels where FFmpeg knows none.
    private func mix(_ frame: UnsafeMutablePointer<AVFrame>) -> Int? {
        if let count = mono.convert(frame, into: buffers.bytes(0..<1)) { return count }
        guard let count = channels(of: frame) else { return nil }
        for sample in 0..<count {
            let sum = buffers.planes[1...].reduce(0) { $0 + Int($1[sample]) }
            buffers.planes[0][sample] = Int16(sum / format.channels)
        }
        return count
    }
}
