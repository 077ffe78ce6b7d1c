package import Media
import System
package import Timeline

/// Cuts in a worker's process, which gets descriptors of the source and of the new file.
///
/// Every cut has a process of its own, which may write no more than the cut's largest size. The
/// file is named and published here, in the calling process. Blocks the calling thread.
extension Cut {
    /// Plans a cut, for which a worker reads the source.
    ///
    /// - Parameters:
    ///   - pool: The pool that starts the worker.
    ///   - frames: The first and the last frame that are wanted.
    ///   - mode: How the ends are reached: at keyframes, by an edit list, or by encoding.
    ///   - file: The file that was indexed.
    ///   - index: Its index, which must be complete.
    ///   - path: The new file, whose ending selects the container.
    ///   - overwriting: Whether a file of that name may be replaced.
    ///   - isCancelled: Asked repeatedly.
    /// - Throws: ``MediaError`` as planning in this process does, and when the worker is lost.
    package init(
        by pool: WorkerPool,
        _ frames: ClosedRange<Int>,
        _ mode: CutMode,
        of file: OpenFile,
        _ index: MediaIndex,
        to path: String,
        overwriting: Bool = false,
        isCancelled: () -> Bool = { false }
    ) throws(MediaError) {
        try self.init(frames, mode, of: file, index, to: path, overwriting: overwriting) {
            job throws(MediaError) in
            let worker = MediaWorker(of: pool, yielding: true)
            try worker.prepare(for: file)
            let answer = try worker.askCancellable(
                .planCut(job, frames, mode),
                about: file,
                sending: .file,
                isCancelled: isCancelled
            )
            guard case .planned(let plan) = answer, plan.isPossible(frames, mode, in: index.table)
            else { throw worker.invalidAnswer(about: file) }
            return plan
        }
    }

    /// Writes the new file.
    ///
    /// - Parameters:
    ///   - pool: The pool that starts the worker.
    ///   - progress: Called repeatedly with the share done, in 0…1.
    ///   - isCancelled: Asked repeatedly.
    /// - Returns: The new file's length in bytes.
    /// - Throws: ``MediaError``; the unfinished file is then removed.
    package func run(
        by pool: WorkerPool,
        progress: (Double) -> Void = { _ in },
        isCancelled: () -> Bool = { false }
    ) throws(MediaError) -> Int64 {
        try publish(unless: isCancelled) { source, job, draft throws(MediaError) in
            let worker = MediaWorker(of: pool, writing: mostBytes, yielding: true)
            do throws(MediaError) {
                try send(source, job, draft, to: worker, progress, isCancelled)
            } catch .cannotWrite(_, let reason) {
                throw .cannotWrite(file: job.path, reason: reason)
            }
        }
    }

    /// Sends the source's descriptor and then the draft's, as a message carries only one.
    private func send(
        _ file: OpenFile,
        _ job: CutJob,
        _ draft: Descriptor,
        to worker: MediaWorker,
        _ progress: (Double) -> Void,
        _ isCancelled: () -> Bool
    ) throws(MediaError) {
        try worker.prepare(for: file)
        let request = WorkerRequest.cut(job, plan)
        let taken = try worker.ask(request, about: file, sending: .file)
        guard case .done = taken else { throw worker.invalidAnswer(about: file) }
        let answer = try worker.askCancellable(
            .writeCut,
            about: file,
            sending: .descriptor(draft),
            progress: progress,
            isCancelled: isCancelled
        )
        guard case .done = answer else { throw worker.invalidAnswer(about: file) }
    }
}

extension MediaWorker {
    /// Sends a request that takes long; the worker reports progress and asks whether to continue,
    /// until it answers.
    ///
    /// It may report or ask `questions` times at most.
    func askCancellable(
        _ request: WorkerRequest,
        about file: OpenFile,
        sending attachment: Attachment = .nothing,
        questions: Int = .max,
        progress: (Double) -> Void = { _ in },
        decoding: (WholeDecode) -> Void = { _ in },
        isCancelled: () -> Bool
    ) throws(MediaError) -> WorkerAnswer {
        var (answer, isWanted) = (try ask(request, about: file, sending: attachment), true)
        var left = questions
        while true {
            left -= 1
            switch answer {
            case .asking where isWanted && left >= 0: break
            case .decoding(let decode) where isWanted && left >= 0: decoding(decode)
            case .cutting(let done) where isWanted && left >= 0 && (0...1).contains(done):
                progress(done)
            // A worker that was told to stop must not ask again.
            case .asking, .cutting, .decoding: throw invalidAnswer(about: file)
            default: return answer
            }
            isWanted = !isCancelled()
            answer = try ask(.proceed(isWanted), about: file)
        }
    }
}
