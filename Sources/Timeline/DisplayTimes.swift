/// When each frame is shown, in ticks: strictly increasing, from timestamps that may be missing,
/// doubled or reset.
///
/// Where timestamps are sound they are left in the packets, and no other room is taken. Everything
/// that maps positions to frames and back relies on the times being strictly increasing.
struct DisplayTimes: RandomAccessCollection, Sendable, Equatable {
    private let packets: [PacketRecord]
    private let order: [Int32]
    /// The times where the timestamps are not sound.
    private let repaired: [Int64]?

    /// The times of `packets` that are shown in the given order; `step` is the usual ticks between
    /// frames.
    init(of packets: [PacketRecord], in order: [Int32], step: Int64) {
        (self.packets, self.order) = (packets, order)
        let stamps = order.lazy.map { packets[Int($0)].pts }
        repaired = Self.areSound(stamps) ? nil : Self.repaired(Array(stamps), step: step)
    }

    /// Whether these are the packets' own timestamps.
    var areSound: Bool { repaired == nil }

    var startIndex: Int { 0 }
    var endIndex: Int { order.count }

    subscript(frame: Int) -> Int64 {
        repaired?[frame] ?? packets[Int(order[frame])].pts?.ticks ?? .min
    }

    /// Whether nothing is wrong with the stamps, as in most files.
    private static func areSound(_ stamps: some Collection<Timestamp?>) -> Bool {
        var last: Timestamp?
        return stamps.allSatisfy { stamp in
            guard let stamp, last.map({ $0 < stamp }) ?? true else { return false }
            last = stamp
            return true
        }
    }

    private static func repaired(_ stamps: [Timestamp?], step: Int64) -> [Int64] {
        var known = continuous(stamps, step: step)
        fillGaps(&known, step: step)
        return increasing(known)
    }

    /// Joins segments: a clock that steps back goes on where the frame before it ended.
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
            // A clock that was torn apart again and again.
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
