/// Decodes a stream from its first packet to its last.
///
/// Slow, and always right: what a decoder gives that has seen everything is the truth that
/// seeking is held against, and the only order of frames where timestamps have none.
struct LinearReader: ~Copyable {
    private let demuxer: Demuxer
    private let decoder: Decoder
    private let packet = Packet()
    let picture = Picture()
    private let stream: Int
    private var ordinal = 0
    private var isDraining = false

    init(_ file: OpenFile, stream: Int) throws(MediaError) {
        let demuxer = try Demuxer(file)
        decoder = try Decoder(for: demuxer.stream(stream), file: file.name)
        demuxer.select(stream: stream)
        self.demuxer = demuxer
        self.stream = stream
    }

    /// Decodes the next frame into ``picture`` and returns its ordinal, or `nil` at the end.
    mutating func next() -> Int? {
        while decoder.receive(into: picture) != .frame {
            guard !isDraining else { return nil }
            feed()
        }
        return picture.ordinal
    }

    private mutating func feed() {
        if demuxer.read(stream: stream, into: packet) {
            decoder.send(packet, ordinal: ordinal, isWanted: true)
            ordinal += 1
        } else {
            decoder.sendEnd()
            isDraining = true
        }
    }
}
