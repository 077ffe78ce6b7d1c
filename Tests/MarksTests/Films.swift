import Marks
import Timeline

/// Media to put marks into, of 2000 frames: more than a minute, where labels are dropped.
enum Films {
    static let count = 2000

    /// Every usual rate and clock, and some unusual ones.
    static let all = [
        even("23.976.mp4", rate: (24000, 1001), timebase: 24000, ticks: 1001),
        even("24.mp4", rate: (24, 1), timebase: 12288, ticks: 512, label: "23:59:30:00"),
        even("25.ts", rate: (25, 1), timebase: 90000, ticks: 3600, first: 900_000),
        even(
            "29.97 drop.mov",
            rate: (30000, 1001),
            timebase: 30000,
            ticks: 1001,
            label: "01:00:00;00"
        ),
        even("29.97.mov", rate: (30000, 1001), timebase: 30000, ticks: 1001, label: "01:00:00:00"),
        even("59.94.mp4", rate: (60000, 1001), timebase: 60000, ticks: 1001),
        even(
            "59.94 drop.mp4",
            rate: (60000, 1001),
            timebase: 60000,
            ticks: 1001,
            label: "00:59:58;00"
        ),
        film("29.97.mkv", rate: (30000, 1001), timebase: 1000) { ($0 * 1001 + 15) / 30 },
        even("whole frames.avi", rate: (25, 1), timebase: 25, ticks: 1),
        film("varying.mkv", rate: (27, 1), timebase: 1000) { $0 * 37 + $0 * $0 % 29 },
        film("doubling.mp4", rate: (30, 1), timebase: 90000) {
            $0 < 1000 ? $0 * 6000 : $0 * 1500 + 4_500_000
        },
    ]

    static let pal = even("pal.mp4", rate: (25, 1), timebase: 12800, ticks: 512)
    static let drop = all[3]

    static func even(
        _ name: String,
        rate: (Int64, Int64),
        timebase: Int64,
        ticks: Int64,
        first: Int64 = 0,
        label: String? = nil
    ) -> MarkedMedia {
        film(name, rate: rate, timebase: timebase, label: label) { first + $0 * ticks }
    }

    static func film(
        _ name: String,
        rate: (Int64, Int64),
        timebase: Int64,
        label: String? = nil,
        pts: (Int64) -> Int64
    ) -> MarkedMedia {
        let packets = (0..<count).map { frame in
            let time = Timestamp(pts(Int64(frame)))
            return PacketRecord(pts: time, dts: time, position: 0, size: 1, flags: .key)
        }
        let table = FrameTable(
            packets: packets,
            order: (0..<Int32(count)).map(\.self),
            timebase: Timebase(1, timebase)!,
            step: 1,
            isComplete: true
        )
        let clock = FrameClock(rate: FrameRate(rate.0, rate.1)!, startingAt: label)
        return MarkedMedia(name: name, table: table, clock: clock)
    }
}

extension MarkSet {
    /// Marks of segments given by name, first and last frame.
    init(_ segments: [(String, Int, Int)], in count: Int = Films.count) throws {
        self.init()
        for (name, first, last) in segments {
            try add(name, first: first, last: last, in: count)
        }
    }

    /// The segments as names and frames, which is what files hold.
    var rows: [String] {
        segments.map { "\($0.name) \($0.frames.lowerBound) \($0.frames.upperBound)" }
    }
}

extension MarkSet {
    /// Whether both mark the same frames by the same names, whatever ids they gave.
    func marksTheSame(as other: MarkSet) -> Bool {
        (inPoint, outPoint) == (other.inPoint, other.outPoint)
            && segments.count == other.segments.count
            && zip(segments, other.segments).allSatisfy {
                $0.name == $1.name && $0.frames == $1.frames
            }
    }
}
