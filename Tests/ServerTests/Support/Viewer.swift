import Wire

@testable import Server

/// A client that wants pictures, with a memory and a decoder that obey the test.
struct Viewer {
    /// A picture that was sent.
    struct Sent: Equatable {
        let frame: Int
        let seq: UInt32
        let isExact: Bool

        init(_ frame: Int, seq: UInt32, isExact: Bool = true) {
            (self.frame, self.seq, self.isExact) = (frame, seq, isExact)
        }
    }

    /// The pictures sent since the last look.
    private(set) var sent: [Sent] = []
    /// The frames that were decoded, in order.
    private(set) var decodes: [Int] = []
    /// The frames around which more was prepared.
    private(set) var prepared: [Int] = []
    private(set) var reports: [UInt32] = []
    /// The width that each picture was found in which was sent.
    private(set) var widths: [Int] = []
    private var foundWidth = 0
    /// The frames that are at hand without decoding.
    var memory: Set<Int> = []
    var flow = PreviewFlow()
    private var now = ContinuousClock.now
    private let source: ClipSource
    static let format = PreviewRequest(width: 960)!

    init() throws { source = try .unread() }

    mutating func aim(
        at frame: Int,
        seq: UInt32,
        goesBack: Bool = false,
        isDue: Bool = true
    ) {
        let wish = PreviewFlow.Wish(
            seq: seq,
            frame: frame,
            format: Self.format,
            goesBack: goesBack
        )
        carryOut(flow.aim(at: wish, isDue: isDue))
    }

    mutating func aimAtNothing() { carryOut(flow.aim(at: nil)) }

    /// Ends the decode under way with its picture.
    mutating func finish() {
        guard let wish = flow.decoding else { return }
        carryOut(flow.decoded(.success(picture(of: wish.frame)), at: now))
    }

    /// Leaves a picture at hand on the way of the decode under way.
    mutating func pass(_ frame: Int) {
        memory.insert(frame)
        carryOut(flow.progressed())
    }

    mutating func fail() {
        carryOut(flow.decoded(.failure(DecodeFailure(message: "damaged")), at: now))
    }

    mutating func giveUp() { carryOut(flow.decoded(nil, at: now)) }

    mutating func paint(_ seq: UInt32) { carryOut(flow.painted(seq, at: now)) }

    mutating func wait(milliseconds: Int) {
        now += .milliseconds(milliseconds)
        carryOut(flow.tick(at: now))
    }

    /// Lets time pass that the flow does not hear of.
    mutating func pass(milliseconds: Int) { now += .milliseconds(milliseconds) }

    /// Looks at what was sent, once.
    mutating func look() -> [Sent] {
        defer { sent = [] }
        return sent
    }

    private func picture(of frame: Int) -> EncodedFrame {
        EncodedFrame(.fake(), frame: frame, of: source)
    }

    private mutating func carryOut(_ actions: [PreviewFlow.Action]) {
        for action in actions {
            switch action {
            case .find(let wish):
                foundWidth = wish.format.width
                let inSight = flow.newestFrame ?? wish.frame
                let way = min(inSight, wish.frame)...max(inSight, wish.frame)
                let onTheWay = flow.newestFrame == nil ? memory : memory.filter(way.contains)
                let nearest = onTheWay.min { abs($0 - wish.frame) < abs($1 - wish.frame) }
                carryOut(flow.found(nearest.map(picture), at: now))
            case .decode(let wish): decodes.append(wish.frame)
            case .prepare(let wish): prepared.append(wish.frame)
            case .send(let frame, let seq, let isExact):
                sent.append(Sent(frame.number, seq: seq, isExact: isExact))
                widths.append(foundWidth)
            case .report(_, let seq): reports.append(seq)
            }
        }
    }
}
