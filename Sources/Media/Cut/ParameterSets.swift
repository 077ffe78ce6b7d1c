import CFFmpeg

/// The parameter sets (SPS and PPS) of an H.264 stream.
///
/// Containers store them, and packets likewise, in one of two formats: with lengths (avcC, ISO/IEC
/// 14496-15) or with start codes (ITU-T H.264, Annex B).
///
/// A smart cut mixes packets of two encoders in one stream, and no bitstream filter of FFmpeg does
/// what that takes. None merges the sets of two streams or finds an id that is free.
/// `h264_mp4toannexb` converts one way only and puts sets before each IDR picture, so that copied
/// packets would not stay as they are; the other way is private to muxers. `dump_extra` prepends
/// extradata in its own format, also where a packet has the sets. `extract_extradata` finds sets in
/// packets, not within extradata.
struct ParameterSets: Equatable {
    /// The sequence parameter sets.
    let sequences: [[UInt8]]
    /// The picture parameter sets.
    let pictures: [[UInt8]]
    /// The avcC record that they were in; `nil` for Annex B.
    private let record: [UInt8]?

    /// Parses extradata of either format; `nil` where it holds no parameter sets.
    init?(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return nil }
        if first == 1 { self.init(record: bytes) } else { self.init(stream: bytes) }
        guard !sequences.isEmpty, !pictures.isEmpty else { return nil }
    }

    /// Whether packets have four-byte lengths (avcC) instead of start codes (Annex B).
    var countsLengths: Bool { record != nil }

    /// An id that no parameter set here has, for those of another encoder; `nil` where none can be
    /// added.
    var freeNumber: Int? {
        // An avcC record counts its SPS in five bits and its PPS in eight.
        guard sequences.count < 31, pictures.count < 255 else { return nil }
        let used = Set(sequences.map { Self.number(in: $0.dropFirst(4)) })
            .union(pictures.map { Self.number(in: $0.dropFirst()) })
        return (0..<32).first { !used.contains($0) }
    }

    private static func number(in unit: ArraySlice<UInt8>) -> Int {
        var bits = BitReader(unit)
        return bits.exponential()
    }

    /// How picture order counts are coded; `nil` where they are not in the slice headers.
    var order: POCWraparound? {
        sequences.count == 1 ? POCWraparound(sequence: sequences[0]) : nil
    }

    /// The first slice NAL unit in a packet, and whether it is an IDR picture's.
    func slice(_ packet: [UInt8]) -> (unit: [UInt8], isReset: Bool)? {
        units(of: packet).first { $0[0] & 31 == 5 || $0[0] & 31 == 1 }
            .map { ($0, $0[0] & 31 == 5) }
    }

    /// These sets and those of `other` as extradata, in the format of these.
    func joined(with other: ParameterSets) -> [UInt8] {
        let sequences = sequences + other.sequences
        let pictures = pictures + other.pictures
        guard let record else { return Self.stream(of: sequences + pictures) }
        var bytes = Array(record[..<5]) + [0xE0 | UInt8(sequences.count)]
        for set in sequences { bytes.append(counted: set, lengthBytes: 2) }
        bytes.append(UInt8(pictures.count))
        for set in pictures { bytes.append(counted: set, lengthBytes: 2) }
        return bytes + rest
    }

    /// The sets in the format of packets.
    var bytes: [UInt8] { form(sequences + pictures) }

    /// Whether a packet in the format of these sets carries an SPS.
    func hasHeaders(_ packet: [UInt8]) -> Bool {
        units(of: packet).contains { $0[0] & 31 == 7 }
    }

    /// An Annex B packet converted to the format of these sets, with the sets of `own` before it.
    func packet(_ bytes: [UInt8], headedBy own: ParameterSets?) -> [UInt8] {
        let units = Self.units(in: bytes)
        return form((own.map { $0.sequences + $0.pictures } ?? []) + units)
    }

    private func form(_ units: [[UInt8]]) -> [UInt8] {
        guard countsLengths else { return Self.stream(of: units) }
        var bytes: [UInt8] = []
        for unit in units { bytes.append(counted: unit, lengthBytes: 4) }
        return bytes
    }

    private func units(of packet: [UInt8]) -> [[UInt8]] {
        guard countsLengths else { return Self.units(in: packet) }
        var units: [[UInt8]] = []
        var offset = 0
        while offset + 4 < packet.count {
            let length = packet[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length > 0, offset + 4 + length <= packet.count else { break }
            units.append(Array(packet[offset + 4..<offset + 4 + length]))
            offset += 4 + length
        }
        return units
    }
}

