import Timeline

/// The packets that a scan has found so far, and the tables made from them.
struct ScannedPackets {
    /// The information from the file's headers.
    var info: MediaInfo
    /// Whether packets can be missing without the container showing it.
    let losesPackets: Bool
    /// The packets in decode order.
    var packets = PacketList()
    /// Keyframes from the container's index that the scan has not reached.
    var ahead: [PacketRecord] = []
    /// What the headers tell of the order; `nil` where it is not followed.
    var coded: DisplayOrderFromHeaders?
    /// Whether a timestamp is missing or steps back, so that they do not tell the order.
    private(set) var hasTimeFault = false
    private var newestDTS = Timestamp(.min)
    private let limit: Int

    init(_ info: MediaInfo, losesPackets: Bool, limit: Int = FrameTable.packetLimit) {
        self.info = info
        self.losesPackets = losesPackets
        self.limit = limit
    }

    /// Adds the packet that was read last.
    mutating func append(_ record: PacketRecord, of packet: borrowing Packet) {
        packets.append(record)
        coded?.take(packet, record)
        let isMissing = record.pts == nil && !record.isDiscarded
        if isMissing || record.isUnpaired || record.dts ?? newestDTS < newestDTS {
            hasTimeFault = true
        }
        newestDTS = record.dts ?? newestDTS
    }

    /// Whether there are as many packets as a table may have.
    var isFull: Bool { packets.count >= limit }

    /// The frames scanned so far and the keyframes ahead; `nil` while the order is unknown.
    func partialTable() -> FrameTable? {
        guard info.kind != .image else { return nil }
        return timedTable?.extended(by: ahead.filter { $0.pts == nil })
    }

    /// The same without the keyframes ahead of which nothing tells when they are shown.
    private var timedTable: FrameTable? {
        let known = packets.appending(ahead.isEmpty ? [] : unscanned)
        if let order = timestampOrder(of: known) {
            // Between keyframes ahead there are gaps, which are no losses.
            let ahead = known[packets.count...]
            let marked = marked(packets).appending(ahead)
            return order.isEmpty ? nil : table(of: marked, order, isComplete: false)
        }
        guard let coded, let order = coded.order, !order.isEmpty else { return nil }
        return table(of: marked(packets), order, fixed: coded.settled, isComplete: false)
    }

    /// The index once all packets are scanned; decodes `file` where nothing else gives the order.
    ///
    /// A later scan can leave out what is `skippable`.
    func index(
        of file: OpenFile,
        _ skippable: Range<Int64>?,
        decoding: (WholeDecode) -> Void,
        isCancelled: () -> Bool
    ) throws(MediaError) -> MediaIndex {
        guard !isFull else {
            throw .unsuitable(file: file.name, reason: "it has \(limit) packets or more")
        }
        // Before the order is made: marking needs as much memory, which is free again by then.
        let known = marked(packets)
        let stamped = timestampOrder(of: known)
        let order = if let stamped { stamped } else { try order(in: file, decoding, isCancelled) }
        guard !order.isEmpty else { throw .noFrames(file: file.name) }
        let resume = ResumePoint(skipping: skippable, of: file, packets, marked: known)
        let table = table(of: known, order, isComplete: true)
        return MediaIndex(info: info, table: table, resume: resume)
    }

    private var unscanned: [PacketRecord] {
        let ahead = ahead.filter { $0.pts != nil }
        guard let last = packets.last(where: \.isKeyframe)?.pts else { return ahead }
        return Array(ahead.drop { ($0.pts ?? last) <= last })
    }

    private func timestampOrder(of packets: PacketList) -> [Int32]? {
        info.kind == .audio
            ? DisplayOrder.shownOrdinals(of: packets)
            : DisplayOrder.byTimestamp(of: packets)
    }

    /// The order of a file whose timestamps give none.
    private func order(
        in file: OpenFile,
        _ decoding: (WholeDecode) -> Void,
        _ isCancelled: () -> Bool
    ) throws(MediaError) -> [Int32] {
        if let order = try codedOrder(file, isCancelled) { return order }
        return try decodedOrder(file, decoding, isCancelled)
    }

    /// The order that the pictures' headers give; `nil` where they give none.
    func codedOrder(_ file: OpenFile, _ isCancelled: () -> Bool) throws(MediaError) -> [Int32]? {
        if let coded { return coded.finalOrder }
        return try DisplayOrderFromHeaders.reading(
            file,
            packets,
            stream: info.stream,
            isCancelled: isCancelled
        )
    }

    /// The order in which a decoder shows the pictures.
    func decodedOrder(
        _ file: OpenFile,
        _ decoding: (WholeDecode) -> Void = { _ in },
        _ isCancelled: () -> Bool
    ) throws(MediaError) -> [Int32] {
        var reader = try SequentialDecoder(file, stream: info.stream)
        let fault = DisplayOrder.fault(of: packets)
        var order: [Int32] = []
        decoding(WholeDecode(fault, progress: 0))
        // Damage may put two pictures into one packet; the packet counts for the first.
        var waits = packets.map { !$0.isDiscarded }
        while let ordinal = reader.next() {
            guard !isCancelled() else { throw .cancelled(file: file.name) }
            guard packets.indices.contains(ordinal), waits[ordinal] else { continue }
            waits[ordinal] = false
            order.append(Int32(ordinal))
            let share = Double(order.count) / Double(packets.count)
            decoding(WholeDecode(fault, progress: share))
        }
        return order
    }

    /// The packets, with those after a loss marked.
    private func marked(_ packets: PacketList) -> PacketList {
        losesPackets ? LostPackets.marked(in: packets) : packets
    }

    private func table(
        of known: PacketList,
        _ order: [Int32],
        fixed: Int? = nil,
        isComplete: Bool
    ) -> FrameTable {
        FrameTable(
            packets: known,
            order: order,
            timebase: info.timebase,
            step: info.frameRate.ticks(in: info.timebase),
            scanned: packets.count,
            fixed: fixed,
            isComplete: isComplete
        )
    }
}
