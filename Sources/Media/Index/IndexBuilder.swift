public import Timeline

/// Scans a file's packets and builds its frame table.
///
/// Works in steps, so that the caller can report progress, publish a partial table and cancel
/// between two steps. Nothing is decoded, unless timestamps cannot tell the display order.
/// Belongs to the thread that made it.
public struct IndexBuilder: ~Copyable {
    private let file: OpenFile
    private let demuxer: Demuxer
    private let packet = Packet()
    private let length: Int64
    private var found: ScannedPackets
    private var furthest: Int64 = 0

    /// Opens `file` for scanning.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - stream: The number of the stream to index; `nil` takes the best one.
    /// - Throws: ``MediaError`` when the file cannot be read as media.
    public init(_ file: OpenFile, stream: Int? = nil) throws(MediaError) {
        let demuxer = try Demuxer(file)
        let info = demuxer.info(of: try demuxer.chooseStream(stream))
        demuxer.select(stream: info.stream)
        found = ScannedPackets(info, losesPackets: demuxer.seekMethod == .byByte)
        length = file.size
        self.file = file
        self.demuxer = demuxer
    }

    /// The information from the file's headers.
    public var info: MediaInfo { found.info }

    /// How much of the file has been scanned, in 0…1.
    public var progress: Double {
        length > 0 ? min(1, Double(furthest) / Double(length)) : 1
    }

    /// How many packets have been scanned.
    public var packetCount: Int { found.packets.count }

    /// Scans up to `limit` more packets; returns `false` once the end has been reached, or as many
    /// packets as a table may have.
    public mutating func scan(atMost limit: Int) -> Bool {
        for _ in 0..<limit {
            guard !found.isFull else { return false }
            let isThere = demuxer.read(stream: info.stream, into: packet)
            let isAtDamage = demuxer.metDamage(before: packet)
            if isAtDamage { markLastAsDamaged() }
            guard isThere else { return false }
            let record = packet.record
            let isSuspect = isAtDamage && !startsAnew(record)
            found.packets.append(isSuspect ? record.markedAsDamaged : record)
            furthest = max(furthest, record.position)
        }
        return true
    }

    /// Adds keyframes from the container's index, ahead of the scan.
    public mutating func expect(_ keyframes: Keyframes) { found.ahead = keyframes.packets }

    /// Whether a packet after damage depends on nothing that was lost.
    ///
    /// Not so where packets are assembled from a byte stream: their middle may be missing.
    private func startsAnew(_ record: PacketRecord) -> Bool {
        record.isKeyframe && !found.losesPackets
    }

    /// Damage that the demuxer finds after a packet may have begun within it.
    private mutating func markLastAsDamaged() {
        if let last = found.packets.popLast() { found.packets.append(last.markedAsDamaged) }
    }

    /// The frames scanned so far and the keyframes ahead; `nil` while the order is unknown.
    public func partialTable() -> FrameTable? { found.partialTable() }

    /// The whole index, once ``scan(atMost:)`` has returned `false`.
    ///
    /// - Parameter isCancelled: Asked between two packets when the file has to be decoded.
    /// - Returns: The index, with at least one frame.
    /// - Throws: ``MediaError/noFrames(file:)``, ``MediaError/cancelled(file:)``, or
    ///   ``MediaError/unsuitable(file:reason:)`` where there are more packets than a table may have.
    public consuming func finish(isCancelled: () -> Bool) throws(MediaError) -> MediaIndex {
        let (found, file) = (found, file)
        // Frees the demuxer first: its own index may be as large as the table.
        _ = consume self
        return try found.index(of: file, isCancelled: isCancelled)
    }
}

extension MediaIndex {
    /// Scans all of `file` at once, for callers that may block.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - stream: The number of the stream; `nil` takes the best one.
    /// - Throws: ``MediaError`` when the file cannot be opened or nothing in it can be shown.
    public init(scanning file: OpenFile, stream: Int? = nil) throws(MediaError) {
        var builder = try IndexBuilder(file, stream: stream)
        while builder.scan(atMost: .max) {}
        self = try builder.finish(isCancelled: { false })
    }
}

