import Marks
import Testing
import Timeline

@Suite("Times in files")
struct TimeTests {
    /// Frames of 512 ticks of 1/12800 s: 40 ms.
    @Test(
        arguments: [
            (0, 0), (19, 0), (20, 0), (21, 1), (40, 1), (60, 1), (61, 2), (79_980, 1999),
            (79_981, 2000), (80_000, 2000), (80_020, 2000), (-20, 0),
        ] as [(Int64, Int)]
    )
    func `a time stands for the boundary nearest to it`(
        _ milliseconds: Int64,
        _ boundary: Int
    ) throws {
        let time = FileTime(milliseconds, in: Timebase(1, 1000)!)
        #expect(try Films.pal.boundary(nearest: time) == boundary)
    }

    @Test(arguments: [-21, 80_021, .max, .min] as [Int64])
    func `a time more than half a frame outside stands for none`(_ milliseconds: Int64) {
        let time = FileTime(milliseconds, in: Timebase(1, 1000)!)
        #expect(throws: MarksError.outside("\(time)", count: 2000)) {
            try Films.pal.boundary(nearest: time)
        }
    }

    @Test(arguments: Films.all.indices)
    func `every boundary leads back from nanoseconds`(_ index: Int) throws {
        let film = Films.all[index]
        for boundary in 0...Films.count {
            let time = try film.time(of: boundary, in: .nanoseconds, called: "nanoseconds")
            #expect(try film.boundary(nearest: time) == boundary)
        }
    }

    @Test func `frames that a unit cannot tell apart are refused`() {
        let fast = Films.even("fast.mp4", rate: (1000, 1), timebase: 4000, ticks: 1)
        #expect(throws: MarksError.tooFine(unit: "milliseconds")) {
            try fast.time(of: 1, in: Timebase(1, 1000)!, called: "milliseconds")
        }
    }

    @Test func `between two times there is always a frame`() throws {
        let time = { FileTime($0, in: Timebase(1, 1000)!) }
        #expect(try Films.pal.frames(from: time(100), to: time(100)) == 2...2)
        #expect(try Films.pal.frames(from: time(101), to: time(139)) == 3...3)
        #expect(try Films.pal.frames(from: nil, to: nil) == 0...1999)
        #expect(try Films.pal.frames(from: time(80_000), to: nil) == 1999...1999)
        #expect(throws: MarksError.backwards("0.101", "0.1")) {
            try Films.pal.frames(from: time(101), to: time(100))
        }
    }

    @Test func `a media without frames has no marks`() throws {
        let table = FrameTable(
            packets: [],
            order: [],
            timebase: Timebase(1, 25)!,
            step: 1,
            isComplete: true
        )
        let empty = MarkedMedia(name: "empty", table: table, clock: Films.pal.clock)
        #expect(throws: MarksError.self) {
            try LosslessCutTable.marks(from: Array(",,".utf8), in: empty)
        }
        #expect(try LosslessCutTable.marks(from: [], in: empty) == MarkSet())
    }
}
