import Timeline

/// What a scan has found so far, and the tables that it makes.
struct ScannedPackets {
    /// What the file says about itself.
    let info: MediaInfo
    /// Whether the container can lose packets without a word.
    let losesPackets: Bool
    /// The packets in decode order.
    var packets: [PacketRecord] = []
    /// Keyframes that are known before the scan comes to them.
    var ahead: [PacketRecord] = []

    init(_ info: MediaInfo, losesPackets: Bool) {
        self.info = info
        self.losesPackets = losesPackets
        packets.reserveCapacity(info.expectedPackets)
    }

    /// The frames scanned so far and the keyframes ahead, or `nil` while nothing can be said.
    func partialTable() -> FrameTable? {
        guard info.kind != .image else { return nil }
        let known = ahead.isEmpty ? packets : packets + unscanned
        guard let order = timestampOrder(of: known), !order.isEmpty else { return nil }
        return table(of: marked(known), order, isComplete: false)
    }

    /// The index once all packets have been scanned; decodes `file` where times tell no order.
    func index(
        of file: OpenFile,
        isCancelled: () -> Bool
    ) throws(MediaError) -> MediaIndex {
        // Before there is an order: looking for losses takes as much room, and gives it back.
        let known = marked(packets)
        let stamped = timestampOrder(of: known)
        let order =
            if let stamped { stamped } else { try decodedOrder(file, isCancelled: isCancelled) }
        guard !order.isEmpty else { throw .noFrames(file: file.name) }
        return MediaIndex(info: info, table: table(of: known, order, isComplete: true))
    }

    private var unscanned: ArraySlice<PacketRecord> {
        guard let last = packets.last(where: \.isKey)?.pts else { return ahead[...] }
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
        var reader = try LinearReader(file, stream: info.stream)
        var order: [Int32] = []
        // Damage may put two pictures into one packet; the packet stands for the first.
        var waits = packets.map { !$0.isDiscarded }
        while let ordinal = reader.next() {
            guard !isCancelled() else { throw .cancelled(file: file.name) }
            guard packets.indices.contains(ordinal), waits[ordinal] else { continue }
            waits[ordinal] = false
            order.append(Int32(ordinal))
        }
        return order
    }

    /// The packets with those behind a loss marked.
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
    /// About how many packets there are, if the container is to be trusted: room is reserved for
    /// them, which costs nothing until it is filled.
    fileprivate var expectedPackets: Int {
        Int(min((containerDuration ?? 0) * frameRate.value * 1.05, 4_000_000))
    }
}
