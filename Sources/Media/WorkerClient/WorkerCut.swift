public import Timeline

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
        try worker.prepare(for: file)
        let job = CutJob(name: file.name, index: index, path: path)
        let answer = try worker.askCancellable(
            .planCut(job, frames, mode),
            about: file,
            sending: file.descriptor,
            isCancelled: isCancelled
        )
        guard case .planned(let plan) = answer, plan.isPossible(frames, mode, in: index.table)
        else { throw worker.invalidAnswer(about: file) }
        self.init(plan, of: file, index, to: path, overwriting: overwriting)
    }

    /// Writes the new file.
    ///
    /// - Parameters:
    ///   - pool: The pool that starts the worker.
    ///   - progress: Called repeatedly with the share done, in 0…1.
    ///   - isCancelled: Asked repeatedly.
    /// - Returns: The new file's length in bytes.
    /// - Throws: ``MediaError``; the unfinished file is then removed.
    public func run(
        by pool: WorkerPool,
        progress: (Double) -> Void = { _ in },
        isCancelled: () -> Bool = { false }
    ) throws(MediaError) -> Int64 {
        try publish(unless: isCancelled) { draft throws(MediaError) in
            let bytes = plan.mostBytes(of: file.size, index)
            let worker = MediaWorker(of: pool, writing: bytes, yielding: true)
            do throws(MediaError) {
                try send(draft, to: worker, progress, isCancelled)
            } catch .cannotWrite(_, let reason) {
                throw .cannotWrite(file: path, reason: reason)
            }
        }
    }

    /// Sends the source's descriptor and then the draft's, as a message carries only one.
    private func send(
        _ draft: CInt,
        to worker: MediaWorker,
        _ progress: (Double) -> Void,
        _ isCancelled: () -> Bool
    ) throws(MediaError) {
        try worker.prepare(for: file)
        let job = CutJob(name: file.name, index: index, path: path)
        let request = WorkerRequest.cut(job, plan)
        let taken = try worker.ask(request, about: file, sending: file.descriptor)
        guard case .done = taken else { throw worker.invalidAnswer(about: file) }
        let answer = try worker.askCancellable(
            .writeCut,
            about: file,
            sending: draft,
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
            // A worker that was told to stop must not ask again.
            case .asking, .cutting: throw invalidAnswer(about: file)
            default: return answer
            }
            isWanted = !isCancelled()
            answer = try ask(.proceed(isWanted), about: file)
        }
    }
}

/// What a worker needs to know of a cut besides its plan.
struct CutJob {
    /// The source's name, for messages.
    let name: String
    /// The source's index.
    let index: MediaIndex
    /// The new file's path, whose ending selects the container; it is not opened.
    let path: String

    init(name: String, index: MediaIndex, path: String) {
        (self.name, self.index, self.path) = (name, index, path)
    }

    func send(into writer: inout ByteWriter) {
        writer.append(name)
        index.send(into: &writer)
        writer.append(path)
    }

    init(sentTo reader: inout ByteReader) throws(StoredError) {
        name = try reader.text()
        index = try MediaIndex(sentTo: &reader)
        path = try reader.text()
    }
}

extension CutPlan {
    func send(into writer: inout ByteWriter) {
        writer.append(mode)
        for range in [Range(asked), Range(shown), head, copied, tail] { writer.append(range) }
        for number in [unhidden, lastGOPLength, leading.count] { writer.append(UInt64(number)) }
        for ordinal in leading.sorted() { writer.append(UInt64(ordinal)) }
    }

    init(sentTo reader: inout ByteReader) throws(StoredError) {
        let mode = try reader.mode()
        let (asked, shown) = (try reader.frames(), try reader.frames())
        let (head, copied, tail) = (try reader.range(), try reader.range(), try reader.range())
        let (unhidden, lastGOPLength) = (try reader.small(), try reader.small())
        var leading: Set<Int> = []
        for _ in 0..<(try reader.small()) { leading.insert(try reader.small()) }
        self.init(
            mode: mode,
            asked: asked,
            shown: shown,
            unhidden: unhidden,
            head: head,
            lastGOPLength: lastGOPLength,
            copied: copied,
            leading: leading,
            tail: tail
        )
    }

    /// Whether a worker's plan is consistent with the request and the file's table.
    func isPossible(_ frames: ClosedRange<Int>, _ mode: CutMode, in table: FrameTable) -> Bool {
        let (count, packets) = (table.count, table.packets.count)
        return asked == frames && self.mode == mode && shown.upperBound < count
            && head.upperBound <= count && tail.upperBound <= count && copied.upperBound <= packets
            && unhidden <= packets && lastGOPLength <= head.count
            && leading.allSatisfy(copied.contains)
    }
}

extension ByteWriter {
    /// Writes a cut's mode.
    mutating func append(_ mode: CutMode) { append(mode.rawValue) }

    /// Writes a range of non-negative integers.
    mutating func append(_ range: Range<Int>) {
        append(UInt64(range.lowerBound))
        append(UInt64(range.count))
    }
}

extension ByteReader {
    /// Reads a cut's mode.
    mutating func mode() throws(StoredError) -> CutMode {
        guard let mode = CutMode(rawValue: try text()) else { throw .impossible }
        return mode
    }

    /// Reads a range that may be empty.
    mutating func range() throws(StoredError) -> Range<Int> {
        let start = try small()
        return start..<start + (try small())
    }

    /// Reads a range that must not be empty.
    mutating func frames() throws(StoredError) -> ClosedRange<Int> {
        let range = try range()
        guard !range.isEmpty else { throw .impossible }
        return range.lowerBound...range.upperBound - 1
    }
}
