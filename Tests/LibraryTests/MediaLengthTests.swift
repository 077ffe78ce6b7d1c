import ClipSupport
import Media
import Testing
import Timeline

@testable import Library

@Suite("How long a media is")
struct MediaLengthTests {
    /// A file of 1,000 bytes and 100 frames of 40 ms each, ten of which are scanned.
    private static func length(ahead: [Int], claim: Double? = nil) -> MediaLength {
        let packets = (Array(0..<10) + ahead).map { number in
            PacketRecord(
                pts: Timestamp(Int64(number) * 40),
                dts: Timestamp(Int64(number) * 40),
                position: Int64(number) * 10,
                size: 10,
                duration: 40,
                flags: number < 10 && number > 0 ? [] : .key
            )
        }
        let table = FrameTable(
            packets: packets,
            order: DisplayOrder.byTimestamp(of: PacketList(packets)) ?? [],
            timebase: Timebase(1, 1000)!,
            step: 40,
            scanned: 10,
            isComplete: false
        )
        let info = MediaInfo.plain(duration: claim)
        return MediaLength(info, table, progress: 0.09, isKnown: false)
    }

    @Test(arguments: [[], [50], [90], [30, 60, 99]])
    func `is estimated by the last frame that is known and where it lies in the file`(
        _ ahead: [Int]
    ) {
        let length = Self.length(ahead: ahead)
        // The last frame is counted with its own duration, whose bytes come behind it.
        #expect(abs(length.track.ticks - 4000) < 500)
        #expect(!length.isKnown)
    }

    @Test func `is what the container claims, whatever is known ahead`() {
        #expect(Self.length(ahead: [50, 90], claim: 5).track.ticks == 5000)
    }
}
