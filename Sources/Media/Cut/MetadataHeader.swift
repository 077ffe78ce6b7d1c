import CFFmpeg

/// What libavformat takes off the packets of metadata in a transport stream (stream type 0x15).
///
/// It takes the first five bytes of each for the header of an access unit (ISO/IEC 13818-1, 2.12.4),
/// which timed ID3 does not have, and its muxer writes none. So a copy needs them from the file.
enum MetadataHeader {
    private static let length = 5
    /// The length of a transport packet, and what may stand before it in other files (192, 204).
    private static let packetLength = 188
    private static let leads = [0, 4, 16]

    /// The bytes that are missing before `data`, whose transport packet, or what stands before
    /// that, begins `piece`.
    static func missing(
        before data: UnsafeBufferPointer<UInt8>,
        in piece: [UInt8]
    ) -> ArraySlice<UInt8>? {
        guard let payload = leads.lazy.compactMap({ payload(of: piece.dropFirst($0)) }).first,
            payload.count > length
        else { return nil }
        let header = payload.prefix(length)
        let rest = payload.dropFirst(length)
        return rest.starts(with: data.prefix(rest.count)) ? header : nil
    }

    /// Whether libavformat takes it off the packets of a stream, by the first in the file.
    static func isTaken(
        off stream: Int,
        of file: OpenFile,
        _ info: MediaInfo
    ) throws(MediaError) -> Bool {
        let demuxer = try Demuxer.opened(file, indexedAs: info)
        let packet = Packet()
        return demuxer.read(stream: stream, into: packet) && packet.header(in: file) != nil
    }

    /// How much of a file is needed to find what is missing.
    fileprivate static var pieceLength: Int { leads.reduce(0, max) + packetLength }

    /// What a transport packet has of the PES packet that begins in it, without that one's header.
    private static func payload(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let packet = Array(bytes.prefix(packetLength))
        guard packet.count == packetLength, packet[0] == 0x47, packet[1] & 0x40 != 0 else {
            return nil
        }
        let start = packet[3] & 0x20 == 0 ? 4 : 5 + Int(packet[4])
        let unit = packet.dropFirst(start)
        guard unit.count >= 9, unit.starts(with: [0, 0, 1]) else { return nil }
        return unit.dropFirst(9 + Int(unit[unit.startIndex + 8]))
    }
}

extension Packet {
    /// Puts back what libavformat took off the packet as it read it from `file`.
    func restoreHeader(from file: OpenFile) {
        if let header = header(in: file) { prepend(header) }
    }

    /// What libavformat took off the packet.
    fileprivate func header(in file: OpenFile) -> ArraySlice<UInt8>? {
        let start = Int(pointer.pointee.pos)
        guard start >= 0, start < Int.max >> 1 else { return nil }
        let piece = file.bytes(in: start..<start + MetadataHeader.pieceLength)
        return withData { MetadataHeader.missing(before: $0, in: piece) }
    }

    private func prepend(_ bytes: ArraySlice<UInt8>) {
        let (length, count) = (Int(pointer.pointee.size), bytes.count)
        guard av_packet_make_writable(pointer) >= 0, av_grow_packet(pointer, CInt(count)) >= 0,
            let data = pointer.pointee.data
        else { return }
        memmove(data + count, data, length)
        for (place, byte) in bytes.enumerated() { data[place] = byte }
    }
}
