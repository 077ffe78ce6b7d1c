package import Media
import Timeline

/// A ``FrameReader`` in a worker's process, whose frames are encoded there.
///
/// Blocks. Belongs to the worker's thread. Reopens the file when the process was restarted.
package final class WorkerReader {
    private let worker: MediaWorker
    private let file: OpenFile
    private let index: MediaIndex
    private let threads: Int
    private let number: Int
    private var generation = -1
    /// The number of decoded frames that the process last reported for this reader.
    private var lastCount = 0
    /// The most that it can report next: failed reads count too, and report nothing.
    private var mostCount = 0

    /// Frames that were decoded so far, by all processes together.
    package private(set) var framesDecoded = 0

    /// Opens a file for reading frames.
    ///
    /// - Parameters:
    ///   - worker: The worker that reads it.
    ///   - file: The file that was indexed.
    ///   - index: Its index.
    ///   - threads: Frame threads of the decoder.
    ///   - other: A reader of the same file and index by the same worker, where there is one: the
    ///     index need not be sent again then, nor the file be probed.
    /// - Throws: ``MediaError`` as ``FrameReader`` does, and when the worker is lost.
    package init(
        _ worker: MediaWorker,
        _ file: OpenFile,
        index: MediaIndex,
        threads: Int,
        beside other: WorkerReader? = nil
    ) throws(MediaError) {
        (self.worker, self.file, self.index, self.threads) = (worker, file, index, threads)
        number = worker.nextReader()
        try ensureOpen(beside: other)
    }

    deinit {
        guard worker.generation == generation else { return }
        _ = try? worker.ask(.close(reader: number), about: file, blaming: false)
    }

    /// How many packets have to be decoded until a frame; `nil` when it takes a seek.
    package func distance(to frame: Int, _ selection: FrameReader.FrameSelection) -> Int? {
        let request = WorkerRequest.distance(reader: number, frame: frame, selection)
        guard worker.generation == generation,
            case .distance(let packets)? = try? worker.ask(request, about: file, blaming: false)
        else { return nil }
        guard packets.map({ $0.magnitude <= index.table.packets.count }) ?? true else {
            // The worker is ended, so that its decoders are not chosen by what it says.
            _ = worker.invalidAnswer(about: file)
            return nil
        }
        return packets
    }

    /// Decodes a frame and passes it to `visit`, after the frames decoded before it.
    ///
    /// - Parameters:
    ///   - frame: The frame's number.
    ///   - selection: Which frames before or after it are wanted as well.
    ///   - visit: Called with each wanted frame, and with the number and `nil` for others that are
    ///     decoded; returns whether to continue. The worker is ahead by then, and a wanted frame that
    ///     it has reached is visited too.
    /// - Returns: The last frame that the worker passed, which it gives out no more.
    /// - Throws: ``MediaError``; ``MediaError/workerLost(file:reason:)`` when the process ended.
    @discardableResult
    package func read(
        _ frame: Int,
        _ selection: FrameReader.FrameSelection,
        visit: (_ frame: Int, _ shown: ShownFrame?) -> Bool
    ) throws(MediaError) -> Int? {
        try ensureOpen()
        try worker.send(.read(reader: number, frame: frame, selection), about: file)
        let most = SeekPlan.mostFrames(to: frame, in: index.table)
        // Frames that are not displayed are decoded and not reported.
        mostCount += 2 * most
        var progress = ReadProgress(to: frame, in: index.table, atMost: most)
        var last: Int?
        while true {
            let answer = try worker.receive(about: file)
            guard progress.admits(answer) else { throw worker.invalidAnswer(about: file) }
            switch answer {
            case .passed(let frame):
                last = frame
                guard progress.goesOn else { continue }
                progress.goesOn = visit(frame, nil)
                if !progress.goesOn { try worker.send(.stop, about: file) }
            case .shown(let frame):
                last = frame
                let shown = ShownFrame(worker, of: file)
                let goesOn = visit(frame, shown)
                progress.goesOn = progress.goesOn && goesOn
                try shown.checkWorker()
                try worker.send(.proceed(progress.goesOn), about: file)
            case .read(_, let decoded):
                try count(decoded)
                return last
            default: continue
            }
        }
    }

    /// Takes the pixels of a frame; the decoder stays there, so that a later one takes no seek.
    ///
    /// - Parameters:
    ///   - frame: The frame's number.
    ///   - format: How they are handed over.
    /// - Returns: The pixels.
    /// - Throws: ``MediaError``, of which ``MediaError/cannotEncode(file:reason:)`` is about the frame.
    package func pixels(
        of frame: Int,
        _ format: LosslessFormat
    ) throws(MediaError) -> LosslessPicture {
        try ensureOpen()
        let request = WorkerRequest.takePixels(reader: number, frame: frame, format)
        try worker.send(request, about: file)
        var left = SeekPlan.mostFrames(to: frame, in: index.table)
        mostCount += 2 * left
        var picture: LosslessPicture?
        while true {
            switch try worker.receive(about: file) {
            case .passed(let passed) where left > 0 && (0..<index.table.count).contains(passed):
                left -= 1
            case .lossless(let taken) where picture == nil && taken.isPlausible(as: format):
                picture = taken
            case .read(true, let decoded):
                guard let picture else { throw worker.invalidAnswer(about: file) }
                try count(decoded)
                return picture
            default: throw worker.invalidAnswer(about: file)
            }
        }
    }

    private func count(_ decoded: Int) throws(MediaError) {
        guard (lastCount...mostCount).contains(decoded) else {
            throw worker.invalidAnswer(about: file)
        }
        framesDecoded += decoded - lastCount
        (lastCount, mostCount) = (decoded, decoded)
    }

    private func ensureOpen(beside other: WorkerReader? = nil) throws(MediaError) {
        try worker.prepare(for: file)
        guard worker.generation != generation else { return }
        let request = opening(beside: other)
        guard case .done = try worker.ask(request, about: file, sending: .file)
        else {
            throw worker.invalidAnswer(about: file)
        }
        (generation, lastCount, mostCount) = (worker.generation, 0, 0)
    }

    private func opening(beside other: WorkerReader?) -> WorkerRequest {
        guard let other, other.generation == worker.generation else {
            return .open(reader: number, name: file.name, index: index, threads: threads)
        }
        let name = file.name
        return .openBeside(reader: number, other: other.number, name: name, threads: threads)
    }
}

