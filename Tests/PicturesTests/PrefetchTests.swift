import Basics
import ClipSupport
import Library
import System
import Testing
import Timeline

@testable import Media
@testable import Pictures

@Suite("What is prefetched")
struct PrefetchTests {
    private let socket = SocketID(connection: Slot(index: 0, generation: 0))
    /// A keyframe every ten frames.
    private let source: ClipSource
    private var prefetch = Prefetch()

    init() throws { source = try .unread() }

    @Test(arguments: [(109, 99), (100, 99), (99, 89), (15, 9), (10, 9)])
    mutating func `going back, it is the GOP before, up to its last frame`(
        _ frame: Int,
        _ end: Int
    ) {
        let jobs = prefetch.goBack(from: target(frame), for: socket)
        #expect(jobs.map(\.frame) == [end])
        #expect(jobs.map(\.requester) == [.prefetch(socket, .before)])
        #expect(jobs.map(\.pictures) == [.spaced])
        #expect(jobs.map(\.format) == [target(frame).format])
    }

    @Test(arguments: [0, 5, 9])
    mutating func `going back, there is none before the first`(_ frame: Int) {
        #expect(prefetch.goBack(from: target(frame), for: socket).isEmpty)
    }

    @Test(arguments: [
        (105, [99, 109, 119], [PreviewSelection.spaced, .all, .spaced]),
        (3, [9, 19], [.all, .spaced]),
        (1995, [1989, 1999], [.spaced, .all]),
    ])
    mutating func `at rest, it is the GOPs around, the most urgent first`(
        _ frame: Int,
        _ ends: [Int],
        _ pictures: [PreviewSelection]
    ) {
        let jobs = prefetch.rest(at: target(frame), for: socket)
        #expect(jobs.map(\.frame) == ends)
        #expect(jobs.map(\.pictures) == pictures)
        #expect(jobs.map(\.rank) == jobs.map(\.rank).sorted())
        #expect(jobs.allSatisfy { !$0.isUrgent })
    }

    /// Of steps back from 105, those that are in the GOP before.
    @Test(arguments: [
        (2, [99, 97, 95, 93, 91]), (3, [99, 96, 93, 90]), (6, [99, 93]), (10, [95]), (15, [90]),
        (16, []), (105, []),
    ])
    mutating func `going back by steps, it is what they reach`(_ step: Int, _ frames: [Int]) {
        let target = PictureJob(105, of: source, goesBack: true, stride: -step)
        let jobs = prefetch.goBack(from: target, for: socket)
        #expect(jobs.map(\.frame) == [frames.max()].compactMap(\.self))
        #expect(jobs.allSatisfy { $0.pictures == .these(Set(frames)) })
    }

    @Test mutating func `going back by steps, it stops where they have come to`() throws {
        let steps = { [source] in PictureJob($0, of: source, goesBack: true, stride: -3) }
        let jobs = prefetch.goBack(from: steps(105), for: socket)
        let job = try #require(jobs.first)
        for frame in [102, 99, 96] { prefetch.follow(steps(frame)) }
        #expect(!job.cancellation.isCancelled)
        #expect((job.isDone(at: 95), job.isDone(at: 96)) == (false, true))
        prefetch.follow(steps(89))
        #expect(job.cancellation.isCancelled)
    }

    @Test mutating func `after a jump it is what is on both sides of the target, before all else`()
        throws
    {
        let source = try ClipSource.unread(.regular(300, group: 100))
        let jump = { (frame: Int) in
            PictureJob(
                frame,
                of: source,
                PreviewFormat(width: 320),
                .sparse(isFromAfar: true),
                for: .socket(SocketID(connection: Slot(index: 0, generation: 0)))
            )
        }
        for (frame, near) in [(150, 138...162), (105, 100...117), (290, 278...299)] {
            let jobs = prefetch.rest(at: jump(frame), for: socket)
            #expect(jobs.first?.frame == near.upperBound)
            #expect(jobs.first?.pictures == .these(Set(near)))
            #expect(jobs.map(\.rank) == jobs.map(\.rank).sorted())
            prefetch.giveUp()
        }
        let job = try #require(prefetch.rest(at: jump(150), for: socket).first)
        for step in [151, 155, 149, 140] { prefetch.follow(jump(step)) }
        #expect(!job.cancellation.isCancelled)
        prefetch.follow(jump(190))
        #expect(job.cancellation.isCancelled)
    }

