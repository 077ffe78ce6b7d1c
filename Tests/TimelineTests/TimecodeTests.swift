import TestSupport
import Testing
import Timeline

@Suite("Timecode")
struct TimecodeTests {
    struct Label: Sendable, CustomTestStringConvertible {
        let rate: Int
        let isDropFrame: Bool
        let count: Int
        let label: String
        var testDescription: String { label }
    }

    /// From SMPTE ST 12-1: 17,982 frames are ten minutes of drop-frame time, 107,892 an hour.
    static let published = [
        Label(rate: 30, isDropFrame: true, count: 0, label: "00:00:00;00"),
        Label(rate: 30, isDropFrame: true, count: 1000, label: "00:00:33;10"),
        Label(rate: 30, isDropFrame: true, count: 1799, label: "00:00:59;29"),
        Label(rate: 30, isDropFrame: true, count: 1800, label: "00:01:00;02"),
        Label(rate: 30, isDropFrame: true, count: 17_981, label: "00:09:59;29"),
        Label(rate: 30, isDropFrame: true, count: 17_982, label: "00:10:00;00"),
        Label(rate: 30, isDropFrame: true, count: 107_892, label: "01:00:00;00"),
        Label(rate: 30, isDropFrame: true, count: 2_589_407, label: "23:59:59;29"),
        Label(rate: 60, isDropFrame: true, count: 3600, label: "00:01:00;04"),
        Label(rate: 60, isDropFrame: true, count: 215_784, label: "01:00:00;00"),
        Label(rate: 120, isDropFrame: true, count: 7200, label: "00:01:00;008"),
        Label(rate: 25, isDropFrame: false, count: 90_000, label: "01:00:00:00"),
        Label(rate: 24, isDropFrame: false, count: 23, label: "00:00:00:23"),
        Label(rate: 30, isDropFrame: false, count: 1800, label: "00:01:00:00"),
    ]

