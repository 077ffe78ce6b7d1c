package import System
import Timeline

/// The worker's side of the channel: serves one request after the other, until the server closes
/// it.
///
/// Belongs to the thread that calls ``run(lacking:)``.
public final class WorkerLoop {
    let channel: WorkerChannel
    private var readers: [Int: Reader] = [:]
    /// The sounds that samples are read from.
    var sounds: [Int: Sound] = [:]
    /// The scan in progress.
    var scan: Scan?
    /// The cut of the last `cut` request, until `writeCut` brings the new file's descriptor.
    private var cut: Cut?

    /// Takes over the worker's end of the channel: a socket, which is closed with this object.
    package init(owning descriptor: Descriptor) {
        channel = WorkerChannel(OwnedDescriptor(descriptor.number))
    }

    /// Reports that the worker is ready and which protections are lacking, then serves requests
    /// until the channel is closed.
    public func run(lacking: [String]) {
        do {
            try answer(.ready(lacking: lacking))
            while true { try serve(try channel.receive()) }
        } catch {
            // The server has closed the channel, so there is nobody to report to.
        }
    }

    /// Sends an answer to the server.
    func answer(_ answer: WorkerAnswer) throws {
        try channel.send(answer.head, then: answer.pixels)
    }

    private func serve(_ message: consuming WorkerChannel.Message) throws {
        let request = try WorkerRequest(message.bytes)
        // Came too late: the read that it should stop has ended.
        if case .stop = request { return }
        do {
            try answer(try carryOut(request, with: &message))
        } catch let error as MediaError {
            try answer(.failed(error))
        }
    }

    private func carryOut(
        _ request: WorkerRequest,
        with message: inout WorkerChannel.Message
    ) throws -> WorkerAnswer {
        switch request {
        case .open(let number, let name, let index, let threads):
            let file = try Self.file(of: &message, name)
            let frames = try FrameReader(file, index: index, threads: threads)
            readers[number] = Reader(frames, of: index.info, named: name)
            return .done
        case .openBeside(let number, let other, let name, let threads):
            let file = try Self.file(of: &message, name)
            let other = try reader(other)
            let frames = try FrameReader(file, beside: other.frames, threads: threads)
            readers[number] = Reader(frames, of: other.info, named: name)
            return .done
        case .close(let number):
            (readers[number], sounds[number]) = (nil, nil)
            return .done
        case .distance(let number, let frame, let selection):
            return .distance(try reader(number).frames.distance(to: frame, selection))
        case .read(let number, let frame, let selection):
            return try read(frame, selection, by: try reader(number))
        case .takePixels(let number, let frame, let format):
            return try takePixels(of: frame, format, by: try reader(number))
        case .scan(let name, let stream, let earlier):
            scan = nil
            scan = try Scan(try Self.file(of: &message, name), stream: stream, after: earlier)
            return try opened()
        case .advance(let packets): return try advance(packets)
        case .expectKeyframes: return try expectKeyframes()
        case .partialTable: return .table(try current().builder?.partialTable())
        case .finish: return try finish()
        case .planCut(let job, let frames, let mode):
            return try plan(job, frames, mode, of: try Self.file(of: &message, job.name))
        case .cut(let job, let plan):
            let file = try Self.file(of: &message, job.name)
            cut = Cut(plan, of: file, job.index, to: job.path)
            return .done
        case .writeCut:
            guard let cut = cut.take(), let draft = message.descriptor else {
                throw WorkerChannel.Failure.malformed
            }
            try write(cut, to: draft)
            return .done
        case .sheet(let order): return .picture(try Self.sheet(order))
        case .survey(let job): return try survey(job, of: try Self.file(of: &message, job.name))
        case .overview(let job):
            return try overview(job, of: try Self.file(of: &message, job.name))
        case .openSound(let number, let job, let map):
            sounds[number] = try Sound(try Self.file(of: &message, job.name), job, map)
            return .done
        case .readSound(let number, let order): return try read(order, by: number)
        case .make, .proceed, .stop: throw WorkerChannel.Failure.malformed
        }
    }

