import ClipSupport
import Library
import Pictures
import Timeline
import Wire

@testable import Scrubbing

/// A drag over a film, and what a decoder takes for it, on a clock of milliseconds.
///
/// Two workers make glances, and one of them decodes exact pictures as well, unless a glance waits
/// for it. Costs are those of a film in 1080p: a keyframe takes 25 ms and its picture 6, others on the
/// way 14, made every 25 ms, and at rest 6, every 100 ms.
struct SimulatedDrag {
    /// What came of it.
    struct Outcome {
        /// When each picture was sent, which frame it showed, and how far from the target.
        var sent: [(at: Int, frame: Int, gap: Int)] = []
        /// When the target's own picture was sent after the end.
        var exactAt: Int?
        var keyframesDecoded = 0
        /// Frames that exact decodes have passed.
        var framesPassed = 0
        var end = 0

        /// Pictures a second until the pointer stopped.
        var rate: Double { Double(moving.count) * 1000 / Double(end) }
        /// The longest time without a picture until then.
        var longestGap: Int {
            let times = [0] + moving.map(\.at) + [end]
            return zip(times, times.dropFirst()).map { $1 - $0 }.max() ?? 0
        }
        /// The furthest that a picture was from the target, after the first tenth of a second.
        var furthest: Int { moving.filter { $0.at > 100 }.map(\.gap).max() ?? 0 }
        private var moving: [(at: Int, frame: Int, gap: Int)] { sent.filter { $0.at <= end } }
    }

    private let clip: Clip
    private let source: ClipSource
    private var flow = PreviewFlow()
    private var outcome = Outcome()
    private let start = ContinuousClock.now
    private var time = 0
    private var target = 0
    private var seq: UInt32 = 0
    private var lastFrame = 0
    /// The glances under way, oldest first, and when the first two are done.
    private var glances: [(keyframe: Int, left: Int)] = []
    private var exact: (target: Int, frame: Double, left: Int, picturedAt: Int)?
    private var position = -1
    private var unpainted: [(seq: UInt32, at: Int)] = []
    /// Frames that the decoder passes in a millisecond.
    private let passes: Double

    /// Drags over a film whose decoder passes so many frames in a millisecond.
    init(over table: FrameTable, passes: Double = 0.6) throws {
        clip = Clip(table)
        source = try .unread(table)
        self.passes = passes
    }

    /// Drags along the frames at sixty moves a second, rests, and waits for the exact picture.
    ///
    /// - Parameters:
    ///   - frames: The frame that each move goes to.
    ///   - letsGo: Whether the pointer is released with the last one.
    /// - Returns: What came of it.
    mutating func run(_ frames: [Int], letsGo: Bool = true) -> Outcome {
        for (move, frame) in frames.enumerated() {
            let isLast = move == frames.count - 1
            aim(at: frame, isDue: isLast && letsGo)
            if isLast { outcome.end = time }
            for _ in 0..<(move.isMultiple(of: 3) ? 16 : 17) { step() }
        }
        while outcome.exactAt == nil, time < outcome.end + 10_000 { step() }
        return outcome
    }

    private var now: ContinuousClock.Instant { start + .milliseconds(time) }

    private mutating func aim(at frame: Int, isDue: Bool) {
        (seq, target) = (seq + 1, frame)
        let heading = min(
            max(frame + (isDue ? 0 : flow.lead(movingTo: frame, at: now)), 0),
            clip.table.count - 1
        )
        let target = PreviewTarget(
            seq: seq,
            frame: frame,
            format: PreviewRequest(width: 960)!,
            goesBack: frame < lastFrame && !isDue,
            heading: heading,
            reach: clip.table.gop(of: heading).count,
            glances: clip.glances(near: heading)
        )
        lastFrame = frame
        carryOut(flow.aim(at: target, isDue: isDue, now: now))
    }

    private mutating func step() {
        time += 1
        if time.isMultiple(of: 100) { carryOut(flow.tick(at: now)) }
        if time.isMultiple(of: 20) { carryOut(flow.pause(at: now)) }
        if let first = unpainted.first, first.at + 4 <= time {
            unpainted.removeFirst()
            carryOut(flow.painted(first.seq, at: now))
        }
        glance()
        decode()
    }

    private mutating func glance() {
        for index in glances.indices.prefix(2) { glances[index].left -= 1 }
        guard let done = glances.firstIndex(where: { $0.left <= 0 }) else { return }
        let keyframe = glances.remove(at: done).keyframe
        outcome.keyframesDecoded += 1
        let picture = picture(of: keyframe, isReduced: true)
        carryOut(flow.glanced(at: keyframe, .success(picture), now: now))
    }

    /// The exact decode has what the glances leave of two cores.
    private mutating func decode() {
        guard var job = exact, glances.count < 2 else { return }
        job.left -= 1
        if job.left <= 0 {
            let before = Int(job.frame)
            job.frame = min(Double(job.target), job.frame + passes / (glances.isEmpty ? 1 : 2))
            outcome.framesPassed += Int(job.frame) - before
            position = Int(job.frame)
            let isDue = time - job.picturedAt >= (flow.isMoving ? 25 : 100) || job.picturedAt == 0
            if isDue, job.target - position >= 6 {
                (job.picturedAt, job.left) = (time, flow.isMoving ? 14 : 6)
                exact = job
                carryOut(flow.progressed(to: picture(of: position), at: now))
                return
            }
        }
        exact = job
        guard position == job.target, job.left <= 0 else { return }
        exact = nil
        carryOut(flow.decoded(.success(picture(of: job.target, decoded: 100)), at: now))
    }

    private func picture(of frame: Int, isReduced: Bool = false, decoded: Int = 0) -> EncodedFrame {
        EncodedFrame(.fake(), frame: frame, of: source, decoded: decoded, isReduced: isReduced)
    }

    private mutating func carryOut(_ actions: [PreviewFlow.Action]) {
        for action in actions {
            switch action {
            case .find: carryOut(flow.found(nil, at: now))
            case .glance(_, let keyframe): glances.append((keyframe, 31))
            case .decode(let target): begin(target.frame)
            case .cancel:
                exact = nil
                carryOut(flow.decoded(nil, at: now))
            case .send(let frame, let seq, let isExact): send(frame.number, seq, isExact)
            case .prefetch, .report: break
            }
        }
    }

    /// The decoder goes on from where it is, or begins with the keyframe, which takes a seek.
    private mutating func begin(_ frame: Int) {
        let keyframe = clip.table.gop(of: frame).lowerBound
        let goesOn = (keyframe...frame).contains(position)
        exact = (frame, Double(goesOn ? position : keyframe), goesOn ? 1 : 25, goesOn ? time : 0)
    }

    private mutating func send(_ frame: Int, _ seq: UInt32, _ isExact: Bool) {
        unpainted.append((seq, time))
        outcome.sent.append((time, frame, abs(frame - target)))
        let isLast = outcome.end > 0 && isExact && frame == target
        if isLast, outcome.exactAt == nil { outcome.exactAt = time }
    }
}