    @Test(arguments: published)
    func `agrees with the published table, both ways`(_ row: Label) throws {
        let timecode = try #require(
            Timecode(labelsPerSecond: row.rate, isDropFrame: row.isDropFrame)
        )
        #expect(timecode.label(row.count) == row.label)
        #expect(timecode.count(row.label) == row.count)
    }

    @Test(arguments: [30, 60, 120])
    func `every frame of an hour has a label of its own that leads back`(_ rate: Int) throws {
        let timecode = try #require(Timecode(labelsPerSecond: rate, isDropFrame: true))
        // Every ten minutes are alike (SMPTE ST 12-1): the first, and a second of each; all at night.
        let tenMinutes = rate * 600 - 9 * rate / 15
        for count in 0..<(rate * 3600)
        where Fuzz.isFull || count < tenMinutes || count % tenMinutes < rate {
            let label = timecode.label(count)
            if timecode.count(label) != count { Issue.record("frame \(count)") }
        }
    }

    @Test(arguments: [
        "00:01:00;00", "00:01:00;01", "00:61:00;02", "24:00:00;00", "00:00:00;30", "1:2:3", "",
        "aa:bb:cc;dd", "00:00:00;-1", "00:00:00:00:00", "00:00:00;٣٤",
    ])
    func `labels that do not exist are refused`(_ label: String) throws {
        let timecode = try #require(Timecode(labelsPerSecond: 30, isDropFrame: true))
        #expect(timecode.count(label) == nil)
    }

    @Test func `drop-frame is not defined for film and PAL`() {
        #expect(Timecode(labelsPerSecond: 24, isDropFrame: true) == nil)
        #expect(Timecode(labelsPerSecond: 25, isDropFrame: true) == nil)
    }

    @Test(arguments: [
        (Int64(30_000), Int64(1001), Int64(30_000), Int64(1001)), (19_001, 634, 30_000, 1001),
        (25, 1, 25, 1), (24_000, 1001, 24_000, 1001), (2997, 100, 30_000, 1001), (173, 10, 17, 1),
        (50, 1, 50, 1), (120_000, 1001, 120_000, 1001), (1, 3, 1, 1),
    ])
    func `rates that containers round become the standard rate`(
        _ numerator: Int64,
        _ denominator: Int64,
        _ standardNumerator: Int64,
        _ standardDenominator: Int64
    ) throws {
        let rate = try #require(FrameRate(numerator, denominator)).standard
        #expect(rate == FrameRate(standardNumerator, standardDenominator))
    }

    @Test func `a clock that starts before midnight runs on over it`() throws {
        let clock = FrameClock(rate: try #require(FrameRate(25, 1)), startingAt: "23:59:59:20")
        let table = FrameTable.regular(20)
        #expect(clock.label(of: 5, in: table) == "00:00:00:00")
        #expect(clock.frame(of: "00:00:00:03", in: table) == 8)
        #expect(clock.frame(of: "12:00:00:00", in: table) == nil)
    }

    @Test func `labels of a varying rate still tell the time`() throws {
        let clock = FrameClock(rate: try #require(FrameRate(25, 1)), startingAt: nil)
        let table = FrameTable([(0, 0, true), (40, 40, false), (1000, 1000, false)])
        #expect(
            (0..<3).map { clock.label(of: $0, in: table) } == [
                "00:00:00:00", "00:00:00:01", "00:00:01:00",
            ]
        )
        #expect(clock.frame(of: "00:00:00:10", in: table) == 1, "the frame shown at that moment")
    }

    @Test(arguments: [1, 1000, Int64(Int32.max)] as [Int64])
    func `a frame with an invalid time has a label, too`(_ numerator: Int64) throws {
        let clock = FrameClock(rate: try #require(FrameRate(1000, 1)), startingAt: "23:59:59:999")
        let furthest: Int64 = 1 << 60
        let table = FrameTable(
            packets: [-furthest, furthest].map { time in
                PacketRecord(
                    pts: Timestamp(time),
                    dts: nil,
                    position: 0,
                    size: 1,
                    flags: .key
                )
            },
            order: [0, 1],
            timebase: try #require(Timebase(numerator, 1)),
            step: 1,
            isComplete: true
        )
        #expect(clock.label(of: 0, in: table) == "23:59:59:999")
        #expect(clock.timecode.count(clock.label(of: 1, in: table)) != nil)
        #expect(clock.frame(of: "23:59:59:999", in: table) == 0)
    }

    struct Clock: Sendable, CustomTestStringConvertible {
        let rate: (Int64, Int64)
        let labels: Int
        /// Labels left out at the start of each minute but every tenth.
        let dropped: Int
        var testDescription: String { "\(rate) without \(dropped)" }
    }

    static let clocks = [
        Clock(rate: (24_000, 1001), labels: 24, dropped: 0),
        Clock(rate: (30_000, 1001), labels: 30, dropped: 0),
        Clock(rate: (30_000, 1001), labels: 30, dropped: 2),
        Clock(rate: (60_000, 1001), labels: 60, dropped: 0),
        Clock(rate: (60_000, 1001), labels: 60, dropped: 4),
        Clock(rate: (120_000, 1001), labels: 120, dropped: 0),
        Clock(rate: (120_000, 1001), labels: 120, dropped: 8),
    ]

    /// Eleven minutes, counted in hours, minutes, seconds and frames without any formula.
    @Test(arguments: clocks)
    func `a clock leaves out labels, never frames`(_ clock: Clock) throws {
        let separator = clock.dropped > 0 ? ";" : ":"
        let start = "00:00:00\(separator)\(clock.labels > 99 ? "000" : "00")"
        let rate = try #require(FrameRate(clock.rate.0, clock.rate.1))
        let frameClock = FrameClock(rate: rate, startingAt: start)
        var labels: [String] = []
        for minute in 0...10 {
            for second in 0..<60 {
                let isShort = second == 0 && !minute.isMultiple(of: 10)
                for frame in (isShort ? clock.dropped : 0)..<clock.labels {
                    let digits = [minute, second].map { ($0 < 10 ? "0" : "") + "\($0)" }
                    let width = clock.labels > 99 ? 3 : 2
                    let zeros = String(repeating: "0", count: width - "\(frame)".count)
                    labels.append("00:\(digits[0]):\(digits[1])\(separator)\(zeros)\(frame)")
                }
            }
        }
        let table = FrameTable(
            packets: labels.indices.map { frame in
                PacketRecord(
                    pts: Timestamp(Int64(frame) * clock.rate.1),
                    dts: Timestamp(Int64(frame) * clock.rate.1),
                    position: Int64(frame),
                    size: 1,
                    flags: .key
                )
            },
            order: labels.indices.map(Int32.init),
            timebase: try #require(Timebase(1, clock.rate.0)),
            step: clock.rate.1,
            isComplete: true
        )
        let told = labels.indices.map { frameClock.label(of: $0, in: table) }
        #expect(told == labels)
        for frame in stride(from: 0, to: labels.count, by: 97) {
            #expect(frameClock.frame(of: labels[frame], in: table) == frame)
        }
    }
}
