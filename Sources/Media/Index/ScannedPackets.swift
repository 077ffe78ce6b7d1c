import Timeline

/// The packets that a scan has found so far, and the tables made from them.
struct ScannedPackets {
    /// The information from the file's headers.
    var info: MediaInfo
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
    ///
    /// A later scan can leave out what is `skippable`.
    func index(
        of file: OpenFile,
        _ skippable: Range<Int64>?,
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
        let resume = ResumePoint(skipping: skippable, of: file, packets, marked: known)
        let table = table(of: known, order, isComplete: true)
        return MediaIndex(info: info, table: table, resume: resume)
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
