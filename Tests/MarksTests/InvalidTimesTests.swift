import Testing
import Timeline
import Wire

@testable import Marks

@Suite("Marks in a media with invalid times")
struct InvalidTimesTests {
    /// Two frames as far apart as accepted times can be, on the coarsest or the finest timebase.
    private static func media(_ numerator: Int64, _ denominator: Int64) throws -> MarkedMedia {
        let packets = [-1 << 60, 1 << 60].map { (ticks: Int64) in
            PacketRecord(pts: Timestamp(ticks), dts: nil, position: 0, size: 1, flags: .key)
        }
        let table = FrameTable(
            packets: packets,
            order: [0, 1],
            timebase: try #require(Timebase(numerator, denominator)),
            step: 1,
            isComplete: true
        )
        let clock = FrameClock(rate: try #require(FrameRate(1000, 1)), startingAt: "23:59:59:999")
        return MarkedMedia(name: "invalid.mp4", table: table, clock: clock)
    }

    private static let longest = Int64(Int32.max)

    @Test(arguments: [(1, 1), (longest, 1), (1, longest)] as [(Int64, Int64)])
    func `are written in each format, or refused`(
        _ numerator: Int64,
        _ denominator: Int64
    ) throws {
        let media = try Self.media(numerator, denominator)
        var marks = MarkSet()
        for number in 0..<MarkSet.segmentLimit {
            try marks.add("\(number)", first: number % 2, last: 1, in: 2)
        }
        let formats: [any MarkFormat.Type] = [
            LosslessCutTable.self, CMX3600.self, FFMetadata.self, WebVTT.self, OpenTimeline.self,
        ]
        for format in formats {
            for marks in [MarkSet(), marks] {
                let bytes = try? format.bytes(of: marks, in: media)
                #expect(bytes != [] || marks == MarkSet(), "something, or an error")
            }
        }
        _ = media.isCounted(2, in: .nanoseconds)
    }

    @Test func `no id is given beyond the greatest that can be kept`() throws {
        var marks = MarkSet()
        marks.lastID = MarkSet.idLimit - 1
        try marks.add("last", first: 0, last: 0, in: 1)
        #expect(throws: MarksError.noIDLeft) { try marks.add("more", first: 0, last: 0, in: 1) }
        var history = VersionedMarks(marks)
        let kept = StoredMarks(key: [1], history).encoded()
        #expect(try StoredMarks(decoding: kept, in: 1).marks == marks)
        #expect(throws: MarksError.noIDLeft) {
            try history.take(.edit(.add(name: "", first: 0, last: 0)), madeFor: 0, in: 1)
        }
    }
}
