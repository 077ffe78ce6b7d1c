public import Timeline

/// Scans a file's packets and makes its frame table.
///
/// Works in steps, so that its owner can report progress, publish what is there so far and
/// give up between two of them. Nothing is decoded, unless timestamps cannot tell the order
/// in which frames are shown. Belongs to the thread that made it.
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

    /// What the file says about itself.
    public var info: MediaInfo { found.info }

    /// How much of the file has been scanned, in 0…1.
    public var progress: Double {
        length > 0 ? min(1, Double(furthest) / Double(length)) : 1
    }

    /// How many packets have been scanned.
    public var packetCount: Int { found.packets.count }

    /// Scans up to `limit` more packets; returns `false` once the end has been reached.
    public mutating func scan(atMost limit: Int) -> Bool {
        for _ in 0..<limit {
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

    /// Takes keyframes that are known before the scan comes to them.
    public mutating func expect(_ keyframes: Keyframes) { found.ahead = keyframes.packets }

    /// Whether a packet behind damage needs nothing of what was lost.
    ///
    /// Not so where packets are put together from a stream of bytes: they may lack their middle.
    private func startsAnew(_ record: PacketRecord) -> Bool {
        record.isKey && !found.losesPackets
    }

    /// Damage that the demuxer meets behind a packet may have begun within it.
    private mutating func markLastAsDamaged() {
        if let last = found.packets.popLast() { found.packets.append(last.markedAsDamaged) }
    }

    /// The frames scanned so far and the keyframes ahead, or `nil` while nothing can be said.
    public func partialTable() -> FrameTable? { found.partialTable() }

    /// The whole index, once ``scan(atMost:)`` has returned `false`.
    ///
    /// - Parameter isCancelled: Asked between two packets when the file has to be decoded.
    /// - Returns: The index, with at least one frame.
    /// - Throws: ``MediaError/noFrames(file:)`` or ``MediaError/cancelled(file:)``.
    public consuming func finish(isCancelled: () -> Bool) throws(MediaError) -> MediaIndex {
        let (found, file) = (found, file)
        // Some demuxers keep an index of their own that is as large as the table.
        _ = consume self
        return try found.index(of: file, isCancelled: isCancelled)
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
