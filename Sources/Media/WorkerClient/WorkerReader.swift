import Timeline

/// A ``FrameReader`` in a worker's process, whose frames are encoded there.
///
/// Blocks. Belongs to the worker's thread. Reopens the file when the process was restarted.
public final class WorkerReader {
    private let worker: MediaWorker
    private let file: OpenFile
    private let index: MediaIndex
    private let threads: Int
    private let number: Int
    private var generation = -1
    /// The number of decoded frames that the process last reported for this reader.
    private var lastCount = 0

    /// Frames that were decoded so far, by all processes together.
    public private(set) var framesDecoded = 0

    /// Opens a file for reading frames.
    ///
    /// - Parameters:
    ///   - worker: The worker that reads it.
    ///   - file: The file that was indexed.
    ///   - index: Its index.
    ///   - threads: Frame threads of the decoder.
    /// - Throws: ``MediaError`` as ``FrameReader`` does, and when the worker is lost.
    public init(
        _ worker: MediaWorker,
        _ file: OpenFile,
        index: MediaIndex,
        threads: Int
    ) throws(MediaError) {
        (self.worker, self.file, self.index, self.threads) = (worker, file, index, threads)
        number = worker.nextReader()
        try ensureOpen()
    }

    deinit {
        guard worker.generation == generation else { return }
        _ = try? worker.ask(.close(reader: number), about: file, blaming: false)
    }

    /// How many packets have to be decoded until a frame; `nil` when it takes a seek.
    public func distance(to frame: Int, _ selection: FrameReader.FrameSelection) -> Int? {
        let request = WorkerRequest.distance(reader: number, frame: frame, selection)
        guard worker.generation == generation,
            case .distance(let packets)? = try? worker.ask(request, about: file, blaming: false)
        else { return nil }
        return packets
    }

    /// Decodes a frame and passes it to `visit`, after the frames decoded before it.
    ///
    /// - Parameters:
    ///   - frame: The frame's number.
    ///   - selection: Which frames before or after it are wanted as well.
    ///   - visit: Called with each wanted frame, and with the number and `nil` for others that are
    ///     decoded; returns whether to continue. The worker may be one frame ahead by then.
    /// - Throws: ``MediaError``; ``MediaError/workerLost(file:reason:)`` when the process ended.
    public func read(
        _ frame: Int,
        _ selection: FrameReader.FrameSelection,
        visit: (_ frame: Int, _ shown: ShownFrame?) -> Bool
    ) throws(MediaError) {
        try ensureOpen()
        try worker.send(.read(reader: number, frame: frame, selection), about: file)
        var goesOn = true
        var left = SeekPlan.mostFrames(to: frame, in: index.table)
        while true {
            switch try worker.receive(about: file) {
            case .passed(let frame) where frame < index.table.count && left > 0:
                left -= 1
                guard goesOn else { continue }
                goesOn = visit(frame, nil)
                if !goesOn { try worker.send(.stop, about: file) }
            case .shown(let frame) where frame < index.table.count && left > 0:
                left -= 1
                let shown = ShownFrame(worker, of: file)
                goesOn = goesOn && visit(frame, shown)
                try shown.checkWorker()
                try worker.send(.proceed(goesOn), about: file)
            case .read(_, let decoded): return count(decoded)
            default: throw worker.invalidAnswer(about: file)
            }
        }
    }

    private func count(_ decoded: Int) {
        framesDecoded += max(0, decoded - lastCount)
        lastCount = decoded
    }

    private func ensureOpen() throws(MediaError) {
        try worker.prepare(for: file)
        guard worker.generation != generation else { return }
        let request = WorkerRequest.open(
            reader: number,
            name: file.name,
            index: index,
            threads: threads
        )
        guard case .done = try worker.ask(request, about: file, sending: file.descriptor) else {
            throw worker.invalidAnswer(about: file)
        }
        (generation, lastCount) = (worker.generation, 0)
    }
}

/// A decoded frame that a worker holds during a call of `visit`.
public final class ShownFrame {
    private let worker: MediaWorker
    private let file: OpenFile
    private let generation: Int
    private var loss: MediaError?

    init(_ worker: MediaWorker, of file: OpenFile) {
        (self.worker, self.file, generation) = (worker, file, worker.generation)
    }

    /// Makes a picture of the frame.
    ///
    /// - Parameter format: The width and quality.
    /// - Returns: The picture.
    /// - Throws: ``MediaError/cannotEncode(file:reason:)``, or that the worker was lost.
    public func picture(_ format: PreviewFormat) throws(MediaError) -> Preview {
        do throws(MediaError) {
            guard case .picture(let preview) = try worker.ask(.make(format), about: file),
                format.allows(preview.size)
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

extension PreviewFormat {
    /// Whether a picture in this format may have this size.
    func allows(_ size: PixelSize) -> Bool {
        MediaLimits.allow(size) && size.width <= width ?? MediaLimits.side
    }
}
