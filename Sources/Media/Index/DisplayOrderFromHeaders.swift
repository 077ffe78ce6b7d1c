import CFFmpeg
import Timeline

/// The display order of a stream's pictures by what their headers say: no picture is decoded.
///
/// It is that of a decoder, or unknown. Takes one packet after the other, from the first on.
struct DisplayOrderFromHeaders {
    private var headers: any PictureHeaders
    private var reorder: DisplayReorder
    private(set) var isKnown = true
    /// How many packets came since the last damaged one, whose picture may be missing; `nil` once one
    /// has come that begins anew.
    private var sinceDamage: Int?
    private var ordinal: Int32 = 0
    /// How many packets after a damaged one a keyframe may come for the order to stay known.
    ///
    /// Where transport streams were joined, libavformat flags a packet before the last of the first.
    private static let mostSinceDamage = 2

    /// Follows a stream; `nil` for codecs whose order only decoding tells.
    init?(of stream: Int, in demuxer: borrowing Demuxer) {
        guard let headers = demuxer.pictureHeaders(of: stream) else { return nil }
        let depth = demuxer.stream(stream).pointee.codecpar.pointee.video_delay
        self.headers = headers
        reorder = DisplayReorder(depth: Int(depth))
    }

    /// The packets so far that are shown, in display order; `nil` where it is unknown.
    var order: [Int32]? { isKnown ? reorder.order : nil }

    /// The same once all packets are taken; unknown where the last are damaged, too.
    var finalOrder: [Int32]? { sinceDamage == nil ? order : nil }

    /// How many of them, from the first, no packet to come can precede.
    private(set) var settled = 0

    /// Takes the next packet.
    mutating func take(_ packet: borrowing Packet, _ record: PacketRecord) {
        defer { ordinal += 1 }
        guard isKnown else { return }
        guard let place = headers.place(of: packet), isSound(place, record),
            reorder.take(ordinal, place, isShown: !record.isDiscarded)
        else { return isKnown = false }
        if sinceDamage == nil { settled = reorder.settled.count }
    }

    /// Whether a place is certain in spite of damage before it.
    private mutating func isSound(_ place: PicturePlace, _ record: PacketRecord) -> Bool {
        let since = place.isFirst && record.isKeyframe ? nil : sinceDamage.map { $0 + 1 }
        sinceDamage = record.isDamaged ? 0 : since
        return since ?? 0 <= Self.mostSinceDamage
    }

    /// Marks the packet that was taken last as damaged.
    mutating func noteDamage() { sinceDamage = 0 }
}

extension DisplayOrderFromHeaders {
    /// Reads all packets of a file once more.
    ///
    /// - Returns: The order of `packets`, which are all of the stream; `nil` where it is unknown.
    static func reading(
        _ file: OpenFile,
        _ packets: PacketList,
        stream: Int,
        isCancelled: () -> Bool
    ) throws(MediaError) -> [Int32]? {
        var pass = try HeaderPass(over: file, stream: stream)
        while true {
            guard !isCancelled() else { throw .cancelled(file: file.name) }
            switch pass.advance(over: packets, atMost: stepLength) {
            case .reading: break
            case .caughtUp(let coded): return coded.finalOrder
            case .impossible: return nil
            }
        }
    }

    /// Packets that are read between two looks at whether the order is still wanted.
    private static let stepLength = 1000
}

/// Puts pictures from decode order into display order, as a decoder does that keeps `depth` of them
/// waiting.
struct DisplayReorder {
    /// The pictures that nothing to come can precede.
    private(set) var settled: [Int32] = []
    /// The others, by their counts.
    private var waiting: [(count: Int, ordinal: Int32, isShown: Bool)] = []
    /// The count of the last settled picture.
    private var last = Int.min
    private let depth: Int

    init(depth: Int) { self.depth = depth }

    /// All pictures in display order.
    var order: [Int32] { settled + waiting.lazy.filter(\.isShown).map(\.ordinal) }

    /// Takes the next picture; `false` where it comes too late: a decoder would drop it, or wait for
    /// more than is known here.
    mutating func take(_ ordinal: Int32, _ place: PicturePlace, isShown: Bool) -> Bool {
        switch place {
        case .hidden: return true
        case .atOnce:
            if isShown { settled.append(ordinal) }
            return depth > 0
        case .first(let count):
            while !waiting.isEmpty { settleFirst() }
            last = .min
            return wait(count, ordinal, isShown)
        case .counted(let count): return wait(count, ordinal, isShown)
        }
    }

    private mutating func wait(_ count: Int, _ ordinal: Int32, _ isShown: Bool) -> Bool {
        let place = waiting.firstIndex { $0.count >= count } ?? waiting.endIndex
        let isTwice = place < waiting.endIndex && waiting[place].count == count
        guard count > last, !isTwice else { return false }
        waiting.insert((count, ordinal, isShown), at: place)
        if waiting.count > depth { settleFirst() }
        return true
    }

    private mutating func settleFirst() {
        let first = waiting.removeFirst()
        if first.isShown { settled.append(first.ordinal) }
        last = first.count
    }
}
