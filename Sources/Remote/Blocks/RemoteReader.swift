import Media
import Synchronization
import System

/// Who reads a file that lies elsewhere.
protocol RangeSource: Sendable {
    /// Reads at least one byte, and returns 0 at the file's end; blocks.
    func read(
        at offset: Int64,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(RemoteFault) -> Int
}

/// One who reads a file by blocks, with what is fetched ahead for it.
///
/// Safe on every thread.
final class RemoteReader: RangeSource {
    private struct State {
        var ahead = ReadAhead()
        /// What is being fetched for this reader: where it reads, where it was before, and ahead.
        var fetches: [Int64: BlockFetch] = [:]
        var (block, previous) = (Int64(-1), Int64(-1))

        /// Has the next read be of a block; what was fetched for others is not needed any more.
        mutating func move(to number: Int64, of count: Int64) -> Range<Int64> {
            if number != block { (previous, block) = (block, number) }
            let next = ahead.blocks(after: number, of: count)
            let kept = [previous, block]
            fetches = fetches.filter { number, fetch in
                kept.contains(number) || next.contains(number) || fetch.isNearItsEnd
            }
            return next
        }
    }

    private let object: RemoteObject
    private let cache: BlockCache
    private let state = Mutex(State())

    init(_ object: RemoteObject, _ cache: BlockCache) {
        (self.object, self.cache) = (object, cache)
    }

    /// Reads up to the end of a block, and returns 0 at the file's end; blocks.
    func read(
        at offset: Int64,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(RemoteFault) -> Int {
        let size = object.version.size
        guard let plan = BlockPlan(at: offset, count: buffer.count, of: size) else { return 0 }
        guard object.identity == object.known else { throw .changed }
        let space = UnsafeMutableRawBufferPointer(rebasing: buffer[..<plan.count])
        let next = state.withLock { $0.move(to: plan.number, of: BlockPlan.count(in: size)) }
        let found = find(plan.number)
        for number in next { find(number) }
        switch found {
        case .whole(let bytes): space.copyBytes(from: bytes[plan.start..<plan.start + plan.count])
        case .coming(let fetch):
            cache.noteWait()
            try fetch.copy(from: plan.start, into: space)
        }
        return plan.count
    }

    /// Finds a block, and holds it while it comes.
    @discardableResult
    private func find(_ number: Int64) -> BlockCache.Found {
        if let fetch = state.withLock({ $0.fetches[number] }), fetch.isUsable {
            return .coming(fetch)
        }
        let found = cache.find(number, of: object)
        state.withLock { state in
            if case .coming(let fetch) = found {
                state.fetches[number] = fetch
            } else {
                state.fetches[number] = nil
            }
        }
        return found
    }
}

/// A file that lies elsewhere, as it is read here and by workers.
final class RemoteFile: RemoteContent {
    private let object: RemoteObject
    /// Makes one who reads, for this process and for each worker.
    private let makeReader: @Sendable () -> any RangeSource
    private let reader: any RangeSource
    /// Reads that wait now, here and for workers.
    private let reads = Atomic(0)

    init(_ object: RemoteObject, _ makeReader: @escaping @Sendable () -> any RangeSource) {
        (self.object, self.makeReader) = (object, makeReader)
        reader = makeReader()
    }

    /// A file that is read by blocks.
    convenience init(_ object: RemoteObject, _ cache: BlockCache) {
        self.init(object) { RemoteReader(object, cache) }
    }

    /// A file that is downloaded as a whole, once somebody reads it.
    convenience init(_ object: RemoteObject, _ files: WholeFiles) {
        let download = LazyDownload(object, files)
        self.init(object) { download }
    }

    var identity: FileIdentity { object.identity }

    var isAwaited: Bool { reads.load(ordering: .relaxed) > 0 }

    func read(
        at offset: Int64,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(RemoteFault) -> Int {
        try read(by: reader, at: offset, into: buffer)
    }

    /// Each worker is a reader of its own, with a thread that answers it.
    func makeSocket() throws(SystemFailure) -> OwnedDescriptor {
        let (ours, theirs) = try Descriptor.makePair()
        let reader = makeReader()
        WorkThread.start(named: "vernier-ranges") { [self] in
            let socket = ByteSocket(OwnedDescriptor(ours.number))
            RangeChannel.serve(over: socket, object.known) { offset, buffer throws(RemoteFault) in
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

    init(_ object: RemoteObject, _ files: WholeFiles) { (self.object, self.files) = (object, files) }

    func read(
        at offset: Int64,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(RemoteFault) -> Int {
        guard object.identity == object.known else { throw .changed }
        return try held.read(at: offset, into: buffer)
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
