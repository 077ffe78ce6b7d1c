import Library
import Media
import System
import Timeline

/// The storyboards of all open clips, of which one picture is made at a time.
///
/// Belongs to the loop's thread.
struct Storyboards {
    private var boards: [ClipKey: Storyboard] = [:]
    /// The job under way: never more than one, so that it takes an idle core at most.
    private var job: PictureJob?
    private var resumes: ContinuousClock.Instant?
    /// How long nobody must have dragged, or got a picture, before idle time begins.
    static let pause = Duration.milliseconds(250)

    /// The storyboard of a clip, if there is one.
    subscript(clip: ClipKey) -> Storyboard? { boards[clip] }

    /// Takes a clip, or its further frames.
    mutating func add(_ source: ClipSource) {
        if boards[source.key]?.update(to: source) == nil {
            boards[source.key] = Storyboard(of: source)
        }
    }

    /// Forgets a clip that was closed.
    mutating func forget(_ clip: ClipKey) {
        boards[clip] = nil
        if let job, job.source.key == clip { job.cancellation.cancel() }
    }

    /// Makes nothing until then, as somebody drags.
    ///
    /// A picture of a keyframe that is being made is finished, and the decode of a long GOP goes on
    /// later from where it is.
    mutating func pause(until time: ContinuousClock.Instant) {
        resumes = time
        if let job, !job.isGlance { job.cancellation.cancel() }
    }

    /// The next job, of the clip that has the fewest pictures; `nil` while one is under way.
    mutating func nextJob(at now: ContinuousClock.Instant) -> PictureJob? {
        guard job == nil, resumes.map({ $0 <= now }) ?? true else { return nil }
        for (clip, _) in boards.sorted(by: { $0.value.count < $1.value.count }) {
            job = boards[clip]?.nextJob()
            if job != nil { return job }
        }
        return nil
    }

    /// Notes a picture in the storyboard's size that was made for a client, or on the way to another.
    mutating func add(_ frame: EncodedFrame, of job: PictureJob) {
        boards[job.source.key]?.add(frame)
    }

    /// Notes how a job has ended; `nil` when it was cancelled.
    mutating func finish(_ job: PictureJob, _ result: Result<EncodedFrame, MediaError>?) {
        self.job = nil
        switch result {
        case .success(let frame): boards[job.source.key]?.add(frame)
        case .failure: boards[job.source.key]?.fail(job)
        case nil: break
        }
    }
}

extension Storyboard {
    /// The picture in the cache that is nearest to what a session wants, on the way to it from what
    /// the client sees.
    func nearest(to wanted: WantedPicture, in cache: PreviewCache) -> EncodedFrame? {
        // The session may know more frames than this storyboard by now, or fewer.
        let (clip, table) = (wanted.source.key, wanted.source.index.table)
        for time in nearest(to: table.pts(of: wanted.heading).ticks) {
            guard let frame = table.frame(at: Timestamp(time)),
                table.pts(of: frame).ticks == time, wanted.isOnTheWay(frame),
                let preview = cache[Self.key(of: time, in: clip)]
            else { continue }
            return EncodedFrame(preview, frame: frame, of: wanted.source, isReduced: true)
        }
        return nil
    }
}

extension WantedPicture {
    /// Whether a frame is nearer to the wanted one than what the client sees.
    fileprivate func isOnTheWay(_ frame: Int) -> Bool {
        guard let newest else { return true }
        return abs(frame - heading) < abs(newest - heading)
    }
}
