extension FrameTable {
    /// The ordinal of a packet that was read after a seek to `key`, or `nil` when unknown.
    ///
    /// After a byte seek a packet's timestamps, position or size may each differ from the
    /// scan's, so the key itself is accepted on little, anything else only on a full match,
    /// then on position and size, then on a decoding time and size that occur once.
    public func ordinal(of packet: PacketRecord, soughtKey key: Int) -> Int? {
        if looksLikeKey(packet, packets[key]) { return key }
        if let exact = packets.firstIndex(where: { $0.hasSameIdentity(as: packet) }) {
            return exact
        }
        if packet.position >= 0,
            let placed = packets.firstIndex(where: {
                $0.position == packet.position && $0.size == packet.size
            })
        {
            return placed
        }
        return uniqueOrdinal { $0.dts == packet.dts && $0.size == packet.size && $0.dts != nil }
    }

    /// Whether `packet` is the sought key: at its place, or of its size where places are unknown.
    ///
    /// A byte seek may glue a start code to a packet or cut one off, hence the 8 bytes.
    private func looksLikeKey(_ packet: PacketRecord, _ key: PacketRecord) -> Bool {
        guard packet.isKey else { return false }
        if packet.position >= 0, key.position >= 0 { return packet.position == key.position }
        return abs(packet.size - key.size) <= 8
    }

    private func uniqueOrdinal(where matches: (PacketRecord) -> Bool) -> Int? {
        guard let first = packets.firstIndex(where: matches),
            packets[(first + 1)...].firstIndex(where: matches) == nil
        else { return nil }
        return first
    }
}

extension PacketRecord {
    fileprivate func hasSameIdentity(as other: PacketRecord) -> Bool {
        position == other.position && dts == other.dts && pts == other.pts && size == other.size
    }
}
