import Basics
import ClipSupport
import Library
import Media
import MediaWorkers
import System
import TestSupport
import Testing
import Timeline
import Wire

@testable import Pictures

@Suite("What a storyboard consists of")
struct StoryboardFramesTests {
    @Test(arguments: [
        ([], []), ([7], [7]), ([1, 2], [1, 2]), ([1, 2, 3], [1, 3, 2]),
        (Array(0...8), [0, 8, 4, 2, 6, 1, 3, 5, 7]),
    ])
    func `it goes from coarse to fine`(_ values: [Int], _ order: [Int]) {
        #expect(Storyboard.coarseToFine(values) == order)
    }

    @Test(arguments: [3, 10, 64, 100, 863, 2048])
    func `whatever is there at any moment is spread evenly`(_ count: Int) {
        let order = Storyboard.coarseToFine(Array(0..<count))
        #expect(order.sorted() == Array(0..<count))
        for part in stride(from: 2, through: count, by: max(1, count / 20)) {
            let known = order.prefix(part).sorted()
            let gaps = zip(known, known.dropFirst()).map { $1 - $0 }
            #expect((gaps.max() ?? 0) <= 4 * (gaps.min() ?? 0) + 2, "\(part) of \(count)")
        }
    }

    @Test func `its frames are the keyframes`() throws {
        let source = try ClipSource.unread(.regular(100, group: 25))
        #expect(Storyboard.frames(of: source) == [0, 25, 50, 75])
    }

    @Test func `in a long GOP every 250th frame counts too, once all of it is known`() throws {
        let table = FrameTable((0..<2700).map { (Int64($0) * 40, [0, 2600].contains($0)) })
        let long = Array(stride(from: 0, to: 2600, by: 250)) + [2600]
        #expect(Storyboard.frames(of: try .unread(table)) == long)
        let part = FrameTable(
            (0..<2700).map { (Int64($0) * 40, [0, 2600].contains($0)) },
            isComplete: false
        )
        #expect(Storyboard.frames(of: try .unread(part)) == [0, 2600])
    }

    @Test func `of too many keyframes it takes some, from the first to the last`() throws {
        let frames = Storyboard.frames(of: try .unread(.regular(5000, group: 1)))
        #expect((frames.count, frames.first, frames.last) == (Storyboard.limit, 0, 4999))
        let gaps = zip(frames, frames.dropFirst()).map { $1 - $0 }
        #expect(Set(gaps) == [2, 3])
    }
}

@Suite("A storyboard that is being made")
struct StoryboardTests {
    @Test func `asks for one picture after the other, and for each once`() throws {
        let source = try ClipSource.unread(.regular(100, group: 25))
        var board = Storyboard(of: source)
        var asked: [Int] = []
        while let job = board.nextJob() {
            asked.append(job.frame)
            #expect(job.isGlance && !job.isUrgent)
            board.add(EncodedFrame(.fake(), frame: job.frame, of: source))
        }
        #expect(asked == [0, 75, 25, 50])
        #expect(board.isComplete)
        #expect(board.count == 4)
    }

    @Test func `leaves out what cannot be shown`() throws {
        let source = try ClipSource.unread(.regular(100, group: 25))
        var board = Storyboard(of: source)
        let next = board.nextJob()
        let job = try #require(next)
        board.fail(job)
        #expect(board.nextJob()?.frame == 75)
        #expect(!board.isComplete)
    }

    @Test func `lists the pictures nearest to the middles of equal parts, if they are there`()
        throws
    {
        let source = try ClipSource.unread(.regular(100, group: 25))
        var board = Storyboard(of: source)
        let cache = PreviewCache(limit: 1000)
        for frame in [0, 50, 75] { board.add(EncodedFrame(.fake(), frame: frame, of: source)) }
        for frame in [0, 75] {
            cache.insert(.fake(), for: Storyboard.key(of: Int64(frame) * 40, in: source.key))
        }
        let all = StoryboardDocument(
            StoryboardQuery(count: 4),
            on: board.table.track,
            of: board,
            in: cache
        )
        #expect(all.pictures.map(\.frame) == [0, 75])
        #expect(all.pictures.map(\.position) == [0, 0.75])
        #expect(!all.complete)
        let end = StoryboardQuery(0.5...1, count: 3)
        #expect(
            StoryboardDocument(end, on: board.table.track, of: board, in: cache).pictures.map(
                \.frame
            ) == [75]
        )
    }

    @Test func `keeps what there is when the file's frames get other numbers`() throws {
        let part = try ClipSource.unread(.regular(100, group: 25, isComplete: false))
        var board = Storyboard(of: part)
        board.add(EncodedFrame(.fake(), frame: 50, of: part))
        let whole = try ClipSource.unread(
            FrameTable((0..<200).map { (Int64($0) * 20, $0.isMultiple(of: 50)) })
        )
        board.update(to: whole)
        #expect(board.nearest(to: 4000) == [2000], "of the same time as before")
    }

    @Test func `has a long GOP decoded once, for all of its pictures`() throws {
        let table = FrameTable((0..<2600).map { (Int64($0) * 40, $0 == 0) })
        let source = try ClipSource.unread(table)
        var board = Storyboard(of: source)
        board.add(EncodedFrame(.fake(), frame: 0, of: source))
        let next = board.nextJob()
        let job = try #require(next)
        let rest = Set(stride(from: 250, to: 2600, by: 250))
        #expect((job.frame, job.pictures) == (2500, .these(rest)))
    }

    @Test(arguments: [(0, 0), (12, 0), (13, 25), (60, 50), (99, 75)])
    func `knows its picture nearest to a frame`(_ frame: Int, _ nearest: Int) throws {
        let source = try ClipSource.unread(.regular(100, group: 25))
        var board = Storyboard(of: source)
        for frame in [50, 0, 75, 25, 25] {
            board.add(EncodedFrame(.fake(), frame: frame, of: source))
        }
        #expect(board.nearest(to: Int64(frame) * 40).first == Int64(nearest) * 40)
        #expect(board.count == 4)
    }
}

