import Pictures
package import Wire

/// The picture that would answer a state.
package struct PreviewTarget: Equatable {
    let seq: UInt32
    /// The frame's number.
    package private(set) var frame: Int
    /// The size and quality.
    package var format: PreviewRequest
    /// Whether the pointer moves backward, so that earlier frames are likely to be next.
    package let goesBack: Bool
    /// Whether one message has moved the target far, so that the next is likely to be elsewhere.
    package let isFromAfar: Bool
    /// Where the target will be when a glance comes that is requested now: the frame itself, unless
    /// the pointer is fast.
    package private(set) var heading: Int
    /// The keyframes nearest to there, the nearest first.
    private(set) var glances: [Int]
    /// Whether its bytes come from afar, so that a keyframe's are there long before its own.
    let isElsewhere: Bool
    /// How many frames a picture may run ahead of the target: those of the GOP where it is heading.
    private let reach: Int
    /// What the client requested, when only a smaller size arrives in time.
    var full: PreviewRequest?

    /// What identifies a picture of a clip.
    struct Picture: Equatable {
        var frame: Int
        let format: PreviewRequest
    }

    /// Describes a target.
    init(
        seq: UInt32,
        frame: Int,
        format: PreviewRequest,
        goesBack: Bool,
        isFromAfar: Bool = false,
        heading: Int? = nil,
        reach: Int = .max,
        glances: [Int] = [],
        isElsewhere: Bool = false
    ) {
        (self.seq, self.frame, self.format, self.goesBack) = (seq, frame, format, goesBack)
        (self.heading, self.reach, self.glances) = (heading ?? frame, reach, glances)
        (self.isFromAfar, self.isElsewhere) = (isFromAfar, isElsewhere)
    }

    /// The picture itself.
    var picture: Picture { Picture(frame: frame, format: format) }

    /// Whether the pointer is too fast for anything but glances.
    var isFast: Bool { heading != frame }

    /// How far a frame is from where the target is heading.
    func gap(to other: Int) -> Int { abs(other - heading) }

    /// Whether a picture comes before the pointer is near it: a GOP ahead of a fast one, or more.
    func isEarly(_ frame: Int) -> Bool {
        isFast && (heading < self.frame ? self.frame - frame : frame - self.frame) > reach
    }

    /// Whether a frame is within a GOP of the target itself.
    func isWithinReach(_ other: Int) -> Bool { abs(other - frame) <= reach }

    /// Whether a picture is a step from what was shown last to where the target is heading: nearer
    /// to it, and not beyond it, unless the pointer is fast and will be there when it is seen, or has
    /// jumped.
    ///
    /// So pictures move in the direction of the drag.
    func isStep(to frame: Int, from newest: Int?) -> Bool {
        guard let newest else { return true }
        let isOnTheWay = heading < newest ? frame < newest : frame > newest
        let isBeyond = heading < newest ? frame < heading : frame > heading
        let mayPass = isFast || isJump(from: newest)
        return isOnTheWay && (!isBeyond || mayPass) && gap(to: frame) < gap(to: newest)
    }

    /// Whether nothing is shown within a GOP of the target, which no drag moves backward by steps.
    ///
    /// Of a jump backward all that a decode passes is beyond the target.
    private func isJump(from newest: Int) -> Bool {
        (isFast || !goesBack) && gap(to: newest) > reach
    }

    /// Whether the nearest keyframe is worth a decode of its own, beside that of the target: nothing
    /// of this GOP is shown, and the target's own frame is far from its keyframe.
    func isFar(from newest: Int?) -> Bool {
        guard let newest, isJump(from: newest), let nearest = glances.first else { return false }
        return reach >= Self.distant && !(frame - Self.distant...frame ~= nearest)
    }

    /// Whether the nearest keyframe is the one at which the decode of the target begins.
    var beginsAtGlance: Bool { glances.first.map { $0 < frame } ?? false }

    /// Frames that the decoder passes in the time of a glance.
    private static let distant = 24

    /// The same target by the numbers that its frames have in another index; `nil` where it has gone.
    func renumbered(_ number: (Int) -> Int?) -> PreviewTarget? {
        guard let frame = number(frame) else { return nil }
        var target = self
        target.frame = frame
        target.heading = isFast ? number(heading) ?? frame : frame
        target.glances = glances.compactMap(number)
        return target
    }

    /// The same target, whose frame is in no index any more.
    var lost: PreviewTarget {
        var target = self
        target.frame = -1
        return target
    }

    /// The same target, in the size and quality that arrive in time.
    func fitted(to window: PictureWindow) -> PreviewTarget {
        let fitting = window.fitted(format)
        guard fitting != format else { return self }
        var target = self
        (target.format, target.full) = (fitting, format)
        return target
    }

    /// Whether a decode of an older target shows nothing that a glance would not show nearer.
    func isBehind(_ older: PreviewTarget) -> Bool {
        glances.first.map { gap(to: $0) < gap(to: older.frame) } ?? false
    }
}

