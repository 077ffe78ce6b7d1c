extension WorkerLoop {
    /// A file that is being scanned.
    final class Scan {
        let file: OpenFile
        let stream: Int?
        let info: MediaInfo
        var builder: IndexBuilder?

        init(_ file: OpenFile, stream: Int?) throws(MediaError) {
            (self.file, self.stream) = (file, stream)
            let builder = try IndexBuilder(file, stream: stream)
            info = builder.info
            self.builder = consume builder
        }
    }

    /// Packets between two questions whether to go on.
    private static let stretch = 512

    /// The file that is being scanned, as long as it is.
    func current() throws(WorkerChannel.Failure) -> Scan {
        guard let scan, scan.builder != nil else { throw .malformed }
        return scan
    }

    /// Reads some packets on.
    func advance(_ packets: Int) throws -> WorkerAnswer {
        let scan = try current()
        let goesOn = scan.builder?.scan(atMost: packets) ?? false
        return .scanned(
            packets: scan.builder?.packetCount ?? 0,
            progress: scan.builder?.progress ?? 1,
            goesOn: goesOn
        )
    }

    /// Looks for keyframes ahead of the scan.
    func expectKeyframes() throws -> WorkerAnswer {
        let scan = try current()
        var question = Question(every: Self.stretch)
        let keyframes = try? Keyframes(of: scan.file, stream: scan.stream) {
            !question.goesOn(askedBy: self)
        }
        if let keyframes { scan.builder?.expect(keyframes) }
        return .done
    }

    /// Makes the index of all that was scanned.
    func finish() throws -> WorkerAnswer {
        let scan = try current()
        guard let builder = scan.builder.take() else { throw WorkerChannel.Failure.malformed }
        var question = Question(every: Self.stretch)
        return .index(try builder.finish { !question.goesOn(askedBy: self) })
    }

    /// Asks now and then whether what takes long is still wanted.
    private struct Question {
        let every: Int
        private var count = 0
        private var isWanted = true

        init(every: Int) { self.every = every }

        mutating func goesOn(askedBy loop: WorkerLoop) -> Bool {
            count += 1
            guard isWanted, count.isMultiple(of: every) else { return isWanted }
            isWanted = loop.isWanted()
            return isWanted
        }
    }
}
