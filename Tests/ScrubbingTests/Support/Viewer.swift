import ClipSupport
import Library
import Pictures
import Wire

@testable import Scrubbing

/// A client that wants pictures, whose cache and decoder are controlled by the test.
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
    /// The keyframes that were glanced at, in order.
    private(set) var glances: [Int] = []
    /// How often the decode under way was ended.
    private(set) var cancels = 0
    /// The frames around which more was prefetched.
    private(set) var prefetched: [Int] = []
    private(set) var reports: [UInt32] = []
    /// The width of each picture that was sent.
    private(set) var widths: [Int] = []
    private var foundWidth = 0
    /// The frames that are cached without decoding.
    var memory: Set<Int> = []
    /// Whether no other client waits for a picture.
    var isIdle = false
    var flow = PreviewFlow()
    private var now = ContinuousClock.now
    private let source: ClipSource
    static let format = PreviewRequest(width: 960)!

    init() throws { source = try .unread() }

    mutating func aim(
        at frame: Int,
        seq: UInt32,
        goesBack: Bool = false,
        isDue: Bool = true,
        heading: Int? = nil,
        reach: Int = .max,
        glances: [Int] = []
    ) {
        let target = PreviewTarget(
            seq: seq,
            frame: frame,
            format: Self.format,
            goesBack: goesBack,
            heading: heading,
            reach: reach,
            glances: glances
        )
        carryOut(flow.aim(at: target, isDue: isDue, now: now))
    }

    mutating func aimAtNothing() { carryOut(flow.aim(at: nil, now: now)) }

    /// Ends the decode under way with its picture.
    mutating func finish() {
        guard let target = flow.decoding else { return }
        carryOut(flow.decoded(.success(picture(of: target.frame)), at: now))
    }

    /// Takes a picture that the decode under way has passed.
    mutating func pass(_ frame: Int) {
        carryOut(flow.progressed(to: picture(of: frame), at: now))
    }

    /// Ends a glance with its picture, or without one.
    mutating func see(_ keyframe: Int, fails: Bool = false) {
        let failure = DecodeFailure(message: "no keyframe")
        let picture = EncodedFrame(.fake(), frame: keyframe, of: source, isReduced: true)
        carryOut(
            flow.glanced(at: keyframe, fails ? .failure(failure) : .success(picture), now: now)
        )
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

    /// The time until the pointer pauses, unless it moves.
    var untilPause: Duration? { flow.pausesAt.map { $0 - now } }

    /// Lets time pass, and looks whether the pointer pauses.
    mutating func pause(after time: Duration) {
        now += time
        carryOut(flow.pause(at: now))
    }

    /// Lets time pass without a tick.
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
            case .find(let target):
                foundWidth = target.format.width
                let inSight = flow.newestFrame ?? target.frame
                let between = min(inSight, target.frame)...max(inSight, target.frame)
                let candidates = flow.newestFrame == nil ? memory : memory.filter(between.contains)
                let nearest = candidates.min { abs($0 - target.frame) < abs($1 - target.frame) }
                carryOut(flow.found(nearest.map(picture), isIdle: isIdle, at: now))
            case .decode(let target): decodes.append(target.frame)
            case .glance(_, let keyframe): glances.append(keyframe)
            case .cancel: cancels += 1
            case .prefetch(let target): prefetched.append(target.frame)
            case .send(let frame, let seq, let isExact):
                sent.append(Sent(frame.number, seq: seq, isExact: isExact))
                widths.append(foundWidth)
            case .report(_, let seq): reports.append(seq)
            }
        }
    }
}
