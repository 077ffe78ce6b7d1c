import Timeline

/// Reads packets that a scan has found once more, for the display order that their headers tell.
///
/// Works in steps, as the scan does. Belongs to the thread that made it.
struct HeaderPass: ~Copyable {
    /// How far it has come.
    enum Outcome {
        /// There are more packets.
        case reading
        /// All packets are read; what is found next can be taken as it comes.
        case caughtUp(DisplayOrderFromHeaders)
        /// Headers do not tell the order, or packets are not what they were.
        case impossible
    }

    private let demuxer: Demuxer
    private let stream: Int
    private let packet = Packet()
    private var coded: DisplayOrderFromHeaders?
    /// How many packets have been read.
    private(set) var count = 0

    /// Opens a file of which a stream is scanned.
    init(over file: OpenFile, stream: Int) throws(MediaError) {
        demuxer = try Demuxer(file)
        self.stream = stream
        coded = DisplayOrderFromHeaders(of: stream, in: demuxer)
        demuxer.select(stream: stream)
    }

    /// Reads up to `limit` of the packets that are known.
    mutating func advance(over packets: PacketList, atMost limit: Int) -> Outcome {
        for record in packets[count...].prefix(limit) {
            guard coded?.isKnown == true, demuxer.read(stream: stream, into: packet) else {
                return .impossible
            }
            coded?.take(packet, record)
            count += 1
        }
        guard let coded else { return .impossible }
        return count < packets.count ? .reading : .caughtUp(coded)
    }
}
