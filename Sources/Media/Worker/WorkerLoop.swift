import Glibc
import Timeline

/// A worker's side: does what it is asked to, one request after the other, until nobody asks.
///
/// Belongs to the thread that runs it.
public final class WorkerLoop {
    private let channel: WorkerChannel
    private var readers: [Int: Reader] = [:]
    private var scan: Scan?
    /// What is cut as soon as the file comes that it goes to.
    private var cut: Cut?
    /// Packets between two questions whether to go on.
    private static let stretch = 512

    /// A file that frames are read from.
    private final class Reader {
        var frames: FrameReader
        var maker: PreviewMaker

        init(_ file: OpenFile, _ index: MediaIndex, threads: Int) throws(MediaError) {
            frames = try FrameReader(file, index: index, threads: threads)
            maker = PreviewMaker(info: index.info, file: file.name)
        }
    }

    /// A file that is being scanned.
    private final class Scan {
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

    /// Takes over an end of the channel: a socket, which is closed with this object.
    public init(owning descriptor: CInt) { channel = WorkerChannel(owning: descriptor) }

    /// Says which protections are lacking, and works until the other side goes.
    public func run(lacking: [String]) {
        do {
            try answer(.ready(lacking: lacking))
            while true { try serve(try channel.receive()) }
        } catch {
            // The other side has gone, and nobody is left to tell.
        }
    }

    private func answer(_ answer: WorkerAnswer) throws { try channel.send(answer.bytes) }

    private func serve(_ message: WorkerChannel.Message) throws {
        let request = try WorkerRequest(message.bytes)
        // What it should have stopped was over.
        if case .stop = request { return }
        do {
            try answer(try carryOut(request, with: message.descriptor))
        } catch let error as MediaError {
            try answer(.failed(error))
        }
    }

    private func carryOut(_ request: WorkerRequest, with file: CInt?) throws -> WorkerAnswer {
        switch request {
        case .open(let number, let name, let index, let threads):
            let file = try Self.file(file, name)
            readers[number] = try Reader(file, index, threads: threads)
            return .done
        case .close(let number):
            readers[number] = nil
            return .done
        case .distance(let number, let frame, let manner):
            return .distance(try reader(number).frames.distance(to: frame, manner))
        case .read(let number, let frame, let manner):
            return try read(frame, manner, by: try reader(number))
        case .scan(let name, let stream):
            scan = nil
            scan = try Scan(try Self.file(file, name), stream: stream)
            return .opened(try current().info)
        case .advance(let packets): return try advance(packets)
        case .expectKeyframes: return try expectKeyframes()
        case .partialTable: return .table(try current().builder?.partialTable())
        case .finish: return try finish()
        case .planCut(let order, let frames, let mode):
            return try plan(order, frames, mode, of: try Self.file(file, order.name))
        case .cut(let order, let plan):
            cut = Cut(plan, of: try Self.file(file, order.name), order.index, to: order.path)
            return .done
        case .writeCut:
            guard let cut = cut.take(), let file else { throw WorkerChannel.Failure.malformed }
            try write(cut, to: file)
            return .done
        case .make, .proceed, .stop: throw WorkerChannel.Failure.malformed
        }
    }

    private static func file(_ descriptor: CInt?, _ name: String) throws -> OpenFile {
        guard let descriptor else { throw WorkerChannel.Failure.malformed }
        return try OpenFile(owning: descriptor, name: name)
    }

    private func reader(_ number: Int) throws(WorkerChannel.Failure) -> Reader {
        guard let reader = readers[number] else { throw .malformed }
        return reader
    }

    private func current() throws(WorkerChannel.Failure) -> Scan {
        guard let scan, scan.builder != nil else { throw .malformed }
        return scan
    }
}

// MARK: - Frames

extension WorkerLoop {
    private func read(
        _ frame: Int,
        _ manner: FrameReader.Manner,
        by reader: Reader
    ) throws -> WorkerAnswer {
        var failure: (any Error)?
        let isWanted = { manner.shows($0, onTheWayTo: frame) }
        let wasShown = try reader.frames.read(frame, manner) { frame, picture in
            do {
                guard isWanted(frame) else { return try pass(frame) }
                return try show(frame, picture, by: reader)
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
        return .read(wasShown: wasShown, decoded: reader.frames.work.framesDecoded)
    }

    /// Tells of a frame, and returns whether to go on, without waiting to hear.
    private func pass(_ frame: Int) throws -> Bool {
        try answer(.passed(frame: frame))
        guard channel.isReady else { return true }
        guard case .stop = try WorkerRequest(try channel.receive().bytes) else {
            throw WorkerChannel.Failure.malformed
        }
        return false
    }

    /// Tells of a frame, makes what is wanted of it, and returns whether to go on.
    private func show(
        _ frame: Int,
        _ picture: borrowing Picture,
        by reader: Reader
    ) throws -> Bool {
        try answer(.shown(frame: frame))
        while true {
            switch try WorkerRequest(try channel.receive().bytes) {
            case .proceed(let goesOn): return goesOn
            case .stop: continue
            case .make(let format):
                do throws(MediaError) {
                    let preview = try reader.maker.make(from: picture, format)
                    try? answer(.picture(preview))
                } catch {
                    try? answer(.failed(error))
                }
            default: throw WorkerChannel.Failure.malformed
            }
        }
    }
}

// MARK: - Scans

extension WorkerLoop {
    private func advance(_ packets: Int) throws -> WorkerAnswer {
        let scan = try current()
        let goesOn = scan.builder?.scan(atMost: packets) ?? false
        return .scanned(
            packets: scan.builder?.packetCount ?? 0,
            progress: scan.builder?.progress ?? 1,
            goesOn: goesOn
        )
    }

    private func expectKeyframes() throws -> WorkerAnswer {
        let scan = try current()
        var question = Question(every: Self.stretch)
        let keyframes = try? Keyframes(of: scan.file, stream: scan.stream) {
            !question.goesOn(askedBy: self)
        }
        if let keyframes { scan.builder?.expect(keyframes) }
        return .done
    }

    private func finish() throws -> WorkerAnswer {
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

    /// Asks whether to go on.
    func isWanted(_ question: WorkerAnswer = .asking) -> Bool {
        try? answer(question)
        guard let bytes = try? channel.receive().bytes,
            case .proceed(true)? = try? WorkerRequest(bytes)
        else { return false }
        return true
    }
}
