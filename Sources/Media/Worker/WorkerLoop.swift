import Glibc
import Timeline

/// A worker's side: does what it is asked to, one request after the other, until nobody asks.
///
/// Belongs to the thread that runs it.
public final class WorkerLoop {
    let channel: WorkerChannel
    private var readers: [Int: Reader] = [:]
    /// What is being scanned.
    var scan: Scan?
    /// What is cut as soon as the file comes that it goes to.
    private var cut: Cut?

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

    /// Says something to the server.
    func answer(_ answer: WorkerAnswer) throws { try channel.send(answer.bytes) }

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

    /// Asks whether to go on.
    func isWanted(_ question: WorkerAnswer = .asking) -> Bool {
        try? answer(question)
        guard let bytes = try? channel.receive().bytes,
            case .proceed(true)? = try? WorkerRequest(bytes)
        else { return false }
        return true
    }
}
