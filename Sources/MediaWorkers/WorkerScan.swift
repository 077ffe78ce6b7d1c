package import Media
package import Timeline

/// An ``IndexBuilder`` in a worker's process.
///
/// A worker has one scan at a time. Blocks. Belongs to the worker's thread.
package final class WorkerScan {
    private let worker: MediaWorker
    private let file: OpenFile

    /// The information from the file's headers.
    package let info: MediaInfo
    /// How much of the file has been scanned, in 0…1.
    package private(set) var progress = 0.0
    /// How many packets are known, from the first.
    package private(set) var packetCount: Int
    /// How many packets have been read.
    package private(set) var packetsRead: Int
    /// How often a worker may be asked for keyframes: each time it looks at one place at least.
    package static let mostLooks = KeyframeSampler.limit
    /// Whether the scan goes on from an earlier one.
    package let isResumed: Bool

    /// Opens a file for scanning, and reads up to what is new in one that has grown.
    ///
    /// - Parameters:
    ///   - worker: The worker that scans it.
    ///   - file: The file.
    ///   - stream: The number of the stream to index; `nil` takes the best one.
    ///   - earlier: What the file may have grown from.
    /// - Throws: ``MediaError`` as ``IndexBuilder`` does, and when the worker is lost.
    package init(
        _ worker: MediaWorker,
        _ file: OpenFile,
        stream: Int? = nil,
        after earlier: MediaIndex? = nil
    ) throws(MediaError) {
        (self.worker, self.file) = (worker, file)
        try worker.prepare(for: file)
        let request = WorkerRequest.scan(name: file.name, stream: stream, after: earlier)
        let answer = try worker.ask(request, about: file, sending: .file)
        guard case .opened(let info, let known, let read) = answer,
            known <= earlier?.table.packets.count ?? 0
        else { throw worker.invalidAnswer(about: file) }
        (self.info, packetCount, packetsRead, isResumed) = (info, known, read, known > 0)
    }

    /// Scans up to `limit` more packets; returns `false` once the end has been reached.
    package func scan(atMost limit: Int) throws(MediaError) -> Bool {
        guard
            case .scanned(let packets, let progress, let goesOn) = try worker.ask(
                .advance(packets: limit),
                about: file
            ), isProgress(packets - packetCount, goesOn, atMost: limit), (0...1).contains(progress)
        else { throw worker.invalidAnswer(about: file) }
        packetsRead += packets - packetCount
        (packetCount, self.progress) = (packets, progress)
        return goesOn
    }

    /// Whether a step can have scanned `packets` more: exactly `limit`, unless it reached the end.
    private func isProgress(_ packets: Int, _ goesOn: Bool, atMost limit: Int) -> Bool {
        goesOn ? packets == limit : (0...limit).contains(packets)
    }

    /// Adds keyframes ahead of the scan, all that the container lists or some that are found all over
    /// the file; returns whether to ask again for more.
    package func expectKeyframes(isCancelled: () -> Bool) throws(MediaError) -> Bool {
        let answer = try askCancellable(.expectKeyframes, { _ in }, isCancelled)
        guard case .scanned(packetCount, _, let goesOn) = answer else {
            throw worker.invalidAnswer(about: file)
        }
        return goesOn
    }

    /// The frames scanned so far and the keyframes ahead; `nil` while the order is unknown.
    package func partialTable() throws(MediaError) -> FrameTable? {
        guard case .table(let table) = try worker.ask(.partialTable, about: file),
            table.map({ !$0.isComplete && $0.scanned == packetCount }) ?? true
        else { throw worker.invalidAnswer(about: file) }
        return table
    }

    /// The whole index, once ``scan(atMost:)`` has returned `false`.
    ///
    /// - Parameters:
    ///   - decoding: Called repeatedly where the file has to be decoded.
    ///   - isCancelled: Asked repeatedly where the file has to be read again.
    /// - Returns: The index, with at least one frame.
    /// - Throws: ``MediaError`` as ``IndexBuilder`` does, and when the worker is lost.
    package func finish(
        decoding: (WholeDecode) -> Void = { _ in },
        isCancelled: () -> Bool
    ) throws(MediaError) -> MediaIndex {
        guard case .index(let index) = try askCancellable(.finish, decoding, isCancelled),
            index.table.count > 0, index.table.isComplete, index.info.agrees(with: info),
            index.table.packets.count == packetCount
        else { throw worker.invalidAnswer(about: file) }
        return index
    }

    /// Sends a request that takes long, during which the worker asks whether to continue.
    private func askCancellable(
        _ request: WorkerRequest,
        _ decoding: (WholeDecode) -> Void,
        _ isCancelled: () -> Bool
    ) throws(MediaError) -> WorkerAnswer {
        // It asks once in hundreds of packets, may have to decode each of them, and may find more
        // than are known here.
        let questions = 1000 + packetCount / 32
        return try worker.askCancellable(
            request,
            about: file,
            questions: questions,
            decoding: decoding,
            isCancelled: isCancelled
        )
    }
}