/// What a worker may still answer to one request to read.
private struct ReadProgress {
    /// Whether the frames that follow are wanted.
    var goesOn = true
    private let target: Int
    private let frames: Range<Int>
    /// Frames that the worker may still report.
    private var left: Int
    private var isShown = false

    init(to frame: Int, in table: FrameTable, atMost left: Int) {
        (target, frames) = (frame, 0..<table.count)
        self.left = left
    }

    /// Takes an answer; `false` where the worker cannot say so, or not any more.
    ///
    /// A read that nobody stopped ends with its frame: who asks again for what never comes would ask
    /// without end.
    mutating func admits(_ answer: WorkerAnswer) -> Bool {
        switch answer {
        case .passed(let frame), .shown(let frame):
            left -= 1
            if case .shown(frame: target) = answer { isShown = true }
            return left >= 0 && frames.contains(frame)
        case .read(let wasShown, _): return wasShown == isShown && (isShown || !goesOn)
        default: return false
        }
    }
}

/// A decoded frame that a worker holds during a call of `visit`.
package final class ShownFrame {
    private let worker: MediaWorker
    private let file: OpenFile
    private var loss: MediaError?

    init(_ worker: MediaWorker, of file: OpenFile) {
        (self.worker, self.file) = (worker, file)
    }

    /// Makes a picture of the frame.
    ///
    /// - Parameter format: The width and quality.
    /// - Returns: The picture.
    /// - Throws: ``MediaError/cannotEncode(file:reason:)``, or that the worker was lost.
    package func picture(_ format: PreviewFormat) throws(MediaError) -> Preview {
        do throws(MediaError) {
            guard case .picture(let preview) = try worker.ask(.make(format), about: file),
                format.allows(preview.size), preview.isPlausible
            else { throw worker.invalidAnswer(about: file) }
            return preview
        } catch {
            if case .workerLost = error { loss = error }
            throw error
        }
    }

    /// Throws if the worker was lost while it encoded the picture, so that reading cannot continue.
    func checkWorker() throws(MediaError) {
        if let loss { throw loss }
    }
}
