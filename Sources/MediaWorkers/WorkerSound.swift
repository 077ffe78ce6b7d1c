package import Media
import System
package import Timeline

/// Sound, decoded in a worker's process.
extension MediaWorker {
    /// Decodes all of a sound, to know where its samples are and how loud they are.
    ///
    /// Blocks.
    ///
    /// - Parameters:
    ///   - job: The sound.
    ///   - file: The file that was indexed.
    ///   - isCancelled: Asked repeatedly.
    /// - Returns: The track, on the job's clock.
    /// - Throws: ``MediaError/noSound(file:)`` where there is no sample, another ``MediaError``, or
    ///   that the worker was lost.
    package func survey(
        _ job: SoundJob,
        of file: OpenFile,
        isCancelled: () -> Bool = { false }
    ) throws(MediaError) -> SoundTrack {
        try prepare(for: file)
        let answer = try askCancellable(
            .survey(job),
            about: file,
            sending: .file,
            isCancelled: isCancelled
        )
        guard case .surveyed(let track) = answer, track.isPossible(for: job) else {
            throw invalidAnswer(about: file)
        }
        return track
    }

    /// Decodes a sound here and there, to tell within a second about how loud it is.
    ///
    /// Blocks.
    ///
    /// - Returns: What was heard, on the job's clock; `nil` where nothing was.
    /// - Throws: ``MediaError``; also that it was cancelled, or that the worker was lost.
    package func overview(
        _ job: SoundJob,
        of file: OpenFile,
        isCancelled: () -> Bool = { false }
    ) throws(MediaError) -> SoundOverview? {
        try prepare(for: file)
        let answer = try askCancellable(
            .overview(job),
            about: file,
            sending: .file,
            isCancelled: isCancelled
        )
        guard case .overview(let overview) = answer, overview?.isPossible(for: job) ?? true else {
            throw invalidAnswer(about: file)
        }
        return overview
    }
}

extension SoundOverview {
    /// Whether this can be the overview of a sound.
    fileprivate func isPossible(for job: SoundJob) -> Bool {
        clock == job.clock(rate: clock.rate) && peaks.length == clock.sample(at: job.end)
    }
}

extension SoundTrack {
    /// Whether this can be the track of a sound: what is beyond the frames is not kept.
    package func isPossible(for job: SoundJob) -> Bool {
        let wanted = job.clock(rate: map.format.rate)
        return clock == wanted && peaks.length == wanted.sample(at: job.end)
    }
}

/// Reads samples of one sound, in a worker's process.
///
/// Blocks. Belongs to the worker's thread. Reopens the file when the process was restarted.
package final class WorkerSound {
    private let worker: MediaWorker
    private let file: OpenFile
    private let job: SoundJob
    private let map: SoundMap
    private let number: Int
    private var generation = -1

    /// Packets that the process has decoded for this reader.
    package private(set) var packetsDecoded = 0

    /// Opens a sound, of which a map is known.
    package init(
        _ worker: MediaWorker,
        _ file: OpenFile,
        _ job: SoundJob,
        _ map: SoundMap
    ) throws(MediaError) {
        (self.worker, self.file, self.job, self.map) = (worker, file, job, map)
        number = worker.nextReader()
        try ensureOpen()
    }

    deinit {
        guard worker.generation == generation else { return }
        _ = try? worker.ask(.close(reader: number), about: file, blaming: false)
    }

    /// The samples of an order, with the channels of each together; silence where there are none.
    ///
    /// - Throws: ``MediaError``; ``MediaError/workerLost(file:reason:)`` when the process ended.
    package func read(_ order: SoundOrder) throws(MediaError) -> [UInt8] {
        try ensureOpen()
        let answer = try worker.ask(.readSound(reader: number, order), about: file)
        guard case .samples(let bytes, let decoded) = answer,
            bytes.count == order.bytes(of: map.format)
        else { throw worker.invalidAnswer(about: file) }
        packetsDecoded = decoded
        return bytes
    }

    private func ensureOpen() throws(MediaError) {
        try worker.prepare(for: file)
        guard worker.generation != generation else { return }
        let request = WorkerRequest.openSound(reader: number, job, map)
        guard case .done = try worker.ask(request, about: file, sending: .file)
        else { throw worker.invalidAnswer(about: file) }
        generation = worker.generation
    }
}
