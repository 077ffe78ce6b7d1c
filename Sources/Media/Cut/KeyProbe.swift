import CFFmpeg
import Timeline

/// What a key is worth as the beginning of what is copied, by trying it.
struct KeyProbe {
    private let file: OpenFile
    private let index: MediaIndex

    init(of file: OpenFile, _ index: MediaIndex) {
        (self.file, self.index) = (file, index)
    }

    /// Whether decoding can really start at a key and end at packet `last`; a key that is hidden is
    /// trusted.
    ///
    /// Some keys only say so: where a picture is refreshed bit by bit, the decoder holds back what
    /// it shows until all of it has come. So the key's own frame is decoded, and must come at once.
    func isSound(_ key: Int, _ last: Int) -> Bool {
        guard index.info.kind == .video, let frame = index.table.frame(ofOrdinal: key) else {
            return true
        }
        guard var reader = try? FrameReader(file, index: index) else { return false }
        let isShown = try? reader.read(frame, .alone) { _, _ in true }
        guard isShown == true, reader.work.backOffs == 0 else { return false }
        return last - key >= Self.delay || resets(key)
    }

    /// As many packets as a decoder can hold back.
    ///
    /// libavcodec keeps those to itself that it still holds at the end, unless a picture that resets
    /// the decoder came before them.
    private static let delay = 16

    private func resets(_ key: Int) -> Bool {
        guard let demuxer = try? Demuxer(file) else { return false }
        let film = demuxer.stream(index.info.stream)
        guard let headers = film.pointee.codecpar.pointee.parameterSets else { return true }
        return packet(key, from: demuxer).flatMap(headers.slice)?.isReset == true
    }

    /// With how many frames from its last keyframe on a run of `count` encoded ones must end before
    /// the key with an ordinal; `nil` where none can.
    func lastRun(_ key: Int, _ count: Int) -> Int? {
        guard let demuxer = try? Demuxer(file) else { return nil }
        let film = demuxer.stream(index.info.stream)
        let rate = index.info.frameRate
        guard let encoder = try? H264Encoder(like: film, rate: rate, file: file.name) else {
            return nil
        }
        return packet(key, from: demuxer).flatMap { encoder.lastRun(before: $0, count: count) }
    }

    private func packet(_ key: Int, from demuxer: consuming Demuxer) -> [UInt8]? {
        var source = PacketSource(demuxer, of: file, stream: index.info.stream)
        var plan = SeekPlan(to: key, in: index.table, method: source.method)
        while let attempt = plan.attempt, attempt.key == key || attempt.address == .beginning {
            if (try? source.land(attempt, in: index.table)) == true {
                return attempt.key == key ? source.packet.bytes : nil
            }
            plan.fail(.missedKey, in: index.table)
        }
        return nil
    }
}
