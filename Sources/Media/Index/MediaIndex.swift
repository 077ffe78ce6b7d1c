public import Timeline

/// The index of a scanned file: its headers' information and its frame table.
public struct MediaIndex: Sendable {
    /// The information from the file's headers.
    public let info: MediaInfo
    /// The frames.
    public let table: FrameTable
    /// Where a scan goes on once the file has grown; `nil` where it begins at the first byte.
    public let resume: ResumePoint?

    /// Creates an index.
    public init(info: MediaInfo, table: FrameTable, resume: ResumePoint? = nil) {
        self.info = info
        self.table = table
        self.resume = resume
    }
}

extension MediaIndex {
    /// Decodes `file` once from its first packet to its last, without a seek: the reference that
    /// seeking is compared with.
    ///
    /// - Parameters:
    ///   - file: The file that was indexed.
    ///   - visit: Called with each picture in display order and the ordinal of its packet. The
    ///     picture is valid during the call.
    /// - Throws: ``MediaError`` when there is nothing to decode, or nothing to decode it with.
    public func decodeAll(
        of file: OpenFile,
        visit: (_ ordinal: Int, _ picture: borrowing Picture) -> Void
    ) throws(MediaError) {
        guard info.kind != .audio else { throw .noPictures(file: file.name) }
        var reader = try SequentialDecoder(file, stream: info.stream)
        while let ordinal = reader.next(), !file.hasFailed { visit(ordinal, reader.picture) }
        try file.checkReads()
    }
}

/// Decodes a stream from its first packet to its last, without a seek.
///
/// Slow and always right: its output is the reference for seeking, and the only source of the
/// display order where timestamps give none.
struct SequentialDecoder: ~Copyable {
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
            decoder.send(packet, ordinal: ordinal, isWanted: packet.field != .unused)
            ordinal += 1
        } else {
            decoder.sendEnd()
            isDraining = true
        }
    }
}