    @Test mutating func `each GOP is requested once, in each format`() {
        let targets = [target(105), target(103), PictureJob(102, of: source, width: 640)]
        let jobs = targets.map { prefetch.goBack(from: $0, for: socket).first }
        #expect(jobs.map(\.?.format.width) == [320, nil, 640])
    }

    @Test mutating func `a GOP of more than a thousand frames is not`() throws {
        for (length, isPrepared) in [(1000, true), (1001, false)] {
            let source = try ClipSource.unread(.regular(3000, group: length))
            let job = PictureJob(length + 5, of: source)
            #expect(prefetch.goBack(from: job, for: socket).isEmpty != isPrepared)
        }
    }

    /// The GOP 90 to 99 is under way, for a pointer that was at 105.
    @Test(arguments: [
        (109, false), (100, false), (99, false), (90, false), (110, true), (500, true),
        (89, true), (0, true),
    ])
    mutating func `a pointer that turns elsewhere cancels it`(
        _ frame: Int,
        isCancelled: Bool
    ) throws {
        let job = try #require(prefetch.goBack(from: target(105), for: socket).first)
        prefetch.follow(target(frame))
        #expect(job.cancellation.isCancelled == isCancelled)
        #expect(prefetch.jobs.isEmpty == isCancelled)
    }

    /// All around frame 105 is under way; which of the three are cancelled.
    @Test(arguments: [
        (105, [false, false, false]), (106, [false, true, false]), (104, [false, true, false]),
        (99, [false, true, true]), (110, [true, true, true]), (500, [true, true, true]),
    ])
    mutating func `a pointer that leaves its rest cancels what it was there for`(
        _ frame: Int,
        _ isCancelled: [Bool]
    ) {
        let jobs = prefetch.rest(at: target(105), for: socket)
        prefetch.follow(target(frame))
        #expect(jobs.map(\.cancellation.isCancelled) == isCancelled)
    }

    @Test mutating func `a GOP that was cancelled can be requested again`() {
        _ = prefetch.goBack(from: target(105), for: socket)
        prefetch.follow(target(500))
        #expect(prefetch.goBack(from: target(105), for: socket).map(\.frame) == [99])
    }

    @Test mutating func `it stops where the pointer has come to`() throws {
        let job = try #require(prefetch.goBack(from: target(105), for: socket).first)
        prefetch.follow(target(101))
        #expect(!job.isDone(at: 99), "the pointer is not there yet")
        prefetch.follow(target(95))
        #expect(!job.isDone(at: 94))
        #expect(job.isDone(at: 95), "what follows is behind the pointer")
    }

    @Test mutating func `a pointer at rest has its own GOP prefetched beyond where it is`() throws {
        let jobs = prefetch.rest(at: target(105), for: socket)
        prefetch.follow(target(105))
        #expect(jobs.allSatisfy { !$0.isDone(at: 107) })
    }

    @Test mutating func `of a steady pointer two are under way at most`() {
        var jobs: [PictureJob] = []
        for frame in stride(from: 195, to: 0, by: -3) {
            prefetch.follow(target(frame))
            jobs += prefetch.goBack(from: target(frame), for: socket)
            #expect(prefetch.jobs.count <= 2)
        }
        #expect(jobs.map(\.frame) == Array(stride(from: 189, to: 0, by: -10)))
        let left = jobs.filter { !$0.cancellation.isCancelled }
        #expect(left.map(\.frame) == [9], "the pointer is in the first GOP")
    }

    @Test mutating func `a socket that closes cancels everything`() {
        let jobs = prefetch.rest(at: target(105), for: socket)
        #expect(jobs.count == 3)
        prefetch.giveUp()
        #expect(jobs.allSatisfy { $0.cancellation.isCancelled })
        #expect(prefetch.jobs.isEmpty)
    }

    private func target(_ frame: Int) -> PictureJob {
        PictureJob(frame, of: source, goesBack: true)
    }
}
