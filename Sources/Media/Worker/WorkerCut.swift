public import Timeline

/// Cuts in a worker's process: it reads the source and writes the new file, each over a descriptor.
///
/// Every cut has a process of its own, which may write as much as that cut can take, and ends with
/// it. What has the new file's name, and whether, is decided here.
extension Cut {
    /// Plans a cut, for which the source has to be read.
    ///
    /// - Parameters:
    ///   - pool: Whose worker reads it.
    ///   - frames: The first frame that is wanted and the last.
    ///   - mode: How the ends are met.
    ///   - file: The file that was indexed.
    ///   - index: Its index, which must be complete.
    ///   - path: The new file, whose ending says what kind it is.
    ///   - overwriting: Whether a file of that name may be replaced.
    ///   - isCancelled: Asked now and then.
    /// - Throws: ``MediaError`` as a plan made here does, and when the worker is lost.
    public init(
        by pool: WorkerPool,
        _ frames: ClosedRange<Int>,
        _ mode: CutMode,
        of file: OpenFile,
        _ index: MediaIndex,
        to path: String,
        overwriting: Bool = false,
        isCancelled: () -> Bool = { false }
    ) throws(MediaError) {
        try Self.check(frames, mode, of: file, index, to: path)
        let worker = MediaWorker(of: pool, yielding: true)
        try worker.admit(file)
        let order = CutOrder(name: file.name, index: index, path: path)
        let answer = try worker.converse(
            .planCut(order, frames, mode),
            about: file,
            sending: file.descriptor,
            isCancelled: isCancelled
        )
        guard case .planned(let plan) = answer, plan.isPossible(frames, mode, in: index.table)
        else { throw worker.mistrust(over: file) }
        self.init(plan, of: file, index, to: path, overwriting: overwriting)
    }

    /// Writes the new file.
    ///
    /// - Parameters:
    ///   - pool: Whose worker writes it.
    ///   - progress: Told now and then how much has been done, in 0…1.
    ///   - isCancelled: Asked now and then.
    /// - Returns: The new file's length in bytes.
    /// - Throws: ``MediaError``; then nothing is left of the new file.
    public func run(
        by pool: WorkerPool,
        progress: (Double) -> Void = { _ in },
        isCancelled: () -> Bool = { false }
    ) throws(MediaError) -> Int64 {
        try publish(unless: isCancelled) { draft throws(MediaError) in
            let bytes = plan.mostBytes(of: file.size, index)
            let worker = MediaWorker(of: pool, writing: bytes, yielding: true)
            do throws(MediaError) {
                try hand(draft, to: worker, progress, isCancelled)
            } catch .cannotWrite(_, let reason) {
                throw .cannotWrite(file: path, reason: reason)
            }
        }
    }

    /// A message carries one descriptor: the source comes first.
    private func hand(
        _ draft: CInt,
        to worker: MediaWorker,
        _ progress: (Double) -> Void,
        _ isCancelled: () -> Bool
    ) throws(MediaError) {
        try worker.admit(file)
        let order = CutOrder(name: file.name, index: index, path: path)
        let request = WorkerRequest.cut(order, plan)
        let taken = try worker.ask(request, about: file, sending: file.descriptor)
        guard case .done = taken else { throw worker.mistrust(over: file) }
        let answer = try worker.converse(
            .writeCut,
            about: file,
            sending: draft,
            progress: progress,
            isCancelled: isCancelled
        )
        guard case .done = answer else { throw worker.mistrust(over: file) }
    }
}

extension MediaWorker {
    /// Asks for what takes long; the worker tells how far it is, and asks back whether it is still
    /// wanted, so many times at most.
    func converse(
        _ request: WorkerRequest,
        about file: OpenFile,
        sending descriptor: CInt? = nil,
        questions: Int = .max,
        progress: (Double) -> Void = { _ in },
        isCancelled: () -> Bool
    ) throws(MediaError) -> WorkerAnswer {
        var (answer, isWanted) = (try ask(request, about: file, sending: descriptor), true)
        var left = questions
        while true {
            left -= 1
            switch answer {
            case .asking where isWanted && left >= 0: break
            case .cutting(let done) where isWanted && left >= 0 && (0...1).contains(done):
                progress(done)
            // Who is told to stop has no further question.
            case .asking, .cutting: throw mistrust(over: file)
            default: return answer
            }
            isWanted = !isCancelled()
            answer = try ask(.proceed(isWanted), about: file)
        }
    }
}
