import Timeline

/// The packets of a stream, from any key on.
struct PacketSource: ~Copyable {
    /// Packets that were read.
    private(set) var read = 0
    /// Times the demuxer was sent to another place.
    private(set) var seeks = 0
    /// The packet that was read last.
    let packet = Packet()
    /// How the container is best sought.
    let method: SeekPlan.Method

    private let file: OpenFile
    private let stream: Int
    private var demuxer: Demuxer

    /// Takes over a demuxer of `file`.
    init(_ demuxer: consuming Demuxer, of file: OpenFile, stream: Int) {
        demuxer.select(stream: stream)
        method = demuxer.seekMethod
        (self.file, self.stream) = (file, stream)
        self.demuxer = demuxer
    }

    /// Reads the next packet; `false` at the end or where reading fails.
    mutating func next() -> Bool {
        read += 1
        return demuxer.read(stream: stream, into: packet)
    }

    /// Seeks, and reads up to the key; returns whether it was read last then.
    mutating func land(
        _ attempt: SeekPlan.Attempt,
        in table: FrameTable
    ) throws(MediaError) -> Bool {
        seeks += 1
        guard var ordinal = try firstOrdinal(after: attempt, in: table) else { return false }
        while ordinal < attempt.key {
            guard attempt.key < table.scanned, next() else { return false }
            ordinal += 1
        }
        return ordinal == attempt.key
    }

    /// Goes to the address and reads until a packet is recognised; returns its ordinal.
    private mutating func firstOrdinal(
        after attempt: SeekPlan.Attempt,
        in table: FrameTable
    ) throws(MediaError) -> Int? {
        guard attempt.address != .beginning else {
            demuxer = try Demuxer(file)
            demuxer.select(stream: stream)
            return next() ? 0 : nil
        }
        guard demuxer.seek(to: attempt.address, stream: stream) else { return nil }
        // A byte seek may begin with the tail of a packet that the index does not know.
        for _ in 0..<32 {
            guard next() else { return nil }
            if let ordinal = table.ordinal(of: packet.record, soughtKey: attempt.key) {
                return ordinal
            }
        }
        return nil
    }
}
