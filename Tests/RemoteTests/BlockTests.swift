import Media
import Synchronization
import System
import TestSupport
import Testing

@testable import Remote

@Suite("Blocks", .timeLimit(.minutes(10))) struct BlockCacheTests {
    /// Somebody who fetches blocks when a test says so.
    final class Fetches: Sendable {
        struct Order: Sendable {
            let bytes: ClosedRange<Int64>
            let delay: Duration
            let receive: @Sendable (FetchNews) -> Void
        }
        private let state = Mutex((orders: [Order](), cancelled: [UInt64]()))

        var orders: [Order] { state.withLock { $0.orders } }
        var cancelled: [UInt64] { state.withLock { $0.cancelled } }

        @Sendable func fetch(
            _: RemoteObject,
            _ bytes: ClosedRange<Int64>,
            _ delay: Duration,
            _ receive: @escaping @Sendable (FetchNews) -> Void
        ) -> UInt64 {
            state.withLock { state in
                state.orders.append(Order(bytes: bytes, delay: delay, receive: receive))
                return UInt64(state.orders.count - 1)
            }
        }

        @Sendable func cancel(_ id: UInt64) { state.withLock { $0.cancelled.append(id) } }

        func cache(memory: Int = 8 << 20, store: BlockStore? = nil) -> BlockCache {
            BlockCache(memory: memory, store: store, cancel: cancel, fetch: fetch)
        }

        /// Brings all bytes of an order in two pieces.
        func bring(_ number: Int) {
            let order = orders[number]
            let content = BlockCacheTests.content(order.bytes)
            order.receive(.bytes(content[..<(content.count / 2)]))
            order.receive(.bytes(content[(content.count / 2)...]))
            order.receive(.end)
        }
    }

    static let size: Int64 = 3 << 20 | 77

    static func object(_ tag: String = "\"a\"") throws -> RemoteObject {
        let address = try RemoteAddress("http://h/film.mp4")
        return RemoteObject(address, RemoteVersion(size: size, tag: tag))
    }

    /// What is at a place of the file: no two blocks are alike.
    static func content(_ range: ClosedRange<Int64>) -> [UInt8] {
        range.map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 20 &* 31) }
    }

    static func bytes(_ found: BlockCache.Found, _ count: Int) throws -> [UInt8] {
        switch found {
        case .whole(let whole): return whole
        case .coming(let fetch): return try read(fetch, from: 0, count)
        }
    }

    /// What has come of a block from a place on.
    static func read(_ fetch: BlockFetch, from start: Int, _ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let read = try bytes.withUnsafeMutableBytes { (buffer) throws -> Int in
            try fetch.copy(from: start, into: buffer)
        }
        return Array(bytes.prefix(read))
    }

    @Test func `are fetched by their ranges, the last to the end`() throws {
        let (fetches, object) = (Fetches(), try Self.object())
        let cache = fetches.cache()
        let found = (0..<4).map { cache.find($0, of: object) }
        #expect(found.count == 4)
        #expect(
            fetches.orders.map(\.bytes) == [
                0...0xf_ffff, 0x10_0000...0x1f_ffff, 0x20_0000...0x2f_ffff, 0x30_0000...0x30_004c,
            ]
        )
    }

    @Test func `that never come before where they are read are asked for once`() throws {
        let (fetches, object) = (Fetches(), try Self.object())
        let cache = fetches.cache()
        let found = cache.find(0, of: object, from: 100_000)
        fetches.bring(0)
        fetches.orders[1].receive(.end)
        #expect(fetches.orders.count == 2)
        #expect(throws: RemoteFault.lying) { try Self.bytes(found, 10) }
    }

    @Test func `are fetched once for all who ask, and found afterwards`() throws {
        let (fetches, object) = (Fetches(), try Self.object())
        let cache = fetches.cache()
        let (one, other) = (cache.find(3, of: object), cache.find(3, of: object))
        #expect(fetches.orders.count == 1)
        fetches.bring(0)
        for found in [one, other, cache.find(3, of: object)] {
            #expect(try Self.bytes(found, 77) == Self.content(3 << 20...3 << 20 | 76))
        }
        #expect(fetches.orders.count == 1)
    }

    @Test func `are fetched no further when nobody wants them any more`() throws {
        let (fetches, object) = (Fetches(), try Self.object())
        let cache = fetches.cache()
        var held = (0..<2).map { _ in cache.find(1, of: object) }
        held.removeLast()
        #expect(fetches.cancelled.isEmpty)
        held.removeLast()
        #expect(fetches.cancelled == [0])
        _ = cache.find(1, of: object)
        #expect(fetches.orders.count == 2)
    }

    @Test func `of another version are others`() throws {
        let fetches = Fetches()
        let cache = fetches.cache()
        let found = [
            cache.find(0, of: try Self.object()), cache.find(0, of: try Self.object("\"b\"")),
        ]
        #expect(found.count == 2 && fetches.orders.count == 2)
    }

    @Test func `that cannot be had are asked for again by the next`() throws {
        let (fetches, object) = (Fetches(), try Self.object())
        let cache = fetches.cache()
        let found = cache.find(0, of: object)
        fetches.orders[0].receive(.failed(.late))
        #expect(throws: RemoteFault.late) { try Self.bytes(found, 10) }
        let again = cache.find(0, of: object)
        #expect(fetches.orders.count == 2)
        fetches.bring(1)
        #expect(try Self.bytes(again, 10).prefix(10).elementsEqual(Self.content(0...9)))
    }

    @Test func `that are too short are none`() throws {
        let (fetches, object) = (Fetches(), try Self.object())
        let cache = fetches.cache()
        let found = cache.find(0, of: object)
        fetches.orders[0].receive(.bytes([1, 2, 3]))
        fetches.orders[0].receive(.end)
        guard case .coming(let fetch) = found else {
            Issue.record("it is there already")
            return
        }
        #expect(throws: RemoteFault.lying) { try Self.read(fetch, from: 3, 10) }
    }

    @Test func `of a file that has changed make it another one`() throws {
        let (fetches, object) = (Fetches(), try Self.object())
        let before = object.identity
        let cache = fetches.cache()
        let found = cache.find(0, of: object)
        fetches.orders[0].receive(.failed(.changed))
        #expect(throws: RemoteFault.changed) { try Self.bytes(found, 10) }
        #expect(object.identity != before && !object.identity.canFollow(before))
    }

    @Test func `beyond the memory are dropped, those first that were not used`() throws {
        let (fetches, object) = (Fetches(), try Self.object())
        let cache = fetches.cache(memory: 2 << 20)
        for number in 0..<3 {
            let found = cache.find(Int64(number), of: object)
            fetches.bring(number)
            if number == 1 { _ = cache.find(0, of: object) }
            withExtendedLifetime(found) {}
        }
        _ = cache.find(0, of: object)
        _ = cache.find(2, of: object)
        #expect(fetches.orders.count == 3)
        _ = cache.find(1, of: object)
        #expect(fetches.orders.count == 4)
    }

    @Test(.scratchDirectory) func `are kept on disk, and damaged ones are none`() throws {
        let object = try Self.object()
        let folder = Scratch.directory + "/blocks"
        let key = BlockKey(identity: object.known, number: 3)
        let content = Self.content(3 << 20...3 << 20 | 76)
        let store = BlockStore(folder: folder, byteLimit: 64 << 20)
        store.keep(content, as: key)
        while store.block(key, length: 77) == nil { _ = Latch().wait(atMost: .milliseconds(5)) }
        #expect(store.block(key, length: 77) == content)
        #expect(store.block(key, length: 76) == nil)
        #expect(store.block(BlockKey(identity: object.known, number: 2), length: 77) == nil)
        let folderOfFiles = StoreFolder(path: folder, ending: ".vnrb")
        var stored = try #require(folderOfFiles.read(key.name, atMost: 1000))
        stored[stored.count - 3] ^= 4
        try folderOfFiles.write(stored, to: key.name)
        #expect(store.block(key, length: 77) == nil)
    }

    @Test(.scratchDirectory, arguments: [2, 5, 40])
    func `on disk are no more than fit, the newest of them`(mebibytes: Int) throws {
        let object = try Self.object()
        let store = BlockStore(folder: Scratch.directory + "/blocks", byteLimit: mebibytes << 20)
        let content = [UInt8](repeating: 7, count: BlockPlan.size)
        for number in 0..<Int64(50) {
            let key = BlockKey(identity: object.known, number: number)
            store.keep(content, as: key)
            while !store.holds(key) { _ = Latch().wait(atMost: .milliseconds(2)) }
        }
        // What was written last may be looked at in this moment.
        while store.size.bytes > mebibytes << 20 { _ = Latch().wait(atMost: .milliseconds(5)) }
        let (blocks, bytes) = store.size
        #expect(bytes >= blocks * BlockPlan.size && blocks >= (mebibytes - 1) / 2)
        #expect(store.holds(BlockKey(identity: object.known, number: 49)))
    }

    @Test func `are read by another process as they are`() throws {
        let (fetches, object) = (Fetches(), try Self.object())
        let file = RemoteFile(object, fetches.cache(), ScanPace(rate: nil))
        let client = try RangeClient(try file.makeSocket())
        #expect(client.identity == object.identity)
        WorkThread.start(named: "brings") {
            while fetches.orders.isEmpty { _ = Latch().wait(atMost: .milliseconds(5)) }
            fetches.bring(0)
        }
        var bytes = [UInt8](repeating: 0, count: 1000)
        let offset = Int64(3 << 20 | 70)
        let count = try bytes.withUnsafeMutableBytes { (buffer) throws -> Int in
            try client.read(at: offset, into: buffer)
        }
        #expect(count == 7 && bytes.prefix(7).elementsEqual(Self.content(offset...offset + 6)))
        let behind = try bytes.withUnsafeMutableBytes { (buffer) throws -> Int in
            try client.read(at: Self.size, into: buffer)
        }
        #expect(behind == 0)
    }

    @Test func `that another process cannot have are a fault there`() throws {
        let (fetches, object) = (Fetches(), try Self.object())
        let file = RemoteFile(object, fetches.cache(), ScanPace(rate: nil))
        let client = try RangeClient(try file.makeSocket())
        WorkThread.start(named: "fails") {
            while fetches.orders.isEmpty { _ = Latch().wait(atMost: .milliseconds(5)) }
            fetches.orders[0].receive(.failed(.status(403)))
        }
        let opened = OpenFile(client, name: "film.mp4")
        var byte: UInt8 = 0
        let count = withUnsafeMutableBytes(of: &byte) { opened.read(at: 0, into: $0) }
        #expect(count < 0)
        #expect(throws: MediaError.elsewhere(file: "film.mp4", .status(403))) {
            try opened.checkReads()
        }
    }
}
