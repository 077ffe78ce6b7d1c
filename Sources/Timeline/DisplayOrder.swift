/// The ordinals of the frames that are shown, in the order they are shown.
public enum DisplayOrder {
    /// The order that presentation timestamps give, or `nil` when they cannot give one.
    ///
    /// Timestamps decide only when every shown packet has one and no two are equal.
    /// Otherwise the decoder must be asked (raw streams, AVI, joined transport streams).
    public static func byTimestamp(of packets: [PacketRecord]) -> [Int32]? {
        var order = shownOrdinals(of: packets)
        guard decodesInOrder(packets), order.allSatisfy({ packets[Int($0)].pts != nil }) else {
            return nil
        }
        order.sortNearlySorted { pts(packets, $0) < pts(packets, $1) }
        let isUnique = zip(order, order.dropFirst()).allSatisfy {
            pts(packets, $0) != pts(packets, $1)
        }
        return isUnique ? order : nil
    }

    /// The ordinals whose frames a decoder that starts at the first packet can show.
    ///
    /// Packets before the first keyframe have nothing to refer to, and neither have the
    /// leading pictures of the first keyframe; discarded ones are not meant to be seen.
    public static func shownOrdinals(of packets: [PacketRecord]) -> [Int32] {
        guard let first = packets.firstIndex(where: \.isKey) else { return [] }
        let start = packets[first].pts
        let next = packets[(first + 1)...].firstIndex(where: \.isKey) ?? packets.count
        var shown: [Int32] = []
        shown.reserveCapacity(packets.count - first)
        for ordinal in first..<packets.count where !packets[ordinal].isDiscarded {
            if ordinal < next, let start, let pts = packets[ordinal].pts, pts < start { continue }
            shown.append(Int32(ordinal))
        }
        return shown
    }

    /// Whether decoding timestamps never go back, which they do where streams were joined.
    private static func decodesInOrder(_ packets: [PacketRecord]) -> Bool {
        var last = Timestamp(.min)
        for dts in packets.lazy.compactMap(\.dts) {
            guard dts >= last else { return false }
            last = dts
        }
        return true
    }

    private static func pts(_ packets: [PacketRecord], _ ordinal: Int32) -> Timestamp {
        packets[Int(ordinal)].pts ?? Timestamp(.min)
    }
}

extension Array {
    /// Sorts what lies near its place already, without the room that merging takes.
    ///
    /// Decoders reorder within 16; what lies further off is left to the usual way.
    fileprivate mutating func sortNearlySorted(by isBefore: (Element, Element) -> Bool) {
        for index in indices.dropFirst() {
            var place = index
            while place > 0, isBefore(self[place], self[place - 1]) {
                guard index - place < 64 else { return sort(by: isBefore) }
                swapAt(place, place - 1)
                place -= 1
            }
        }
    }
}
