public import Timeline

/// Scans a file's packets and builds its frame table.
///
/// Works in steps, so that the caller can report progress, publish a partial table and cancel
/// between two steps. Nothing is decoded, unless timestamps cannot tell the display order.
/// Belongs to the thread that made it.
public struct IndexBuilder: ~Copyable {
    let file: OpenFile
    var demuxer: Demuxer
    private let packet = Packet()
    private let length: Int64
    var found: ScannedPackets
    private var furthest: Int64 = 0
    /// Whether the pictures' headers are read where timestamps turn out not to tell the order.
    var readsHeaders: Bool
    /// The packets so far, which are read again for their headers.
    private var headerPass: HeaderPass?
    /// What this scan has left out, as an earlier one has found what is there.
    var passed: Range<Int64>?
    /// How many packets have been read, those of an attempt to go on included.
    public private(set) var packetsRead = 0

    /// Opens `file` for scanning, and reads up to what is new where there is an earlier index of it.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - stream: The number of the stream to index; `nil` takes the best one.
    ///   - earlier: What the file may have grown from; where it has not, all of it is scanned.
    /// - Throws: ``MediaError`` when the file cannot be read as media.
    public init(
        _ file: OpenFile,
        stream: Int? = nil,
        after earlier: MediaIndex? = nil
    ) throws(MediaError) {
        var read = 0
        if let earlier,
            let resumed = Self.resumed(file, stream: stream, after: earlier, read: &read)
        {
            self = resumed
            return
        }
        try self.init(file, stream: stream, padding: nil)
        packetsRead = read
    }

    /// Opens `file`, but for padding in it.
    init(_ file: OpenFile, stream: Int?, padding: PaddingElement?) throws(MediaError) {
        var demuxer = try Demuxer(file, padding: padding)
        let info = demuxer.info(of: try demuxer.chooseStream(stream))
        demuxer.select(stream: info.stream)
        found = ScannedPackets(info, losesPackets: demuxer.seekMethod == .byByte)
        readsHeaders = demuxer.mayLackTimes
        if file.isRemote, let header = demuxer.header(of: file, stream: info.stream) {
            demuxer = header
        }
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

    /// How many packets are known, from the first.
    public var packetCount: Int { found.packets.count }

    /// Scans up to `limit` more packets; returns `false` once the end has been reached, or as many
    /// packets as a table may have.
    public mutating func scan(atMost limit: Int) -> Bool {
        // Many times as many, so that the order is soon known of what is scanned.
        defer { readHeaders(atMost: limit > .max / 8 ? .max : 8 * limit) }
        for _ in 0..<limit {
            guard !found.isFull else { return false }
            let isThere = demuxer.read(stream: info.stream, into: packet)
            let isAtDamage = demuxer.metDamage(before: packet)
            if isAtDamage { markLastAsDamaged() }
            guard isThere else { return false }
            packetsRead += 1
            let record = packet.record
            let isSuspect = isAtDamage && !startsAnew(record)
            found.append(isSuspect ? record.markedAsDamaged : record, of: packet)
            furthest = max(furthest, record.position)
        }
        return true
    }

    /// Reads the headers of up to `limit` packets that are known, once timestamps turn out not to
    /// tell the order, until it has come to where the scan stands.
    ///
    /// Most files never need it, and it takes as long as all the rest.
    private mutating func readHeaders(atMost limit: Int) {
        if readsHeaders, found.hasTimeFault {
            readsHeaders = false
            headerPass = try? HeaderPass(over: file, stream: info.stream)
        }
        guard let outcome = headerPass?.advance(over: found.packets, atMost: limit) else { return }
        switch outcome {
        case .reading: break
        case .caughtUp(let coded):
            packetsRead += headerPass?.count ?? 0
            found.coded = coded
            headerPass = nil
        case .impossible: headerPass = nil
        }
    }

    /// Has the next packets come from a byte; `false` where that cannot be.
    func seek(to byte: Int64) -> Bool { demuxer.seek(to: .byte(byte), stream: info.stream) }

    /// Adds keyframes from the container's index, ahead of the scan.
    public mutating func expect(_ keyframes: ContainerKeyframes) { expect(keyframes.packets) }

    /// Adds keyframes that were found ahead of the scan, in decode order.
    mutating func expect(_ keyframes: [PacketRecord]) { found.ahead = keyframes }

    /// Whether a packet after damage depends on nothing that was lost.
    ///
    /// Not so where packets are assembled from a byte stream: their middle may be missing.
    private func startsAnew(_ record: PacketRecord) -> Bool {
        record.isKeyframe && !found.losesPackets
    }

    /// Damage that the demuxer finds after a packet may have begun within it.
    private mutating func markLastAsDamaged() {
        if let last = found.packets.popLast() { found.packets.append(last.markedAsDamaged) }
        found.coded?.noteDamage()
    }

    /// The frames scanned so far and the keyframes ahead; `nil` while the order is unknown.
    public func partialTable() -> FrameTable? { found.partialTable() }

    /// The whole index, once ``scan(atMost:)`` has returned `false`.
    ///
    /// - Parameters:
    ///   - decoding: Called before each frame where the file has to be decoded.
    ///   - isCancelled: Asked between two packets where the file has to be read again.
    /// - Returns: The index, with at least one frame.
    /// - Throws: ``MediaError/noFrames(file:)``, ``MediaError/cancelled(file:)``, or
    ///   ``MediaError/unsuitable(file:reason:)`` where there are more packets than a table may have.
    public consuming func finish(
        decoding: (WholeDecode) -> Void = { _ in },
        isCancelled: () -> Bool
    ) throws(MediaError) -> MediaIndex {
        let (found, file, skippable) = (found, file, skippable())
        // Frees the demuxer first: its own index may be as large as the table.
        _ = consume self
        try file.checkReads()
        let index = try found.index(
            of: file,
            skippable,
            decoding: decoding,
            isCancelled: isCancelled
        ).measured(in: file)
        try file.checkReads()
        return index
    }
}

extension MediaIndex {
    /// Scans all of `file` at once, for callers that may block.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - stream: The number of the stream; `nil` takes the best one.
    ///   - earlier: What the file may have grown from; what it has in common is not read again.
    /// - Throws: ``MediaError`` when the file cannot be opened or nothing in it can be shown.
    public init(
        scanning file: OpenFile,
        stream: Int? = nil,
        after earlier: MediaIndex? = nil
    ) throws(MediaError) {
        var builder = try IndexBuilder(file, stream: stream, after: earlier)
        while builder.scan(atMost: .max) {}
        self = try builder.finish(isCancelled: { false })
    }
}
