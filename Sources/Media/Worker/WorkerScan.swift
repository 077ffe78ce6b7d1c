public import Timeline

/// Scans a file's packets as an ``IndexBuilder`` does, in a worker's process.
///
/// A worker makes one scan at a time. Belongs to the worker's thread.
public final class WorkerScan {
    private let worker: MediaWorker
    private let file: OpenFile

    /// What the file says about itself.
    public let info: MediaInfo
    /// How much of the file has been scanned, in 0…1.
    public private(set) var progress = 0.0
    /// How many packets have been scanned.
    public private(set) var packetCount = 0

    /// Opens a file for scanning.
    ///
    /// - Parameters:
    ///   - worker: Who scans.
    ///   - file: The file.
    ///   - stream: The number of the stream to index; `nil` takes the best one.
    /// - Throws: ``MediaError`` as ``IndexBuilder`` does, and when the worker is lost.
    public init(
        _ worker: MediaWorker,
        _ file: OpenFile,
        stream: Int? = nil
    ) throws(MediaError) {
        (self.worker, self.file) = (worker, file)
        try worker.admit(file)
        let request = WorkerRequest.scan(name: file.name, stream: stream)
        let answer = try worker.ask(request, about: file, sending: file.descriptor)
        guard case .opened(let info) = answer else { throw worker.mistrust(over: file) }
        self.info = info
    }

    /// Scans up to `limit` more packets; returns `false` once the end has been reached.
    public func scan(atMost limit: Int) throws(MediaError) -> Bool {
        guard
            case .scanned(let packets, let progress, let goesOn) = try worker.ask(
                .advance(packets: limit),
                about: file
            ), isProgress(packets - packetCount, goesOn, atMost: limit), (0...1).contains(progress)
        else { throw worker.mistrust(over: file) }
        (packetCount, self.progress) = (packets, progress)
        return goesOn
    }

    /// Whether so many packets more can be true: whoever goes on has read as many as he was asked to.
    private func isProgress(_ packets: Int, _ goesOn: Bool, atMost limit: Int) -> Bool {
        goesOn ? packets == limit : (0...limit).contains(packets)
    }

    /// Finds the keyframes that can be found before the scan comes to them.
    public func expectKeyframes(isCancelled: () -> Bool) throws(MediaError) {
        guard case .done = try converse(.expectKeyframes, isCancelled) else {
            throw worker.mistrust(over: file)
        }
    }

    /// The frames scanned so far and the keyframes ahead, or `nil` while nothing can be said.
    public func partialTable() throws(MediaError) -> FrameTable? {
        guard case .table(let table) = try worker.ask(.partialTable, about: file) else {
            throw worker.mistrust(over: file)
        }
        return table
    }

    /// The whole index, once ``scan(atMost:)`` has returned `false`.
    ///
    /// - Parameter isCancelled: Asked now and then when the file has to be decoded.
    /// - Returns: The index, with at least one frame.
    /// - Throws: ``MediaError`` as ``IndexBuilder`` does, and when the worker is lost.
    public func finish(isCancelled: () -> Bool) throws(MediaError) -> MediaIndex {
        guard case .index(let index) = try converse(.finish, isCancelled), index.table.count > 0
        else { throw worker.mistrust(over: file) }
        return index
    }

    /// Asks for what takes long; the worker asks back whether it is still wanted.
    private func converse(
        _ request: WorkerRequest,
        _ isCancelled: () -> Bool
    ) throws(MediaError) -> WorkerAnswer {
        // It asks once in hundreds of packets, and may have to decode each, of more than are known.
        let questions = 1000 + packetCount / 32
        return try worker.converse(
            request,
            about: file,
            questions: questions,
            isCancelled: isCancelled
        )
    }
}
