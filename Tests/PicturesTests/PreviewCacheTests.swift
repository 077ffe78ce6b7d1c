import ClipSupport
import Dispatch
import Library
import Media
import TestSupport
import Testing

@testable import Pictures

@Suite("Pictures that were made before", .scratchDirectory)
struct PreviewCacheTests {
    private let clip: ClipKey

    init() throws { clip = try ClipSource.unread().key }

    @Test func `a picture is kept`() {
        let cache = PreviewCache(limit: 1000)
        #expect(cache[key(1)] == nil)
        cache.insert(.fake(1), for: key(1))
        #expect(cache[key(1)] == .fake(1))
        #expect(cache.bytes == 1)
    }

    @Test func `there are never more bytes than allowed`() {
        let cache = PreviewCache(limit: 1000)
        for ordinal in 0..<500 {
            cache.insert(.fake(count: 1 + ordinal * 7 % 90), for: key(ordinal))
            #expect(cache.bytes <= 1000)
        }
        let kept = (0..<500).compactMap { cache[key($0)]?.bytes.count }
        #expect(kept.reduce(0, +) == cache.bytes, "what is counted is what is there")
        #expect(cache.bytes > 750, "the room is used")
    }

    @Test func `the least recently used leave first, an eighth at once`() {
        let cache = PreviewCache(limit: 800)
        for ordinal in 0..<8 { cache.insert(.fake(count: 100), for: key(ordinal)) }
        for ordinal in [0, 2] { _ = cache[key(ordinal)] }
        cache.insert(.fake(count: 100), for: key(8))
        let kept = (0..<9).filter { cache[key($0)] != nil }
        #expect(kept == [0, 2, 4, 5, 6, 7, 8])
    }

    @Test func `a picture that is made again counts once`() {
        let cache = PreviewCache(limit: 1000)
        for byte: UInt8 in 0..<9 { cache.insert(.fake(byte, count: 300), for: key(1)) }
        #expect(cache.bytes == 300)
        #expect(cache[key(1)]?.bytes.first == 8)
    }

    @Test func `a picture larger than everything is not kept`() {
        let cache = PreviewCache(limit: 100)
        cache.insert(.fake(count: 101), for: key(1))
        #expect(cache[key(1)] == nil)
        #expect(cache.bytes == 0)
    }

    @Test func `pictures of other frames, formats and files are others`() throws {
        let cache = PreviewCache(limit: 1000)
        cache.insert(.fake(1), for: key(1, width: 320))
        #expect(cache[key(2, width: 320)] == nil)
        #expect(cache[key(1, width: 321)] == nil)
        #expect(cache[key(1, width: nil)] == nil)
        let replaced = try OpenFile(path: Scratch.write([1], to: "other"))
        let other = PreviewCache.Key(
            clip: ClipKey(id: clip.id, identity: replaced.identity),
            place: .packet(ordinal: 1, edition: 0),
            format: PreviewFormat(width: 320)
        )
        #expect(cache[other] == nil)
    }

    static let neighbours: [(wanted: Int, cached: [Int], nearest: Int?)] = [
        (500, [500, 499, 501], 500), (500, [498, 501], 501), (500, [499, 501], 499),
        (500, [440], 440), (500, [560], 560), (500, [439, 561], nil), (0, [60], 60),
        (999, [950], 950), (500, [], nil),
    ]

    @Test(arguments: neighbours)
    func `the nearest picture cached is found, the earlier of two, not from afar`(
        wanted: Int,
        cached: [Int],
        nearest: Int?
    ) throws {
        let cache = PreviewCache(limit: 1000)
        for frame in cached { cache.insert(.fake(UInt8(frame % 251)), for: key(frame)) }
        let found = try cache.nearest(to: PictureJob(wanted, of: .unread()), from: nil)
        #expect(found?.number == nearest)
        #expect(found?.preview.bytes.first == nearest.map { UInt8($0 % 251) })
        #expect(found?.pts == nearest.map { Int64($0) * 40 })
        #expect(
            try cache.nearest(to: PictureJob(wanted, of: .unread(), width: 64), from: nil) == nil
        )
    }

    static let waysThere: [(wanted: Int, sight: Int, cached: [Int], nearest: Int?)] = [
        (500, 300, [499, 501], 499), (500, 300, [501], nil), (500, 300, [301], 301),
        (500, 300, [300, 299], nil), (500, 700, [499, 620], 620), (500, 700, [499], nil),
        (500, 500, [500], 500), (500, 500, [499, 501], nil), (1900, 0, [1650], nil),
        (1900, 0, [1651], 1651),
    ]

    /// A picture of frame `sight` is on the screen.
    @Test(arguments: waysThere)
    func `only pictures on the way from the one in sight stand in`(
        _ example: (wanted: Int, sight: Int, cached: [Int], nearest: Int?)
    ) throws {
        let cache = PreviewCache(limit: 1000)
        for frame in example.cached { cache.insert(.fake(), for: key(frame)) }
        let job = try PictureJob(example.wanted, of: .unread())
        #expect(cache.nearest(to: job, from: example.sight)?.number == example.nearest)
    }

    @Test func `threads that fill and look at once keep the count right`() {
        let cache = PreviewCache(limit: 5000)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for step in 0..<300 {
                cache.insert(.fake(count: 1 + step % 50), for: key((thread * 37 + step) % 400))
                _ = cache[key(step)]
            }
        }
        let kept = (0..<400).compactMap { cache[key($0)]?.bytes.count }
        #expect(kept.reduce(0, +) == cache.bytes)
        #expect(cache.bytes <= 5000)
    }

    private func key(_ ordinal: Int, width: Int? = 320) -> PreviewCache.Key {
        let place = PreviewCache.Key.Place.packet(ordinal: ordinal, edition: 0)
        return PreviewCache.Key(clip: clip, place: place, format: PreviewFormat(width: width))
    }
}
