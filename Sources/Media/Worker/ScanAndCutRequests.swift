import System
import Timeline

/// Requests that take long, scans and cuts, during which the worker asks whether to continue.
extension WorkerLoop {
    /// A file that is being scanned.
    final class Scan {
        let file: OpenFile
        let stream: Int?
        let info: MediaInfo
        var builder: IndexBuilder?
        /// What looks for keyframes that are not listed; `nil` before the container was asked, or
        /// where it has a list.
        var sampler: KeyframeSampler?
        var hasAskedContainer = false

        init(_ file: OpenFile, stream: Int?, after earlier: MediaIndex?) throws(MediaError) {
            (self.file, self.stream) = (file, stream)
            let builder = try IndexBuilder(file, stream: stream, after: earlier)
            info = builder.info
            self.builder = consume builder
        }
    }

    /// Packets between two `asking` messages.
    private static let packetsPerPoll = 512

    /// The scan in progress.
    ///
    /// - Throws: `malformed` where there is none.
    func current() throws(WorkerChannel.Failure) -> Scan {
        guard let scan, scan.builder != nil else { throw .malformed }
        return scan
    }

    /// Tells of the scan that has just begun.
    func opened() throws(WorkerChannel.Failure) -> WorkerAnswer {
        let scan = try current()
        return .opened(
            scan.info,
            known: scan.builder?.packetCount ?? 0,
            read: scan.builder?.packetsRead ?? 0
        )
    }

    /// Scans some more packets.
    func advance(_ packets: Int) throws -> WorkerAnswer {
        let scan = try current()
        let goesOn = scan.builder?.scan(atMost: packets) ?? false
        return .scanned(
            packets: scan.builder?.packetCount ?? 0,
            progress: scan.builder?.progress ?? 1,
            goesOn: goesOn
        )
    }

    /// Finds keyframes ahead of the scan: those that the container lists or, where it has no list, some
    /// more in each of several requests.
    func expectKeyframes() throws -> WorkerAnswer {
        let scan = try current()
        var poll = CancellationPoll(every: Self.packetsPerPoll)
        if !scan.hasAskedContainer {
            scan.hasAskedContainer = true
            let keyframes = try? ContainerKeyframes(of: scan.file, stream: scan.stream) {
                !poll.goesOn(askedBy: self)
            }
            if let keyframes { scan.builder?.expect(keyframes) }
            if keyframes?.isUnlisted ?? true {
                scan.sampler = try? KeyframeSampler(scan.file, stream: scan.stream)
            }
        }
        scan.sampler?.look(until: .now + Self.lookTime) { !poll.goesOn(askedBy: self) }
        if let keyframes = scan.sampler?.keyframes { scan.builder?.expect(keyframes) }
        return .scanned(
            packets: scan.builder?.packetCount ?? 0,
            progress: scan.builder?.progress ?? 1,
            goesOn: scan.sampler?.isDone == false
        )
    }

    /// How long keyframes are looked for before clients are told of those that were found.
    private static let lookTime = Duration.milliseconds(100)

    /// Builds the complete index.
    func finish() throws -> WorkerAnswer {
        let scan = try current()
        guard let builder = scan.builder.take() else { throw WorkerChannel.Failure.malformed }
        var poll = CancellationPoll(every: Self.packetsPerPoll)
        return .index(
            try builder.finish(
                decoding: { poll.note($0) },
                isCancelled: { !poll.goesOn(askedBy: self) }
            )
        )
    }

    /// Asks the server regularly, by the number of packets, whether the work is still wanted.
    private struct CancellationPoll {
        private var every: Int
        private var count = 0
        private var isWanted = true
        private var question = WorkerAnswer.asking
        /// Frames that are decoded between two questions, the first of which comes at once.
        private static let framesPerPoll = 64

        init(every: Int) { self.every = every }

        /// Has the questions tell how much is decoded.
        mutating func note(_ decode: WholeDecode) {
            if case .asking = question { (every, count) = (Self.framesPerPoll, -1) }
            question = .decoding(decode)
        }

        mutating func goesOn(askedBy loop: WorkerLoop) -> Bool {
            count += 1
            guard isWanted, count.isMultiple(of: every) else { return isWanted }
            isWanted = loop.isWanted(question)
            return isWanted
        }
    }
}

extension WorkerLoop {
    /// Plans a cut of a file whose descriptor came with the request.
    func plan(
        _ job: CutJob,
        _ frames: ClosedRange<Int>,
        _ mode: CutMode,
        of file: OpenFile
    ) throws(MediaError) -> WorkerAnswer {
        let poll = TimedPoll(of: self)
        let cut = try Cut(frames, mode, of: file, job.index, to: job.path) {
            !poll.goesOn(.asking)
        }
        return .planned(cut.plan)
    }

    /// Writes the cut of the last `cut` request to a descriptor, which stays open.
    func write(_ cut: Cut, to file: Descriptor) throws(MediaError) {
        let poll = TimedPoll(of: self)
        try cut.write(to: file) { poll.goesOn(.cutting(progress: $0)) }
    }

    /// Reports progress and asks whether to continue, every 50 ms: well within the server's
    /// timeout, and rarely enough to cost nothing.
    final class TimedPoll {
        private let loop: WorkerLoop
        private var last: ContinuousClock.Instant?
        private var isWanted = true
        private static let pause = Duration.milliseconds(50)

        init(of loop: WorkerLoop) { self.loop = loop }

        func goesOn(_ message: WorkerAnswer) -> Bool {
            let isDue = last.map { .now - $0 >= Self.pause } ?? true
            guard isWanted, isDue else { return isWanted }
            isWanted = loop.isWanted(message)
            last = .now
            return isWanted
        }
    }
}
