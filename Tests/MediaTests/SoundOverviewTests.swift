import Testing
import Timeline

@testable import Media

@Suite("An overview of a sound")
struct SoundOverviewTests {
    private let clock = SoundClock(zero: Timestamp(0), timebase: Timebase(1, 48_000)!, rate: 48_000)

    private func builder(_ length: Int64) -> SoundOverviewBuilder {
        SoundOverviewBuilder(length: length, on: clock)
    }

    @Test(arguments: [1, 256, 257, 256_000, 256_001, 345_600_000, 1 << 40] as [Int64])
    func `listens at each stretch once, of which there are a thousand at most`(
        _ length: Int64
    ) throws {
        let places = builder(length).places
        let width = Int64(SoundOverview.samplesPerPoint(of: length))
        #expect(Set(places.map { $0 / width }).count == places.count && places.count <= 1000)
        #expect(places.count == Int((length - 1) / width) + 1)
        #expect(places.allSatisfy { (0..<length).contains($0) })
    }

    @Test(arguments: [16, 64, 256])
    func `has listened everywhere evenly whenever it stops`(_ count: Int) {
        let length: Int64 = 7200 * 48_000
        let heard = builder(length).places.prefix(count).sorted()
        let edges = [0] + heard + [length]
        let gaps = zip(edges, edges.dropFirst()).map { $1 - $0 }
        #expect(gaps.max()! <= 3 * length / Int64(count))
    }

    @Test func `says of what was not heard what was heard before`() throws {
        var builder = builder(256 * 10)
        for (start, level) in [(0, 100), (256 * 4, 3000)] as [(Int64, Int16)] {
            [-level, level].withUnsafeBufferPointer { builder.add($0, at: start) }
        }
        let overview = try #require(builder.finish())
        let points = overview.peaks.extremes(0..<10, plane: 0, samplesPerPoint: 256)
        let early = Array(repeating: [-100, 100] as [Int16], count: 4)
        let late = Array(repeating: [-3000, 3000] as [Int16], count: 6)
        #expect(points == (early + late).flatMap(\.self))
    }

    @Test func `is none where nothing was heard, or nothing that lies in it`() {
        var builder = builder(1000)
        #expect(builder.finish() == nil)
        for start in [-50, 1000, .max, .min] as [Int64] {
            [1, 2, 3].withUnsafeBufferPointer { builder.add($0, at: start) }
        }
        #expect(builder.finish() == nil)
    }

    @Test func `is taken from a worker only as it may be`() throws {
        var builder = builder(5000)
        [5, -5].withUnsafeBufferPointer { builder.add($0, at: 0) }
        let overview = try #require(builder.finish())
        let bytes = WorkerAnswer.overview(overview).bytes
        guard case .overview(overview) = try WorkerAnswer(bytes, about: "") else {
            return #expect(Bool(false), "it is another")
        }
        for length in 0..<bytes.count {
            #expect(throws: StoredError.self) {
                try WorkerAnswer(Array(bytes.prefix(length)), about: "")
            }
        }
        // Of two planes.
        let split = try #require(Peaks([[1, 1], [1, 1]], base: 256, length: 100))
        #expect(SoundOverview(split, on: clock) == nil)
    }
}
