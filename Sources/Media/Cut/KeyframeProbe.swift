import CFFmpeg
import Timeline

/// Tests by decoding whether copied packets can begin at a keyframe.
struct KeyframeProbe {
    private let file: OpenFile
    private let index: MediaIndex

    init(of file: OpenFile, _ index: MediaIndex) {
        (self.file, self.index) = (file, index)
    }

    /// Whether decoding can start at a keyframe and end at packet `last`; hidden keyframes pass
    /// without a test.
    ///
    /// Some packets are only flagged as keyframes: with gradual intra refresh, the decoder outputs
    /// nothing until the refresh is complete. So the keyframe's own frame must be output without a
    /// second seek.
    func isSound(_ key: Int, _ last: Int) -> Bool {
        guard index.info.kind == .video, let frame = index.table.frame(ofOrdinal: key) else {
            return true
        }
        guard var reader = try? FrameReader(file, index: index) else { return false }
        let isShown = try? reader.read(frame, .alone) { _, _ in true }
        guard isShown == true, reader.counts.backOffs == 0 else { return false }
        return last - key >= Self.delay || resets(key)
    }

    /// The longest delay of a decoder's output, in packets.
    ///
    /// At the end of the stream, libavcodec drops the frames that it still holds, unless an IDR
    /// picture came before them.
    private static let delay = 16

    private func resets(_ key: Int) -> Bool {
        guard let demuxer = try? Demuxer.opened(file, indexedAs: index.info) else { return false }
        let stream = demuxer.stream(index.info.stream)
        guard let headers = stream.pointee.codecpar.pointee.parameterSets else { return true }
        return packet(key, from: demuxer).flatMap(headers.slice)?.isReset == true
    }

    /// The length of the last GOP among `count` encoded frames, so that the keyframe with ordinal
    /// `key` can follow them; `nil` where no length is possible.
    func lastGOPLength(_ key: Int, _ count: Int) -> Int? {
        guard let demuxer = try? Demuxer.opened(file, indexedAs: index.info) else { return nil }
        let stream = demuxer.stream(index.info.stream)
        let rate = index.info.frameRate
        guard let encoder = try? H264Encoder(like: stream, rate: rate, file: file.name) else {
            return nil
        }
        return packet(key, from: demuxer).flatMap { packet in
            encoder.lastGOPLength(before: packet, count: count)
        }
    }

    private func packet(_ key: Int, from demuxer: consuming Demuxer) -> [UInt8]? {
        var source = PacketSource(demuxer, of: file, stream: index.info.stream)
        var plan = SeekPlan(to: key, in: index.table, method: source.method)
        while let attempt = plan.attempt, attempt.key == key || attempt.address == .beginning {
            if (try? source.land(attempt, in: index.table)) == true {
                return attempt.key == key ? source.packet.bytes : nil
            }
            plan.fail(.missedKeyframe, in: index.table)
        }
        return nil
    }
}
