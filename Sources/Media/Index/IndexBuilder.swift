public import Timeline

/// Scans a file's packets and makes its frame table.
///
/// Works in steps, so that its owner can report progress, publish what is there so far and
/// give up between two of them. Nothing is decoded, unless timestamps cannot tell the order
/// in which frames are shown. Belongs to the thread that made it.
public struct IndexBuilder: ~Copyable {
    /// What the file says about itself.
    public let info: MediaInfo
    private let file: OpenFile
    private let demuxer: Demuxer
    private let packet = Packet()
    private let length: Int64
    private var packets: [PacketRecord] = []
    private var furthest: Int64 = 0

    /// Opens `file` for scanning.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - stream: The number of the stream to index; `nil` takes the best one.
    /// - Throws: ``MediaError`` when the file cannot be read as media.
    public init(_ file: OpenFile, stream: Int? = nil) throws(MediaError) {
        let demuxer = try Demuxer(file)
        info = demuxer.info(of: try demuxer.chooseStream(stream))
        demuxer.select(stream: info.stream)
        length = file.size
        self.file = file
        self.demuxer = demuxer
    }

    /// How much of the file has been scanned, in 0…1.
    public var progress: Double {
        length > 0 ? min(1, Double(furthest) / Double(length)) : 1
    }

    /// How many packets have been scanned.
    public var packetCount: Int { packets.count }

    /// Scans up to `limit` more packets; returns `false` once the end has been reached.
    public mutating func scan(atMost limit: Int) -> Bool {
        for _ in 0..<limit {
            let isThere = demuxer.read(stream: info.stream, into: packet)
            let isAtDamage = demuxer.metDamage(before: packet)
            if isAtDamage { markLastAsDamaged() }
            guard isThere else { return false }
            let record = packet.record
            packets.append(isAtDamage && !startsAnew(record) ? record.markedAsDamaged : record)
            furthest = max(furthest, record.position)
        }
        return true
    }

    /// Whether a packet behind damage needs nothing of what was lost.
    ///
    /// Not so where packets are put together from a stream of bytes: they may lack their middle.
    private func startsAnew(_ record: PacketRecord) -> Bool {
        record.isKey && demuxer.seekMethod == .byTime
    }

    /// Damage that the demuxer meets behind a packet may have begun within it.
    private mutating func markLastAsDamaged() {
        if let last = packets.popLast() { packets.append(last.markedAsDamaged) }
    }

    /// The frames scanned so far, or `nil` while nothing can be said of them.
    public func partialTable() -> FrameTable? {
        guard info.kind != .image, let order = orderByTimestamp, !order.isEmpty else { return nil }
        return table(order, isComplete: false)
    }

    /// The whole index, once ``scan(atMost:)`` has returned `false`.
    ///
    /// - Parameter isCancelled: Asked between two packets when the file has to be decoded.
    /// - Returns: The index, with at least one frame.
    /// - Throws: ``MediaError/noFrames(file:)`` or ``MediaError/cancelled(file:)``.
    public func finish(isCancelled: () -> Bool) throws(MediaError) -> MediaIndex {
        let stamped = orderByTimestamp
        let order = if let stamped { stamped } else { try decodedOrder(isCancelled: isCancelled) }
        guard !order.isEmpty else { throw .noFrames(file: file.name) }
        return MediaIndex(info: info, table: table(order, isComplete: true))
    }

    private var orderByTimestamp: [Int32]? {
        info.kind == .audio
            ? DisplayOrder.shownOrdinals(of: packets)
            : DisplayOrder.byTimestamp(of: packets)
    }

    private func decodedOrder(isCancelled: () -> Bool) throws(MediaError) -> [Int32] {
        var reader = try LinearReader(file, stream: info.stream)
        var order: [Int32] = []
        while let ordinal = reader.next() {
            guard !isCancelled() else { throw .cancelled(file: file.name) }
            guard packets.indices.contains(ordinal), !packets[ordinal].isDiscarded else { continue }
            order.append(Int32(ordinal))
        }
        return order
    }

    private func table(_ order: [Int32], isComplete: Bool) -> FrameTable {
        FrameTable(
            packets: demuxer.seekMethod == .byByte ? LostPackets.marked(in: packets) : packets,
            order: order,
            timebase: info.timebase,
            step: info.frameRate.ticks(in: info.timebase),
            isComplete: isComplete
        )
    }
}

extension MediaIndex {
    /// Scans all of `file` at once, for callers that can wait.
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
