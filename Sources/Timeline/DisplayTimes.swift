/// When each frame is shown, in ticks: strictly increasing, from timestamps that may be missing,
/// duplicated or reset.
///
/// Valid timestamps are read from the packets and need no other memory. Everything that maps
/// positions to frames and back relies on the times being strictly increasing.
struct DisplayTimes: RandomAccessCollection, Sendable, Equatable {
    private let packets: PacketList
    private let order: [Int32]
    /// The times where the timestamps are not valid; `nil` where they are.
    private let repaired: [Int64]?
    /// How many of the fixed frames have times that no later frame's can change: those up to the last
    /// one with a time of its own.
    let anchored: Int

    /// The times of `packets` that are shown in the given order; `step` is the usual ticks between
    /// frames.
    init(of packets: PacketList, in order: [Int32], step: Int64, fixed: Int? = nil) {
        (self.packets, self.order) = (packets, order)
        let stamps = order.lazy.map { packets[Int($0)].pts }
        if Self.areValid(stamps) {
            (repaired, anchored) = (nil, order.prefix(fixed ?? order.count).count)
        } else {
            let known = Self.continuous(Array(stamps), step: step)
            repaired = Self.repaired(known, step: step)
            let last = known.prefix(fixed ?? order.count).lastIndex { $0 != nil }
            anchored = last.map { $0 + 1 } ?? 0
        }
    }

    /// Whether these are the packets' own timestamps.
    var areValid: Bool { repaired == nil }

    var startIndex: Int { 0 }
    var endIndex: Int { order.count }

    subscript(frame: Int) -> Int64 {
        repaired?[frame] ?? packets[Int(order[frame])].pts?.ticks ?? .min
    }

    /// Whether every timestamp is there and later than the one before, as in most files.
    private static func areValid(_ stamps: some Collection<Timestamp?>) -> Bool {
        var last: Timestamp?
        return stamps.allSatisfy { stamp in
            guard let stamp, last.map({ $0 < stamp }) ?? true else { return false }
            last = stamp
            return true
        }
    }

    private static func repaired(_ known: [Int64?], step: Int64) -> [Int64] {
        var times = known
        fillGaps(&times, step: step)
        return increasing(times)
    }

    /// Joins segments: a clock that steps back continues where the frame before it ended.
    private static func continuous(_ stamps: [Timestamp?], step: Int64) -> [Int64?] {
        var offset: Int64 = 0
        var last: Int64?
        return stamps.map { stamp in
            guard let stamp else { return nil }
            var time = stamp.ticks &+ offset
            if let last, time == last { return nil }
            if let last, time < last {
                offset = offset &+ (last &+ step &- time)
                time = last &+ step
            }
            // Many jumps may add up to more than the range that all later arithmetic relies on.
            guard time <= Timestamp.furthest else { return nil }
            last = time
            return time
        }
    }

    /// Spreads frames without a time of their own evenly between those that have one.
    private static func fillGaps(_ times: inout [Int64?], step: Int64) {
        var previous = -1
        for index in times.indices where times[index] != nil {
            fill(&times, between: previous, and: index, step: step)
            previous = index
        }
        fill(&times, between: previous, and: times.count, step: step)
    }

    private static func fill(_ times: inout [Int64?], between a: Int, and b: Int, step: Int64) {
        let from = times.indices.contains(a) ? times[a] : nil
        let to = times.indices.contains(b) ? times[b] : nil
        for index in (a + 1)..<Swift.max(b, a + 1) {
            let steps = Int64(index - a)
            switch (from, to) {
            case (let from?, let to?):
                times[index] = from &+ rescale(to &- from, by: steps, over: Int64(b - a))
            case (let from?, nil): times[index] = from &+ steps &* step
            case (nil, let to?): times[index] = to &- Int64(b - index) &* step
            case (nil, nil): times[index] = (steps - 1) &* step
            }
        }
    }

    private static func increasing(_ times: [Int64?]) -> [Int64] {
        var last = Int64.min
        return times.map { time in
            last = Swift.max(time ?? last, last == .min ? .min : last &+ 1)
            return last
        }
    }
}

/// The ordinals of the frames that are shown, in the order they are shown.
public enum DisplayOrder {
    /// The order that presentation timestamps give, or `nil` when they cannot give one.
    ///
    /// Timestamps give the order only when every shown packet has one and no two are equal.
    /// Otherwise the pictures' headers give it, or decoding (raw streams, AVI, joined transport
    /// streams).
    public static func byTimestamp(of packets: PacketList) -> [Int32]? {
        var order = shownOrdinals(of: packets)
        let areKnown = order.allSatisfy { ordinal in
            let packet = packets[Int(ordinal)]
            return packet.pts != nil && !packet.isUnpaired
        }
        guard areKnown, decodesInOrder(packets) else { return nil }
        order.sortNearlySorted { pts(packets, $0) < pts(packets, $1) }
        let isUnique = zip(order, order.dropFirst()).allSatisfy {
            pts(packets, $0) != pts(packets, $1)
        }
        return isUnique ? order : nil
    }

    /// Why timestamps give no order.
    public enum Fault: UInt8, Sendable, CaseIterable {
        /// A shown packet has no presentation time.
        case missing
        /// The decoding times step back.
        case stepBack
        /// Two shown packets have the same presentation time.
        case repeated
        /// Fields lack their partners, so that packets with times may not be shown.
        case loneFields
    }

    /// Why ``byTimestamp(of:)`` gives no order of these packets.
    public static func fault(of packets: PacketList) -> Fault {
        let isMissing = shownOrdinals(of: packets).contains { packets[Int($0)].pts == nil }
        if isMissing { return .missing }
        guard decodesInOrder(packets) else { return .stepBack }
        let isLone = packets.contains { $0.isUnpaired && !$0.isDiscarded }
        return isLone ? .loneFields : .repeated
    }

    /// The ordinals whose frames a decoder that starts at the first packet can show.
    ///
    /// The references of packets before the first keyframe, and of its leading pictures, are
    /// missing; discarded packets are not shown by definition.
    public static func shownOrdinals(of packets: PacketList) -> [Int32] {
        guard let first = packets.firstIndex(where: \.isKeyframe) else { return [] }
        let start = packets[first].pts
        let next = packets[(first + 1)...].firstIndex(where: \.isKeyframe) ?? packets.count
        var shown: [Int32] = []
        shown.reserveCapacity(packets.count - first)
        for ordinal in first..<packets.count where !packets[ordinal].isDiscarded {
            if ordinal < next, let start, let pts = packets[ordinal].pts, pts < start { continue }
            shown.append(Int32(ordinal))
        }
        return shown
    }

    /// Whether decoding timestamps never decrease, which they do where streams were joined.
    private static func decodesInOrder(_ packets: PacketList) -> Bool {
        var last = Timestamp(.min)
        for dts in packets.lazy.compactMap(\.dts) {
            guard dts >= last else { return false }
            last = dts
        }
        return true
    }

    private static func pts(_ packets: PacketList, _ ordinal: Int32) -> Timestamp {
        packets[Int(ordinal)].pts ?? Timestamp(.min)
    }
}

extension Array {
    /// Sorts elements that are near their places already, without the memory of a merge sort.
    ///
    /// Decoders reorder within 16 frames; where an element is 64 places off, the library sorts.
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
