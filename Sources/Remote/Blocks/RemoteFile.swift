import Media
import Synchronization
import System

/// A file that lies elsewhere, as it is read here and by workers.
final class RemoteFile: RemoteContent {
    private let object: RemoteObject
    /// Makes one who reads, for this process and for each worker.
    private let makeReader: @Sendable () -> any RangeSource
    /// Makes one who reads for a scan.
    private let makeScanReader: @Sendable () -> any RangeSource
    private let reader: any RangeSource
    /// Reads that wait now, here and for workers.
    private let reads = Atomic(0)

    private init(
        _ object: RemoteObject,
        _ makeReader: @escaping @Sendable () -> any RangeSource,
        forScans makeScanReader: @escaping @Sendable () -> any RangeSource
    ) {
        (self.object, self.makeReader) = (object, makeReader)
        self.makeScanReader = makeScanReader
        reader = makeReader()
    }

    /// A file that is read by blocks, by scans at a pace.
    convenience init(_ object: RemoteObject, _ cache: BlockCache, _ pace: ScanPace) {
        self.init(object) {
            RemoteReader(object, cache, pace, forScan: false)
        } forScans: {
            RemoteReader(object, cache, pace, forScan: true)
        }
    }

    /// A file that is downloaded as a whole, once somebody reads it.
    convenience init(_ object: RemoteObject, _ files: WholeFiles) {
        let download = LazyDownload(object, files)
        self.init(object) {
            download
        } forScans: {
            download
        }
    }

    var forScan: any RemoteContent {
        RemoteFile(object, makeScanReader, forScans: makeScanReader)
    }

    var fetched: Int64 { object.fetched }

    var awaitsFetch: Bool { object.isAwaited }

    var identity: FileIdentity { object.identity }

    var isAwaited: Bool { reads.load(ordering: .relaxed) > 0 }

    func read(
        at offset: Int64,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(RemoteFault) -> Int {
        try read(by: reader, at: offset, into: buffer)
    }

    func expect(_ places: [Range<Int64>], isSure: Bool) {
        reader.expect(places, isSure: isSure)
    }

    /// Each worker is a reader of its own, with a thread that answers it.
    func makeSocket() throws(SystemFailure) -> OwnedDescriptor {
        let (ours, theirs) = try Descriptor.makePair()
        let reader = makeReader()
        WorkThread.start(named: "vernier-ranges") { [self] in
            let socket = ByteSocket(OwnedDescriptor(ours.number))
            RangeChannel.serve(over: socket, object.known, expect: reader.expect) {
                offset,
                buffer throws(RemoteFault) in
                try read(by: reader, at: offset, into: buffer)
            }
        }
        return OwnedDescriptor(theirs.number)
    }

    private func read(
        by reader: any RangeSource,
        at offset: Int64,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(RemoteFault) -> Int {
        reads.add(1, ordering: .relaxed)
        defer { reads.subtract(1, ordering: .relaxed) }
        return try reader.read(at: offset, into: buffer)
    }
}

/// A file that is downloaded as a whole, from the first read on.
private final class LazyDownload: RangeSource {
    private let object: RemoteObject
    private let files: WholeFiles
    private let file = Mutex<WholeFile?>(nil)

    init(_ object: RemoteObject, _ files: WholeFiles) {
        (self.object, self.files) = (object, files)
    }

    func read(
        at offset: Int64,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(RemoteFault) -> Int {
        guard object.identity == object.known else { throw .changed }
        let file = held
        guard !file.holds(offset) else { return try file.read(at: offset, into: buffer) }
        return try object.whileAwaited { () throws(RemoteFault) in
            try file.read(at: offset, into: buffer)
        }
    }

    /// The file, which is held from now on.
    private var held: WholeFile {
        file.withLock { file in
            let held = file ?? files.file(of: object)
            file = held
            return held
        }
    }
}

/// Who reads a file that lies elsewhere.
protocol RangeSource: Sendable {
    /// Is told which places of the file are read next; does not wait for them.
    func expect(_ places: [Range<Int64>], isSure: Bool)
    /// Reads at least one byte, and returns 0 at the file's end; blocks.
    func read(
        at offset: Int64,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(RemoteFault) -> Int
}

extension RangeSource {
    /// All of it comes anyway.
    func expect(_: [Range<Int64>], isSure _: Bool) {}
}
