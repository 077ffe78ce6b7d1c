import Media

/// What is decoded on the way to a requested frame, and which of it gets a picture.
struct DecodePlan {
    let job: PictureJob
    /// Which frames on the way get a picture.
    let pictures: PreviewSelection
    /// Which frames on the way are decoded.
    let selection: FrameReader.FrameSelection
    /// The frames on the way whose pictures are cached, where the selection depends on that.
    let available: [Int]

    /// Plans a job, leaving out frames whose pictures are cached already.
    init(to job: PictureJob, keeping pictures: PreviewSelection, previews: PreviewTiers) {
        self.job = job
        self.pictures = pictures
        let frames = job.gop.lowerBound...job.frame
        let wanted = pictures.wanted(among: frames)
        available = wanted.isEmpty ? [] : previews.available(wanted, for: job)
        selection =
            switch pictures {
            case .none: job.isGlance ? .keyframe : .alone
            case .these(let frames): .only(frames.subtracting(available))
            case .some: Self.passing(job) ?? .since(job.frame)
            case .spaced: .since(job.frame)
            case .last: .since(job.remaining(from: job.frame - job.run))
            case .sparse(isFromAfar: true) where job.run == 0: .fromAfar
            case .sparse where job.run == 0: Self.passing(job) ?? .resting(since: job.frame)
            case .sparse: .resting(since: job.remaining(from: job.frame - job.run))
            case .all: .since(job.remaining(from: Self.firstMissing(frames, available)))
            }
    }

    /// Whether nothing is left to do once the requested frame itself is cached.
    var isComplete: Bool {
        switch pictures {
        case .none, .some, .sparse, .last: true
        case .these(let frames): frames.subtracting(available).isEmpty
        case .all: selection == .since(job.frame)
        case .spaced: zip([job.gop.lowerBound] + available, available).allSatisfy(Self.areNear)
        }
    }

    /// A pointer of steady speed skips the frames ahead, so half of its next stride may be dropped.
    ///
    /// Not all of it, or a pointer that slows down would have to wait for a seek.
    /// `nil` where the stride is too short for that.
    private static func passing(_ job: PictureJob) -> FrameReader.FrameSelection? {
        guard job.stride >= PreviewCadence.spacing else { return nil }
        return .passing(to: job.frame + job.stride / 2 + 1)
    }

    private static func firstMissing(_ frames: ClosedRange<Int>, _ available: [Int]) -> Int {
        zip(frames, available).first { $0 != $1 }?.0
            ?? min(frames.lowerBound + available.count, frames.upperBound)
    }

    /// Non-reference frames are skipped, so the gaps differ.
    private static func areNear(_ frame: Int, _ next: Int) -> Bool {
        next - frame <= 2 * PreviewCadence.spacing
    }
}

/// Which frames that are decoded on the way to a requested one get a picture.
package enum PreviewSelection: Equatable, Sendable {
    /// None: a program requests a single frame.
    case none
    /// One at regular intervals, preferably of these frames, which were targets before: they are
    /// shown while a distant target is being decoded.
    case some(Set<Int>)
    /// A few on the way to a target at rest, whose own picture is to come soon; from afar if the next
    /// target is likely to be elsewhere.
    case sparse(isFromAfar: Bool = false)
    /// Also the last ones before the target: the pointer moves backward and will reach them next.
    case last
    /// Exactly these; other frames are not decoded where no other refers to them.
    case these(Set<Int>)
    /// Evenly spaced ones, close enough to each other for a pointer that passes quickly.
    case spaced
    /// Every one.
    case all

    /// The frames whose pictures are needed whether or not they are on the way.
    package func wanted(among frames: ClosedRange<Int>) -> [Int] {
        switch self {
        case .none, .some, .sparse, .last: []
        case .these(let frames): frames.sorted()
        case .spaced, .all: Array(frames)
        }
    }
}

/// Which GOPs are requested often enough to be decoded as a whole.
///
/// A single frame is cheapest alone. A program that requests frame after frame of one GOP, in
/// whatever order, would have it decoded again for each; then all of its pictures are made at once.
struct GOPDemand {
    private var requests: [Int: Int] = [:]
    /// Decoding a whole GOP costs about as much as reaching a few of its frames one by one.
    private static let few = 4

    /// Notes a request for a frame of the GOP that starts at frame `start`.
    ///
    /// - Returns: Whether the whole GOP is to be decoded. Never for a drag, which moves on.
    mutating func isBusy(_ start: Int, for job: PictureJob) -> Bool {
        guard case .exchange = job.requester else { return false }
        requests[start, default: 0] += 1
        return requests[start, default: 0] > Self.few
    }
}
