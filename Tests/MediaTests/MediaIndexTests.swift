import Media
import TestSupport
import Testing
import Timeline

@Suite("The index of a file", .serialized, .timeLimit(.minutes(2)))
struct MediaIndexTests {
    @Test(arguments: Sample.videos)
    func `lists the frames that ffprobe decodes, at their times`(_ sample: Sample) throws {
        let table = try MediaIndex(scanning: OpenFile(path: sample.path)).table
        let shown = try Oracle.frames(of: sample.path)
        #expect(table.count == sample.frames)
        #expect((0..<table.count).map { table.pts(of: $0).ticks } == shown.compactMap(\.pts))
        #expect((0..<table.count).map(table.isKeyframe) == shown.map(\.isKeyframe))
    }

    @Test(arguments: Sample.videos)
    func `ends where the last frame does`(_ sample: Sample) throws {
        let table = try MediaIndex(scanning: OpenFile(path: sample.path)).table
        let packets = try Oracle.packets(of: sample.path).filter { !$0.isDiscarded }
        let last = try #require(packets.max { ($0.pts ?? 0) < ($1.pts ?? 0) })
        let end = try #require(last.pts) + (last.duration ?? 0)
        #expect(table.end.ticks == end)
    }

    @Test(arguments: Sample.videos)
    func `a position made from a frame leads back to it`(_ sample: Sample) throws {
        let table = try MediaIndex(scanning: OpenFile(path: sample.path)).table
        for frame in 0..<table.count {
            #expect(table.frame(atPosition: table.position(of: frame)) == frame)
            #expect(table.frame(atTime: table.time(of: frame)) == frame)
        }
    }

    @Test(arguments: Sample.videos)
    func `what is exact while scanning never changes`(_ sample: Sample) throws {
        let file = try OpenFile(path: sample.path)
        let whole = try MediaIndex(scanning: file).table
        var builder = try IndexBuilder(file)
        var partial: [FrameTable] = []
        while builder.scan(atMost: 37) { partial += [builder.partialTable()].compactMap { $0 } }
        #expect(partial.last.map { $0.settled > 0 } == true)
        for table in partial {
            let settled = 0..<table.settled
            #expect(settled.map(table.target) == settled.map(whole.target))
        }
    }

    @Test func `counts the packets of a file with sound only`() throws {
        let index = try MediaIndex(scanning: OpenFile(path: Sample.audio.path))
        let packets = try Oracle.packets(of: Sample.audio.path, stream: "a:0")
        #expect(index.info.kind == .audio)
        #expect(index.table.count == packets.count { !$0.isDiscarded })
    }

    @Test func `names the chapters by the frames they start at`() throws {
        let index = try MediaIndex(scanning: OpenFile(path: Sample.dropFrame.path))
        let starts = index.info.chapters.map(index.table.firstFrame)
        #expect(index.info.chapters.count == 3)
        #expect(starts.first == 0)
        #expect(starts == starts.sorted())
        #expect(Set(starts).count == 3)
    }

    @Test func `labels frames with the file's own drop-frame timecode`() throws {
        let index = try MediaIndex(scanning: OpenFile(path: Sample.dropFrame.path))
        let clock = index.info.clock
        #expect(clock.label(of: 0, in: index.table) == "01:00:00;00")
        #expect(clock.label(of: 31, in: index.table) == "01:00:01;01")
        for frame in 0..<index.table.count {
            let label = clock.label(of: frame, in: index.table)
            #expect(clock.frame(of: label, in: index.table) == frame)
        }
    }
}