/// The packets that a scan has found so far, and the tables made from them.
struct ScannedPackets {
    /// The information from the file's headers.
    let info: MediaInfo
    /// Whether packets can be missing without the container showing it.
    let losesPackets: Bool
    /// The packets in decode order.
    var packets: [PacketRecord] = []
    /// Keyframes from the container's index that the scan has not reached.
    var ahead: [PacketRecord] = []
    private let limit: Int

    init(_ info: MediaInfo, losesPackets: Bool, limit: Int = FrameTable.packetLimit) {
        self.info = info
        self.losesPackets = losesPackets
        self.limit = limit
        packets.reserveCapacity(info.expectedPackets)
    }

    /// Whether there are as many packets as a table may have.
    var isFull: Bool { packets.count >= limit }

    /// The frames scanned so far and the keyframes ahead; `nil` while the order is unknown.
    func partialTable() -> FrameTable? {
        guard info.kind != .image else { return nil }
        let known = ahead.isEmpty ? packets : packets + unscanned
        guard let order = timestampOrder(of: known), !order.isEmpty else { return nil }
        return table(of: marked(known), order, isComplete: false)
    }

    /// The index once all packets are scanned; decodes `file` where timestamps give no order.
    func index(
        of file: OpenFile,
        isCancelled: () -> Bool
    ) throws(MediaError) -> MediaIndex {
        guard !isFull else {
            throw .unsuitable(file: file.name, reason: "it has \(limit) packets or more")
        }
        // Before the order is made: marking needs as much memory, which is free again by then.
        let known = marked(packets)
        let stamped = timestampOrder(of: known)
        let order =
            if let stamped { stamped } else { try decodedOrder(file, isCancelled: isCancelled) }
        guard !order.isEmpty else { throw .noFrames(file: file.name) }
        return MediaIndex(info: info, table: table(of: known, order, isComplete: true))
    }

    private var unscanned: ArraySlice<PacketRecord> {
        guard let last = packets.last(where: \.isKeyframe)?.pts else { return ahead[...] }
        return ahead.drop { ($0.pts ?? last) <= last }
    }

    private func timestampOrder(of packets: [PacketRecord]) -> [Int32]? {
        info.kind == .audio
            ? DisplayOrder.shownOrdinals(of: packets)
            : DisplayOrder.byTimestamp(of: packets)
    }

    private func decodedOrder(
        _ file: OpenFile,
        isCancelled: () -> Bool
    ) throws(MediaError) -> [Int32] {
        var reader = try SequentialDecoder(file, stream: info.stream)
        var order: [Int32] = []
        // Damage may put two pictures into one packet; the packet counts for the first.
        var waits = packets.map { !$0.isDiscarded }
        while let ordinal = reader.next() {
            guard !isCancelled() else { throw .cancelled(file: file.name) }
            guard packets.indices.contains(ordinal), waits[ordinal] else { continue }
            waits[ordinal] = false
            order.append(Int32(ordinal))
        }
        return order
    }

    /// The packets, with those after a loss marked.
    private func marked(_ packets: [PacketRecord]) -> [PacketRecord] {
        losesPackets ? LostPackets.marked(in: packets) : packets
    }

    private func table(
        of known: [PacketRecord],
        _ order: [Int32],
        isComplete: Bool
    ) -> FrameTable {
        FrameTable(
            packets: known,
            order: order,
            timebase: info.timebase,
            step: info.frameRate.ticks(in: info.timebase),
            scanned: packets.count,
            isComplete: isComplete
        )
    }
}

extension MediaInfo {
    /// About how many packets there are, by the container's claims: capacity is reserved for them,
    /// whose memory is not touched until it is used.
    fileprivate var expectedPackets: Int {
        Int(min((containerDuration ?? 0) * frameRate.value * 1.05, 4_000_000))
    }
}
