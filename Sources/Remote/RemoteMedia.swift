package import Media
package import MediaWorkers
import Synchronization
import System

// Remote: media that lies elsewhere, read by ranges over HTTP; the only importer of libcurl.
//
// A `RemoteMedia` starts a process, the fetcher, which asks servers and may do nothing else; its
// side is `FetcherLoop`. What was fetched is kept as blocks in memory and in a `BlockStore`. It
// looks at a `RemoteAddress` that the operator has named, and opens the `RemoteObject` that is there
// as an `OpenFile`, which is read like any other file, here or by workers without a network. Reading
// blocks, and is not done on the loop's thread; all else is safe on every thread and waits for
// nothing, except looking.

/// The media that lies elsewhere: looks at addresses and opens what is there.
package final class RemoteMedia: Sendable {
    /// What was found and fetched so far.
    package struct Counts: Hashable, Sendable {
        /// What was asked of servers.
        package var fetches = FetchQueue.Counts()
        /// Reads of blocks that were there.
        package var hits = 0
        /// Reads that waited for a block.
        package var waits = 0

        package init() {}
    }

    private let queue: FetchQueue
    private let cache: BlockCache
    /// The origins of the addresses that the operator has named.
    private let named: NamedOrigins
    /// Bytes of blocks in memory.
    private static let memory = 128 << 20

    /// Starts the threads, but no process before it is needed.
    ///
    /// - Parameters:
    ///   - launch: How the fetcher is started.
    ///   - store: Where blocks are kept on disk; `nil` keeps none.
    ///   - log: Told of what the operator should know.
    package init(
        _ launch: WorkerLaunch,
        store: BlockStore?,
        log: @escaping @Sendable (String) -> Void
    ) {
        let (queue, named) = (FetchQueue(launch, log: log), NamedOrigins())
        cache = BlockCache(memory: Self.memory, store: store, cancel: queue.cancel) {
            object,
            bytes,
            receive in
            queue.fetch(
                FetchOrder(
                    address: object.address,
                    bytes,
                    of: object.version,
                    named: named.all
                ),
                receive
            )
        }
        (self.queue, self.named) = (queue, named)
    }

    /// What was found and fetched so far.
    package var counts: Counts {
        var counts = cache.counts
        counts.fetches = queue.counts
        return counts
    }

    /// Asks the servers of addresses what is there; blocks until each has answered or failed.
    package func look(at addresses: [RemoteAddress]) -> [Result<RemoteObject, RemoteFault>] {
        named.add(addresses.map(\.origin))
        let looks = addresses.map { address in
            let look = Look()
            let order = FetchOrder(address: address, 0...0, of: nil, named: named.all)
            _ = queue.fetch(order, look.take)
            return look
        }
        return zip(addresses, looks).map { address, look in
            look.version.map { RemoteObject(address, $0) }
        }
    }

    /// Opens what was found at an address; nobody is asked before it is read.
    package func open(_ object: RemoteObject) throws(MediaError) -> OpenFile {
        let name = object.address.name
        guard object.identity == object.known else { throw .changed(file: name) }
        return OpenFile(RemoteFile(object, cache), name: name)
    }
}

extension FetchOrder {
    fileprivate init(
        address: RemoteAddress,
        _ bytes: ClosedRange<Int64>,
        of version: RemoteVersion?,
        named: [String]
    ) {
        self.init(
            id: 0,
            address: address.text,
            first: bytes.lowerBound,
            last: bytes.upperBound,
            version: version,
            named: named
        )
    }
}

/// The origins that the operator has named.
private final class NamedOrigins: Sendable {
    private let origins = Mutex<Set<String>>([])

    var all: [String] { origins.withLock { $0.sorted() } }

    func add(_ more: [String]) { origins.withLock { $0.formUnion(more) } }
}

/// A look at an address, until its server has said what is there.
private final class Look: Sendable {
    private let result = Mutex<Result<RemoteVersion, RemoteFault>?>(nil)
    private let isDone = Latch()

    @Sendable func take(_ news: FetchNews) {
        switch news {
        case .head(let version): result.withLock { $0 = .success(version) }
        case .bytes: break
        case .end: isDone.open()
        case .failed(let fault):
            result.withLock { $0 = .failure(fault) }
            isDone.open()
        }
    }

    /// What is there; blocks until it is known.
    var version: Result<RemoteVersion, RemoteFault> {
        isDone.wait()
        return result.withLock { $0 } ?? .failure(.lying)
    }
}
