import Testing

@testable import Remote

@Suite("Parts of blocks", .timeLimit(.minutes(10))) struct BlockPartTests {
    @Test func `are fetched from where they are read first, and their begin a while later`() throws
    {
        let (fetches, object) = (BlockCacheTests.Fetches(), try BlockCacheTests.object())
        let cache = fetches.cache()
        let found = cache.find(1, of: object, from: 700_000)
        let (begin, first) = (Int64(0x10_0000), Int64(0x1a_0000))
        #expect(fetches.orders.map(\.bytes) == [first...0x1f_ffff])
        fetches.bring(0)
        #expect(fetches.orders.map(\.bytes) == [first...0x1f_ffff, begin...first - 1])
        #expect(fetches.orders.map(\.delay) == [.zero, BlockCache.restDelay])
        guard case .coming(let fetch) = found else {
            Issue.record("it is there already")
            return
        }
        let place = begin + 700_000
        #expect(
            try BlockCacheTests.read(fetch, from: 700_000, 1000)
                == BlockCacheTests.content(place...place + 999)
        )
        fetches.bring(1)
        #expect(
            try BlockCacheTests.bytes(cache.find(1, of: object), 0)
                == BlockCacheTests.content(begin...0x1f_ffff)
        )
        #expect(fetches.orders.count == 2)
    }

    @Test func `are asked for at once where somebody comes before their rest`() throws {
        let (fetches, object) = (BlockCacheTests.Fetches(), try BlockCacheTests.object())
        let cache = fetches.cache()
        let held = cache.find(1, of: object, from: 700_000)
        fetches.bring(0)
        _ = cache.find(1, of: object, from: 0)
        #expect(fetches.orders.map(\.delay) == [.zero, BlockCache.restDelay, .zero])
        #expect(fetches.cancelled == [1])
        withExtendedLifetime(held) {}
    }

    @Test func `are read as far as they have come`() throws {
        let (fetches, object) = (BlockCacheTests.Fetches(), try BlockCacheTests.object())
        let cache = fetches.cache()
        guard case .coming(let fetch) = cache.find(0, of: object) else {
            Issue.record("it is there already")
            return
        }
        fetches.orders[0].receive(.bytes(BlockCacheTests.content(0...99)[...]))
        try #require(fetch.holds(30))
        #expect(try BlockCacheTests.read(fetch, from: 30, 1000) == BlockCacheTests.content(30...99))
    }

    @Test func `in a row are fetched by one request, but for what is there or coming`() throws {
        let (fetches, object) = (BlockCacheTests.Fetches(), try BlockCacheTests.object())
        let cache = fetches.cache()
        let held = cache.fetch([1000..<3000], of: object)
        let more = cache.fetch([500..<2 << 20, 3 << 20..<3 << 20 | 7], of: object)
        #expect(
            fetches.orders.map(\.bytes) == [
                1000...2999, 500...999, 3000...0x1f_ffff, 0x30_0000...0x30_0006,
            ]
        )
        #expect(held.count == 1 && more.count == 3)
        for number in 0..<3 { fetches.bring(number) }
        let first = try #require(more[0])
        try #require(first.holds(500) && !first.holds(499))
        #expect(
            try BlockCacheTests.read(first, from: 500, 1 << 20)
                == BlockCacheTests.content(500...0xf_ffff)
        )
        #expect(
            try BlockCacheTests.bytes(cache.find(1, of: object), 0)
                == BlockCacheTests.content(0x10_0000...0x1f_ffff)
        )
    }

    @Test func `keep what has come of them when nobody holds them any more`() throws {
        let (fetches, object) = (BlockCacheTests.Fetches(), try BlockCacheTests.object())
        let cache = fetches.cache()
        var held = cache.fetch([0..<1000], of: object)
        fetches.bring(0)
        held = [:]
        #expect(fetches.cancelled == [1], "the rest is not fetched then")
        held = cache.fetch([0..<2000], of: object)
        #expect(fetches.orders.last?.bytes == 1000...1999)
        let fetch = try #require(held[0])
        #expect(try BlockCacheTests.read(fetch, from: 0, 5000) == BlockCacheTests.content(0...999))
    }

    @Test func `that somebody else awaits are not followed by others meanwhile`() throws {
        let (fetches, object) = (BlockCacheTests.Fetches(), try BlockCacheTests.object())
        let cache = fetches.cache()
        let held = cache.fetch([0..<500_000], of: object)
        let reader = RemoteReader(object, cache, ScanPace(rate: nil), forScan: false)
        reader.expect([0..<700_000], isSure: false)
        #expect(fetches.orders.map(\.bytes) == [0...499_999])
        fetches.bring(0)
        var space = [UInt8](repeating: 0, count: 1000)
        let read = try space.withUnsafeMutableBytes { (buffer) throws -> Int in
            try reader.read(at: 450_000, into: buffer)
        }
        #expect(read == 1000 && space == BlockCacheTests.content(450_000...450_999))
        #expect(fetches.orders.map(\.bytes).last == 500_000...699_999)
        withExtendedLifetime(held) {}
    }
}
