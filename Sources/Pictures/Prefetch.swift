import Basics
import Library
import Media
import System
import Timeline

/// The jobs that make pictures which one socket's pointer is likely to reach next.
///
/// A pointer that moves backward enters each GOP at its last frame, which takes the longest to
/// decode. So the GOP before is prefetched as soon as the pointer moves backward or rests. While
/// it rests, every frame of its own GOP is prefetched as well, for steps by single frames, and
/// then the next GOP. After a jump the decoder is drained, so the frames on both sides of the target
/// come first. Belongs to the loop's thread.
package struct Prefetch {
    /// Which GOP, relative to the pointer's, or what of its own, the most urgent first; each has at most
    /// one job.
    package enum RelativeGOP: Int, CaseIterable, Sendable { case near = 1, before, within, after }

    private(set) var jobs: [RelativeGOP: PictureJob] = [:]
    /// The frame that the pointer rested on last.
    private var rest: Int?

    /// Whether a GOP is short enough to be kept whole; a file with a single keyframe is one GOP.
    static func isWorthIt(_ gop: Range<Int>) -> Bool { gop.count <= 1000 }

    /// Follows the pointer to `target`: tells the workers, and cancels jobs for other GOPs.
    mutating func follow(_ target: PictureJob) {
        if let job = jobs[.before], job.gop == target.gop {
            replace(.within, by: job)
            jobs[.before] = nil
        }
        for (gop, job) in jobs {
            let isPassed =
                job.pictures == .spaced || target.pictures == .all || target.steps != nil
            if gop == .before || gop == .within, isPassed { job.pointer.move(to: target.frame) }
            if !isStillUseful(job, at: gop, of: target) { giveUp(gop) }
        }
    }

    /// The jobs for a pointer that moves backward from `target`.
    mutating func goBack(from target: PictureJob, for socket: SocketID) -> [PictureJob] {
        let end = target.gop.lowerBound
        guard end > 0 else { return [] }
        guard let steps = target.steps else {
            let pictures: PreviewSelection = target.pictures == .all ? .all : .spaced
            return prepare(.before, upTo: end - 1, pictures, target, socket)
        }
        let frames = steps.frames(in: target.source.index.table.gop(of: end - 1))
        return frames.max().map { prepare(.before, upTo: $0, .these(frames), target, socket) } ?? []
    }

    /// The jobs for a pointer that rests at `target`, the most urgent first.
    mutating func rest(at target: PictureJob, for socket: SocketID) -> [PictureJob] {
        rest = target.frame
        let end = target.gop.upperBound
        var jobs = goNear(target, for: socket) + goBack(from: target, for: socket)
        jobs += prepare(.within, upTo: end - 1, .all, target, socket)
        if end < target.source.index.table.count {
            let last = target.source.index.table.gop(of: end).upperBound - 1
            jobs += prepare(.after, upTo: last, .spaced, target, socket)
        }
        return jobs
    }

    /// The job for steps from a target that one message has jumped to.
    private mutating func goNear(_ target: PictureJob, for socket: SocketID) -> [PictureJob] {
        guard target.pictures == .sparse(isFromAfar: true) else { return [] }
        let near = target.frame - PreviewCadence.run...target.frame + PreviewCadence.run
        let frames = near.clamped(to: ClosedRange(target.gop))
        return prepare(.near, upTo: frames.upperBound, .these(Set(frames)), target, socket)
    }

    /// Cancels everything.
    mutating func giveUp() { for gop in RelativeGOP.allCases { giveUp(gop) } }

    private mutating func giveUp(_ gop: RelativeGOP) {
        jobs.removeValue(forKey: gop)?.cancellation.cancel()
    }

    private mutating func replace(_ gop: RelativeGOP, by job: PictureJob) {
        giveUp(gop)
        jobs[gop] = job
    }

    private mutating func prepare(
        _ gop: RelativeGOP,
        upTo frame: Int,
        _ pictures: PreviewSelection,
        _ target: PictureJob,
        _ socket: SocketID
    ) -> [PictureJob] {
        let job = PictureJob(
            frame,
            of: target.source,
            target.format,
            pictures,
            for: .prefetch(socket, gop)
        )
        let isNew = jobs[gop].map { $0.key != job.key || $0.pictures != pictures } ?? true
        guard isNew, Self.isWorthIt(job.gop) else { return [] }
        replace(gop, by: job)
        return [job]
    }

    private func isStillUseful(
        _ job: PictureJob,
        at gop: RelativeGOP,
        of target: PictureJob
    ) -> Bool {
        switch gop {
        case .near: abs(job.frame - target.frame) <= 2 * PreviewCadence.run
        case .before: job.gop.upperBound == target.gop.lowerBound
        case .within where job.pictures == .all: target.frame == rest || target.pictures == .all
        case .within: job.gop == target.gop
        case .after: job.gop.lowerBound == target.gop.upperBound
        }
    }
}

/// The frames that a target reaches which goes back by equal steps.
struct BackwardSteps {
    private let start: Int
    private let size: Int

    /// Describes steps from `start` by `stride` frames; `nil` where the stride is not more than one
    /// frame backward, so that every frame is reached, or none.
    init?(from start: Int, by stride: Int) {
        guard stride < -1 else { return nil }
        (self.start, size) = (start, -stride)
    }

    /// The frames of a GOP that are reached.
    func frames(in gop: Range<Int>) -> Set<Int> {
        let above = max(0, start - (gop.upperBound - 1))
        let last = start - (above + size - 1) / size * size
        return Set(stride(from: last, through: gop.lowerBound, by: -size))
    }
}

extension PictureJob {
    /// The frames of the requested frame's GOP, from its keyframe up to the next.
    var gop: Range<Int> { source.index.table.gop(of: frame) }
}
