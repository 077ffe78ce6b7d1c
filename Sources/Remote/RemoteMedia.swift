package import Media
package import MediaWorkers
import Synchronization
import System

// Remote: media that lies elsewhere, read by ranges over HTTP; the only importer of libcurl.
//
// A `RemoteMedia` starts a process, the fetcher, which asks servers and may do nothing else; its
// side is `FetcherLoop`. What was fetched is kept as blocks in memory and in a `BlockStore`. It
// finds what is at a `RemotePlace` that the operator has named, a file or a list of them, and opens
// a `RemoteObject` that is there as an `OpenFile`, which is read like any other file, here or by workers without a network. Reading
// blocks, and is not done on the loop's thread; all else is safe on every thread and waits for
// nothing, except looking.

/// The media that lies elsewhere: finds what is at places, and opens it.
package final class RemoteMedia: Sendable {
    /// What was found and fetched so far.
    package struct Counts: Hashable, Sendable {
        /// What was asked of servers.
        package var fetches = FetchQueue.Counts()
        /// Reads of blocks that were there.
        package var hits = 0
        /// Reads that waited for a block.
        package var waits = 0
        /// Bytes that scans had fetched, of all that came.
        package var scanned = 0

        package init() {}
    }

    private let queue: FetchQueue
    private let cache: BlockCache
    private let pace: ScanPace
    /// What is downloaded as a whole; `nil` where nothing is.
    private let wholes: WholeFiles?
    /// Where buckets lie.
    let store: S3Store
    /// What the requests for them are signed with.
    private let account: S3Account
    /// The origins of the addresses that the operator has named.
    private let named: NamedOrigins
    /// What is known of the files in folders of web servers.
    let known = Mutex<[RemotePlace: KnownFiles]>([:])
    /// Bytes of blocks in memory.
    private static let memory = 128 << 20

    /// Starts the threads, but no process before it is needed.
    ///
    /// - Parameters:
    ///   - launch: How the fetcher is started.
    ///   - blocks: Where blocks are kept on disk; `nil` keeps none.
    ///   - takesWholes: Whether files are downloaded as a whole, to the same place, whose servers
    ///     send no parts.
    ///   - scanRate: Bytes a second that scans have fetched while nobody else waits; `nil` for as
    ///     many as come.
    ///   - store: Where buckets lie.
    ///   - account: What the requests for them are signed with.
    ///   - log: Told of what the operator should know.
    package init(
        _ launch: WorkerLaunch,
        blocks: BlockStore?,
        takesWholes: Bool = false,
        scanRate: Int? = nil,
        store: S3Store,
        account: S3Account,
        log: @escaping @Sendable (String) -> Void
    ) {
        let (queue, named) = (FetchQueue(launch, log: log), NamedOrigins())
        let cache = BlockCache(memory: Self.memory, store: blocks, cancel: queue.cancel) {
            object,
            bytes,
            delay,
            receive in
            var order = FetchOrder(object.address, named.all, account)
            (order.first, order.last) = (bytes.lowerBound, bytes.upperBound)
            (order.version, order.delay) = (object.version, delay)
            return queue.fetch(order, receive)
        }
        wholes = (takesWholes ? blocks : nil).map { blocks in
            WholeFiles(in: blocks.folder, noteWait: cache.noteWait, cancel: queue.cancel) {
                object,
                receive in
                var order = FetchOrder(object.address, named.all, account)
                (order.last, order.extent) = (object.version.size - 1, .whole)
                order.version = object.version
                return queue.fetch(order, receive)
            }
        }
        (self.cache, pace) = (cache, ScanPace(rate: scanRate))
        (self.queue, self.named, self.store, self.account) = (queue, named, store, account)
    }

    /// What was found and fetched so far.
    package var counts: Counts {
        var counts = cache.counts
        counts.fetches = queue.counts
        counts.scanned = pace.fetched
        return counts
    }

    /// Opens what was found at an address; nobody is asked before it is read.
    package func open(_ object: RemoteObject) throws(MediaError) -> OpenFile {
        let name = object.address.name
        guard object.identity == object.known else { throw .changed(file: name) }
        if object.version.isWhole, let wholes {
            return OpenFile(RemoteFile(object, wholes), name: name)
        }
        return OpenFile(RemoteFile(object, cache, pace), name: name)
    }

    /// Asks the servers of addresses what is there; blocks until each has answered or failed.
    func look(at addresses: [RemoteAddress]) -> [Result<RemoteObject, RemoteFault>] {
        named.add(addresses.map(\.origin))
        let replies = addresses.map { address in
            let reply = Reply { if case .head(let version) = $0 { version } else { nil } }
            var order = FetchOrder(address, named.all, account)
            if wholes != nil { order.extent = .probe }
            _ = queue.fetch(order, reply.take)
            return reply
        }
        return zip(addresses, replies).map { address, reply in
            reply.value.map { RemoteObject(address, $0) }
        }
    }

    /// Asks the server of an address for a page of a list; blocks.
    func page(at address: RemoteAddress, as form: FolderPage.Form) throws(RemoteFault) -> FolderPage
    {
        named.add([address.origin])
        let reply = Reply { if case .listed(let page) = $0 { page } else { nil } }
        var order = FetchOrder(address, named.all, account)
        (order.last, order.form) = (FolderPage.byteLimit - 1, form)
        _ = queue.fetch(order, reply.take)
        return try reply.value.get()
    }
}

extension FetchOrder {
    /// An order for the first byte of any version.
    fileprivate init(_ address: RemoteAddress, _ named: [String], _ account: S3Account) {
        self.init(id: 0, address: address.text, first: 0, last: 0, named: named)
        guard let region = address.region, let key = account.key() else { return }
        signature = Signature(region: region, key: key)
    }
}

/// The origins that the operator has named.
private final class NamedOrigins: Sendable {
    private let origins = Mutex<Set<String>>([])

    var all: [String] { origins.withLock { $0.sorted() } }

    func add(_ more: [String]) { origins.withLock { $0.formUnion(more) } }
}

/// What a server is waited for to tell.
private final class Reply<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, RemoteFault>?>(nil)
    private let isDone = Latch()
    private let pick: @Sendable (FetchNews) -> Value?

    /// Waits for the news that `pick` takes.
    init(_ pick: @escaping @Sendable (FetchNews) -> Value?) { self.pick = pick }

    @Sendable func take(_ news: FetchNews) {
        if let value = pick(news) { result.withLock { $0 = .success(value) } }
        switch news {
        case .head, .bytes: break
        case .end, .listed: isDone.open()
        case .failed(let fault):
            result.withLock { $0 = .failure(fault) }
            isDone.open()
        }
    }

    /// What it has told; blocks until it is known.
    var value: Result<Value, RemoteFault> {
        isDone.wait()
        return result.withLock { $0 } ?? .failure(.lying)
    }
}