// MARK: - avcC

extension ParameterSets {
    private init?(record bytes: [UInt8]) {
        // Lengths of other than four bytes are legal, but not written in practice.
        guard bytes.count > 6, bytes[4] & 3 == 3 else { return nil }
        var offset = 6
        guard let sequences = Self.sets(Int(bytes[5] & 31), in: bytes, at: &offset),
            offset < bytes.count
        else { return nil }
        offset += 1
        guard let pictures = Self.sets(Int(bytes[offset - 1]), in: bytes, at: &offset) else {
            return nil
        }
        (self.sequences, self.pictures, record) = (sequences, pictures, bytes)
    }

    /// What follows the sets in a record: the fields of the High profiles.
    private var rest: ArraySlice<UInt8> {
        let used = (sequences + pictures).map { $0.count + 2 }.reduce(7, +)
        return record?[min(used, record?.count ?? 0)...] ?? []
    }

    private static func sets(_ count: Int, in bytes: [UInt8], at offset: inout Int) -> [[UInt8]]? {
        var sets: [[UInt8]] = []
        for _ in 0..<count {
            guard offset + 2 <= bytes.count else { return nil }
            let length = Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
            guard offset + 2 + length <= bytes.count else { return nil }
            sets.append(Array(bytes[offset + 2..<offset + 2 + length]))
            offset += 2 + length
        }
        return sets
    }
}

// MARK: - Annex B

extension ParameterSets {
    private init(stream bytes: [UInt8]) {
        let units = Self.units(in: bytes)
        sequences = units.filter { $0[0] & 31 == 7 }
        pictures = units.filter { $0[0] & 31 == 8 }
        record = nil
    }

    private static func stream(of units: [[UInt8]]) -> [UInt8] {
        units.flatMap { [0, 0, 0, 1] + $0 }
    }

    /// The NAL units between start codes, without trailing zeros.
    static func units(in bytes: [UInt8]) -> [[UInt8]] {
        var starts: [Int] = []
        var index = 2
        while index < bytes.count {
            if bytes[index] == 1, bytes[index - 1] == 0, bytes[index - 2] == 0 {
                starts.append(index + 1)
                index += 2
            }
            index += 1
        }
        let ends = starts.dropFirst().map { $0 - 3 } + [bytes.count]
        return zip(starts, ends).map { start, end in
            var unit = bytes[start..<end]
            while unit.last == 0 { unit.removeLast() }
            return Array(unit)
        }.filter { !$0.isEmpty }
    }
}

extension [UInt8] {
    fileprivate mutating func append(counted unit: [UInt8], lengthBytes: Int) {
        for byte in (0..<lengthBytes).reversed() { append(UInt8(unit.count >> (8 * byte) & 255)) }
        append(contentsOf: unit)
    }
}

extension AVCodecParameters {
    /// The parameter sets of an H.264 stream; `nil` for others.
    var parameterSets: ParameterSets? {
        codec_id == AV_CODEC_ID_H264 ? ParameterSets(headers) : nil
    }

    /// The headers that the container has beside the packets.
    var headers: [UInt8] {
        Array(UnsafeBufferPointer(start: extradata, count: Int(extradata_size)))
    }
}

extension ParameterSets {
    /// Prepends the sets to a keyframe's packet that lacks them.
    ///
    /// Muxers add them to IDR pictures only, but open GOPs begin with other pictures.
    func lead(_ packet: borrowing Packet) {
        guard packet.pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 else { return }
        let bytes = packet.bytes
        guard !hasHeaders(bytes) else { return }
        packet.fill(with: self.bytes + bytes, flags: packet.pointer.pointee.flags)
    }
}

extension Packet {
    /// The packet's data.
    var bytes: [UInt8] { withData { Array($0) } }

    /// Replaces the packet's data; the packet is empty where there is no memory for it.
    func fill(with content: [UInt8], flags: CInt) {
        av_packet_unref(pointer)
        guard av_new_packet(pointer, CInt(content.count)) >= 0 else { return }
        pointer.pointee.data.update(from: content, count: content.count)
        pointer.pointee.flags = flags
    }
}
