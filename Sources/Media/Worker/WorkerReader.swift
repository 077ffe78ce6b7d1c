import Timeline

/// What a ``FrameReader`` does, done in a worker's process, and pictures made of its frames.
///
/// Belongs to the worker's thread.
public final class WorkerReader {
    private let worker: MediaWorker
    private let file: OpenFile
    private let index: MediaIndex
    private let threads: Int
    private let number: Int
    private var generation = -1
    /// What the process had decoded for this reader when it last said so.
    private var lastCount = 0

    /// Frames that were decoded so far, by all processes that there were.
    public private(set) var framesDecoded = 0

    /// Opens a file for reading frames.
    ///
    /// - Parameters:
    ///   - worker: Who reads.
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

    /// The packets left until a frame comes out; `nil` when it takes a seek.
    public func distance(to frame: Int, _ manner: FrameReader.Manner) -> Int? {
        let request = WorkerRequest.distance(reader: number, frame: frame, manner)
        guard worker.generation == generation,
            case .distance(let packets)? = try? worker.ask(request, about: file, blaming: false)
        else { return nil }
        return packets
    }

    /// Decodes a frame and shows it to `visit`, after those that are wanted on the way.
    ///
    /// - Parameters:
    ///   - frame: The frame's number.
    ///   - manner: Which frames are wanted on the way.
    ///   - visit: Called with each, and with the number alone of each that is decoded for others'
    ///     sake; returns whether to go on. The worker may be a frame further by then.
    /// - Throws: ``MediaError``; ``MediaError/workerLost(file:reason:)`` when the process ended.
    public func read(
        _ frame: Int,
        _ manner: FrameReader.Manner,
        visit: (_ frame: Int, _ shown: ShownFrame?) -> Bool
    ) throws(MediaError) {
        try ensureOpen()
        try worker.tell(.read(reader: number, frame: frame, manner), about: file)
        var goesOn = true
        var left = SeekPlan.mostFrames(to: frame, in: index.table)
        while true {
            switch try worker.hear(about: file) {
            case .passed(let frame) where frame < index.table.count && left > 0:
                left -= 1
                guard goesOn else { continue }
                goesOn = visit(frame, nil)
                if !goesOn { try worker.tell(.stop, about: file) }
            case .shown(let frame) where frame < index.table.count && left > 0:
                left -= 1
                let shown = ShownFrame(worker, of: file)
                goesOn = goesOn && visit(frame, shown)
                try shown.checkWorker()
                try worker.tell(.proceed(goesOn), about: file)
            case .read(_, let decoded): return count(decoded)
            default: throw worker.mistrust(over: file)
            }
        }
    }

    private func count(_ decoded: Int) {
        framesDecoded += max(0, decoded - lastCount)
        lastCount = decoded
    }

    private func ensureOpen() throws(MediaError) {
        try worker.admit(file)
        guard worker.generation != generation else { return }
        let request = WorkerRequest.open(
            reader: number,
            name: file.name,
            index: index,
            threads: threads
        )
        guard case .done = try worker.ask(request, about: file, sending: file.descriptor) else {
            throw worker.mistrust(over: file)
        }
        (generation, lastCount) = (worker.generation, 0)
    }
}

/// A frame that a worker holds before the eye, for as long as it is visited.
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
    /// - Parameter format: What it should look like.
    /// - Returns: The picture.
    /// - Throws: ``MediaError/cannotEncode(file:reason:)``, or that the worker was lost.
    public func picture(_ format: PreviewFormat) throws(MediaError) -> Preview {
        do throws(MediaError) {
            guard case .picture(let preview) = try worker.ask(.make(format), about: file),
                format.allows(preview.size)
            else { throw worker.mistrust(over: file) }
            return preview
        } catch {
            if case .workerLost = error { loss = error }
            throw error
        }
    }

    /// Throws when the worker was lost over the picture, so that there is nothing to go on with.
    func checkWorker() throws(MediaError) {
        if let loss { throw loss }
    }
}

extension PreviewFormat {
    /// Whether a picture that was asked for in this form may have a size.
    func allows(_ size: PixelSize) -> Bool {
        Limits.allow(size) && size.width <= width ?? Limits.side
    }
}
