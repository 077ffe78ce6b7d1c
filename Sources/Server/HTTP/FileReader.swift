import Basics
import Media
import Synchronization
import System
import Transport

/// Reads files that clients download, a slice at a time, by threads of its own: whoever reads from a
/// disk may have to wait for it.
///
/// Belongs to the loop's thread.
final class FileReader {
    private let jobs = WorkQueue<ExchangeID, FileSlices>()
    /// Bytes of one slice, and of a download that wait before its reading pauses.
    static let slice = 64 << 10

    /// Starts the threads, which end with this object.
    ///
    /// `resume` is called on them where a client waits for the bytes that have been read, or for
    /// nothing any more.
    init(threads: Int = 2, resume: @escaping @Sendable (ExchangeID) -> Void) {
        for _ in 0..<threads {
            WorkThread.start(named: "vernier-files") { [jobs] in
                while let job = jobs.next() {
                    if job.readNext() { resume(job.exchange) }
                    if job.goesOn { jobs.post(job, for: job.exchange) }
                }
            }
        }
    }

    deinit { jobs.close() }

    /// The body of an answer: a part of a file, which is read while the client takes it.
    ///
    /// `release` is called once the client has taken all or has gone.
    func body(
        _ range: Range<Int64>,
        of file: OpenFile,
        for exchange: ExchangeID,
        release: @escaping () -> Void
    ) -> Body {
        let download = FileDownload(FileSlices(exchange, range, of: file), jobs, release)
        return .made(length: range.upperBound - range.lowerBound) { download.take(into: $0) }
    }
}

/// The part of a file that is downloaded, and how much of it has been read.
///
/// One thread at a time reads: the stream asks for more only after the one before has paused.
private final class FileSlices: Sendable {
    let exchange: ExchangeID
    let stream = ByteStream(limit: FileReader.slice)
    private let file: OpenFile
    private let end: Int64
    private let offset: Mutex<Int64>

    init(_ exchange: ExchangeID, _ range: Range<Int64>, of file: OpenFile) {
        (self.exchange, self.file) = (exchange, file)
        offset = Mutex(range.lowerBound)
        end = range.upperBound
    }

    /// Whether there is more to read, and the client's part of it does not wait yet.
    var goesOn: Bool { offset.withLock { $0 < end } && stream.goesOn() }

    /// Reads the next slice, unless nobody wants it; returns whether the client is to be told.
    func readNext() -> Bool {
        guard stream.isWanted else { return false }
        let bytes = offset.withLock { offset in
            let count = Int(min(Int64(FileReader.slice), end - offset))
            let bytes = file.bytes(in: Int(offset)..<Int(offset) + count)
            offset = bytes.isEmpty ? end : offset + Int64(bytes.count)
            return bytes
        }
        let isAwaited = stream.append(bytes[...])
        guard offset.withLock({ $0 == end }) else { return isAwaited }
        stream.end()
        return true
    }
}

/// The client's end of a download, which is given up with this object.
///
/// Belongs to the loop's thread.
private final class FileDownload {
    private let slices: FileSlices
    private let jobs: WorkQueue<ExchangeID, FileSlices>
    private let release: () -> Void

    init(
        _ slices: FileSlices,
        _ jobs: WorkQueue<ExchangeID, FileSlices>,
        _ release: @escaping () -> Void
    ) {
        (self.slices, self.jobs, self.release) = (slices, jobs, release)
        jobs.post(slices, for: slices.exchange)
    }

    deinit {
        _ = slices.stream.abandon()
        jobs.withdraw(slices.exchange)
        release()
    }

    /// Moves bytes into a buffer; the file may end early, or be unreadable.
    func take(into buffer: UnsafeMutableRawBufferPointer) -> Body.Piece {
        let (taken, mustAsk) = slices.stream.take(into: buffer)
        if mustAsk { jobs.post(slices, for: slices.exchange) }
        return switch taken {
        case .bytes(let count): .bytes(count)
        case .nothing: .notYet
        case .ended: .failed
        }
    }
}