@Suite("A picture of a storyboard in place of another")
struct StoryboardStandInTests {
    /// A storyboard of a hundred frames, all made, and a session that knows another number of them.
    @Test(arguments: [(100, 99, 75), (2000, 1999, 75), (30, 29, 25), (2000, 13, 25)])
    func `is found by its time, however many frames the session knows`(
        _ count: Int,
        _ frame: Int,
        _ nearest: Int
    ) throws {
        let known = try ClipSource.unread(.regular(100, group: 25))
        var board = Storyboard(of: known)
        let cache = PreviewCache(limit: 1000)
        for frame in [0, 25, 50, 75] {
            board.add(EncodedFrame(.fake(), frame: frame, of: known))
            cache.insert(.fake(), for: Storyboard.key(of: Int64(frame) * 40, in: known.key))
        }
        let source = try ClipSource.unread(.regular(count, group: 25))
        let found = board.nearest(to: .sample(frame, of: source), in: cache)
        #expect((found?.number, found?.isReduced) == (nearest, true))
        let empty = PreviewCache(limit: 1000)
        #expect(board.nearest(to: .sample(frame, of: source), in: empty) == nil)
        let seen = WantedPicture.sample(frame, of: source, newest: frame)
        #expect(board.nearest(to: seen, in: cache) == nil, "the client sees what is nearer")
    }
}

@Suite("The storyboards of all clips")
struct StoryboardsTests {
    private let now = ContinuousClock.now

    @Test func `never have more than one picture made at a time`() throws {
        var boards = Storyboards()
        let source = try ClipSource.unread(.regular(100, group: 25))
        boards.add(source)
        let next = boards.nextJob(at: now)
        let job = try #require(next)
        #expect(boards.nextJob(at: now) == nil)
        boards.finish(job, .success(EncodedFrame(.fake(), frame: 0, of: source)))
        #expect(boards.nextJob(at: now)?.frame == 75)
    }

    @Test func `rest while somebody drags`() throws {
        var boards = Storyboards()
        boards.add(try .unread(.regular(100, group: 25)))
        boards.pause(until: now + Storyboards.pause)
        #expect(boards.nextJob(at: now + .milliseconds(249)) == nil)
        #expect(boards.nextJob(at: now + .milliseconds(250)) != nil)
    }

    @Test func `end the decode of a long GOP when somebody drags, and take it up later`() throws {
        var boards = Storyboards()
        let table = FrameTable((0..<2600).map { (Int64($0) * 40, $0 == 0) })
        boards.add(try .unread(table))
        let next = boards.nextJob(at: now)
        let job = try #require(next)
        boards.pause(until: now)
        #expect(job.cancellation.isCancelled)
        boards.finish(job, nil)
        #expect(boards.nextJob(at: now)?.frame == job.frame)
    }

    @Test func `go on with the clip that has the fewest pictures`() throws {
        var boards = Storyboards()
        let sources = try ["a", "b"].map {
            try ClipSource.unread(.regular(100, group: 25), id: $0)
        }
        for source in sources { boards.add(source) }
        for _ in 0..<8 {
            let next = boards.nextJob(at: now)
            let job = try #require(next)
            boards.finish(job, .success(EncodedFrame(.fake(), frame: job.frame, of: job.source)))
            let counts = sources.map { boards[$0.key]?.count ?? 0 }
            #expect(abs(counts[0] - counts[1]) <= 1)
        }
        #expect(boards.nextJob(at: now) == nil)
    }
}

@Suite("Idle time, in which storyboards are made", .timeLimit(.minutes(1)))
struct IdleTimeTests {
    @Test func `begins a while after somebody got a picture`() throws {
        let reports = Reports<PictureReport>()
        let service = PictureService(
            memory: 1 << 20,
            store: nil,
            threads: 2,
            workers: .inside,
            report: reports.mailbox.post
        )
        let source = try ClipSource.scanned(.hevc)
        // Later than this test can take.
        let (now, pause) = (ContinuousClock.now + .seconds(60), Storyboards.pause)
        service.decode(.sample(30, of: source))
        let (job, result) = try picture(in: reports)
        _ = service.finish(job, result, at: now)
        service.addStoryboard(of: source)
        service.continueStoryboards(at: now + pause - .milliseconds(1))
        while service.counts(sockets: 1).orders > 0 {}
        #expect(service.counts(sockets: 1).decoded == (try? result?.get().decoded))
        service.continueStoryboards(at: now + pause)
        #expect(try picture(in: reports).job.requester == .storyboard(source.key))
    }

    private func picture(
        in reports: Reports<PictureReport>
    ) throws -> (job: PictureJob, result: Result<EncodedFrame, MediaError>?) {
        while true {
            if case .picture(let job, let result) = try reports.next() { return (job, result) }
        }
    }
}