extension PreviewFlow {
    /// What is to be done.
    enum Action: Equatable {
        /// Look for the picture, or the nearest in the cache; the answer comes by ``found(_:at:)``.
        case find(PreviewTarget)
        /// Decode the picture; the answer comes by ``decoded(_:at:)``.
        case decode(PreviewTarget)
        /// Decode a keyframe alone; the answer comes by ``glanced(at:_:now:)``.
        case glance(PreviewTarget, keyframe: Int)
        /// End the decode under way, which nobody waits for any more; its answer is `nil`.
        case cancel
        /// Prefetch what is around this target, where the pointer rests.
        case prefetch(PreviewTarget)
        /// Send a picture that answers `seq`; exact when it is that target's own frame.
        case send(EncodedFrame, seq: UInt32, isExact: Bool)
        /// Tell the client that its target cannot be shown.
        case report(String, seq: UInt32)
    }
}

/// The glances at keyframes that one client waits for, and those that failed.
struct Glances {
    private var pending: [Int: ContinuousClock.Instant] = [:]
    private var failed: Set<Int> = []
    /// A film with more keyframes that cannot be decoded alone is not glanced at.
    private static let mostFailed = 1000

    /// Whether none is under way.
    var isEmpty: Bool { pending.isEmpty }

    /// Gives the keyframes the numbers that they have in another index.
    mutating func renumber(_ number: (Int) -> Int?) {
        failed = Set(failed.compactMap(number))
        let known = pending.compactMap { key, time in number(key).map { ($0, time) } }
        pending = Dictionary(known, uniquingKeysWith: { first, _ in first })
    }

    /// The keyframe to glance at, the nearest to where the target is heading whose picture would be
    /// shown; `nil` if there is none, or it is under way.
    ///
    /// One that would not be shown would be wanted again as soon as it has come.
    mutating func next(
        for target: PreviewTarget,
        at now: ContinuousClock.Instant,
        where isStep: (Int) -> Bool
    ) -> Int? {
        guard pending.count < PictureService.glanceLimit, failed.count < Self.mostFailed,
            let nearest = target.glances.first(where: { !failed.contains($0) && isStep($0) }),
            pending[nearest] == nil
        else { return nil }
        pending[nearest] = now
        return nearest
    }

    /// Notes that a glance has ended; returns when it began, or `nil` if nobody waited for it.
    mutating func end(
        at keyframe: Int,
        _ result: Result<EncodedFrame, DecodeFailure>?
    ) -> ContinuousClock.Instant? {
        if case .failure = result { failed.insert(keyframe) }
        return pending.removeValue(forKey: keyframe)
    }
}

/// Why a frame could not be shown.
package struct DecodeFailure: Error, Hashable {
    /// The message for people.
    package let message: String
    /// Whether it stays so when more of a growing file has been indexed.
    package let isFinal: Bool

    /// Describes a failure.
    package init(message: String, isFinal: Bool = true) {
        (self.message, self.isFinal) = (message, isFinal)
    }
}