    private static func file(
        of message: inout WorkerChannel.Message,
        _ name: String
    ) throws -> OpenFile {
        guard let descriptor = message.takeDescriptor() else {
            throw WorkerChannel.Failure.malformed
        }
        return try OpenFile(handed: OwnedDescriptor(descriptor.number), name: name)
    }

    /// Makes a sprite sheet; an error gets the file's name from the server.
    private static func sheet(_ order: SheetOrder) throws(MediaError) -> Preview {
        do throws(JPEGError) {
            return try SpriteSheetMaker().make(order.tiles, in: order.grid)
        } catch {
            throw .cannotEncode(file: "", reason: error.text)
        }
    }

    private func reader(_ number: Int) throws(WorkerChannel.Failure) -> Reader {
        guard let reader = readers[number] else { throw .malformed }
        return reader
    }

    /// Asks the server whether to continue.
    func isWanted(_ question: WorkerAnswer) -> Bool {
        try? answer(question)
        guard let bytes = try? channel.receive().bytes,
            case .proceed(true)? = try? WorkerRequest(bytes)
        else { return false }
        return true
    }
}

extension WorkerLoop {
    /// A file that frames are read from, with its decoder and encoder.
    final class Reader {
        var frames: FrameReader
        var maker: PreviewMaker
        var losslessMaker: LosslessMaker
        let info: MediaInfo

        init(_ frames: consuming FrameReader, of info: MediaInfo, named file: String) {
            self.frames = frames
            self.info = info
            maker = PreviewMaker(info: info, file: file)
            losslessMaker = LosslessMaker(info: info, file: file)
        }
    }

    /// Decodes up to a frame, and reports each frame that is output.
    func read(
        _ frame: Int,
        _ selection: FrameReader.FrameSelection,
        by reader: Reader
    ) throws -> WorkerAnswer {
        var failure: (any Error)?
        var pace = ShownFrames(selection, to: frame)
        let wasShown = try reader.frames.read(frame, selection) { frame, picture in
            do {
                guard pace.admits(frame, at: .now) else { return try pass(frame) }
                return try show(frame, picture, by: reader)
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
        return .read(wasShown: wasShown, decoded: reader.frames.counts.framesDecoded)
    }

    /// Decodes up to a frame, and sends its pixels.
    private func takePixels(
        of frame: Int,
        _ format: LosslessFormat,
        by reader: Reader
    ) throws -> WorkerAnswer {
        var failure: (any Error)?
        let wasShown = try reader.frames.read(frame, .since(frame)) { passed, picture in
            do {
                guard passed == frame else { return try pass(passed) }
                try answer(.lossless(try reader.losslessMaker.make(from: picture, format)))
                return true
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
        return .read(wasShown: wasShown, decoded: reader.frames.counts.framesDecoded)
    }

    /// Reports an unwanted frame, and returns whether to continue, without waiting for an answer.
    private func pass(_ frame: Int) throws -> Bool {
        try answer(.passed(frame: frame))
        guard channel.isReady else { return true }
        guard case .stop = try WorkerRequest(try channel.receive().bytes) else {
            throw WorkerChannel.Failure.malformed
        }
        return false
    }

    /// Reports a wanted frame, encodes it if asked to, and returns whether to continue.
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

/// Which frames of a read are shown to the server, which then decides on each; that takes longer
/// than decoding one.
private struct ShownFrames {
    private let selection: FrameReader.FrameSelection
    private let target: Int
    /// Those before it are shown from time to time.
    private let firstWanted: Int
    private var last: ContinuousClock.Instant?
    /// With the time that a picture takes it is less than the 100 ms in which one is due.
    private static let interval = Duration.milliseconds(80)

    init(_ selection: FrameReader.FrameSelection, to target: Int) {
        (self.selection, self.target) = (selection, target)
        firstWanted =
            switch selection {
            case .resting(let first): min(first, target)
            case .fromAfar: target
            default: 0
            }
    }

    mutating func admits(_ frame: Int, at now: ContinuousClock.Instant) -> Bool {
        guard selection.shows(frame, decodingTo: target) else { return false }
        guard frame < firstWanted else { return true }
        if let last, now - last < Self.interval { return false }
        last = now
        return true
    }
}
