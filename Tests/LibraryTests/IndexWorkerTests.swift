import Basics
import ClipSupport
import Foundation
import Media
import MediaWorkers
import System
import TestSupport
import Testing
import Timeline

@testable import Library

@Suite("A worker that scans files", .timeLimit(.minutes(2)), .scratchDirectory)
struct IndexWorkerTests {
    private let reports = Reports<LibraryReport>()
    private let worker: IndexWorker

    init() { worker = IndexWorker(report: reports.mailbox.post) }

    @Test(arguments: Sample.videos)
    func `every displayed frame is found`(_ sample: Sample) throws {
        let key = try job(sample.path)
        guard case .indexed(key, let scanned) = try reports.next() else {
            throw UnexpectedReport()
        }
        let index = scanned.index
        let frames = try Oracle.frames(of: sample.path)
        #expect(index.table.isComplete)
        #expect(index.table.count == sample.frames)
        #expect((0..<index.table.count).map { index.table.pts(of: $0).ticks } == frames.map(\.pts))
        #expect((0..<index.table.count).map(index.table.isKeyframe) == frames.map(\.isKeyframe))
    }

    @Test func `a file that has to be decoded is told of before its index`() throws {
        let key = try job(Repository.root + "/.build/matrix/reset.h264")
        guard case .decoding(key, let decode) = try reports.next() else { throw UnexpectedReport() }
        #expect(decode == WholeDecode(.missing, progress: 0))
        while true {
            guard case .decoding(key, let next) = try reports.next() else { break }
            #expect(next.progress > 0)
        }
    }

    @Test func `several files are all scanned`() throws {
        let keys = try Sample.all.map { try job($0.path) }
        var seen: [MediaID] = []
        for _ in Sample.all {
            guard case .indexed(let key, _) = try reports.next() else {
                throw UnexpectedReport()
            }
            seen.append(key.id)
        }
        #expect(Set(seen) == Set(keys.map(\.id)))
    }

    @Test(arguments: [("large.ts", []), ("large.mkv", ["-live", "1"]), ("large.flv", [])])
    func `of a large stream that lists nothing, keyframes all over it are told first`(
        _ name: String,
        _ options: [String]
    ) throws {
        let path = Scratch.directory + "/" + name
        let loop = ["-v", "error", "-stream_loop", "199", "-i", Sample.transportStream.path]
        _ = try Tool.run("ffmpeg", loop + ["-map", "0:v", "-c", "copy"] + options + [path])
        _ = try job(path)
        var early: [FrameTable] = []
        var last = try reports.next()
        while case .scanned(_, let index, _) = last {
            early.append(index.table)
            last = try reports.next()
        }
        guard case .indexed(_, let scanned) = last else { throw UnexpectedReport() }
        let whole = scanned.index.table
        let first = try #require(early.first)
        #expect(first.scanned == 128 && first.count > 128)
        #expect(first.pts(of: first.count - 1) >= whole.pts(of: whole.count / 2))
        for table in early {
            let ahead = (0..<table.count).filter { table.ordinal(of: $0) >= table.scanned }
            let frames = ahead.compactMap { whole.frame(at: table.pts(of: $0)) }
            #expect(frames.count == ahead.count && frames.allSatisfy(whole.isKeyframe))
        }
        #expect(early.filter { $0.scanned == 128 }.map(\.count).max() ?? 0 > 130)
    }

    @Test func `a long file is told of as it grows, each time more, and nothing settled changes`()
        throws
    {
        let path = Scratch.directory + "/long.mkv"
        let source = "testsrc=size=32x32:rate=25:duration=1200"
        _ = try Tool.run(
            "ffmpeg",
            ["-v", "error", "-f", "lavfi", "-i", source, "-c:v", "mpeg4", "-bf", "2", path]
        )
        _ = try job(path)
        var tables: [FrameTable] = []
        var progress: [Double] = []
        while true {
            guard case .scanned(_, let index, let share) = try reports.next() else { break }
            tables.append(index.table)
            progress.append(share)
        }
        #expect(!tables.isEmpty)
        #expect(progress == progress.sorted())
        #expect(progress.allSatisfy { (0...1).contains($0) })
        #expect(tables.allSatisfy { !$0.isComplete })
        let last = try #require(Oracle.packets(of: path).last(where: \.isKeyframe)?.pts)
        for table in tables {
            let key = table.keyframe(table.keyframeCount - 1)
            #expect(table.pts(of: key).ticks > last * 9 / 10, "keyframes come first")
        }
        for (table, next) in zip(tables, tables.dropFirst()) {
            #expect(next.scanned >= table.scanned + table.scanned / 4)
            #expect(next.count >= table.count)
            let isSame = (0..<table.settled).allSatisfy { table.pts(of: $0) == next.pts(of: $0) }
            #expect(isSame)
        }
    }

    @Test(arguments: [
        ("text.mp4", "this is no media at all"),
        ("list.m3u8", "#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:9/a.ts\n"),
        ("concat.mp4", "ffconcat version 1.0\nfile 'a.mp4'\n"),
    ])
    func `what cannot be scanned is reported with its name`(_ name: String, _ text: String) throws {
        let key = try job(Scratch.write(text.utf8, to: name))
        guard case .indexFailed(key, let error) = try reports.next() else {
            throw UnexpectedReport()
        }
        #expect("\(error)".contains(name))
    }

    @Test func `a scan that is cancelled reports nothing`() throws {
        let file = try OpenFile(path: Sample.longGOP.path)
        let key = ClipKey(id: MediaID("x"), identity: file.identity)
        let job = IndexWorker.Job(key: key, file: file)
        job.cancellation.cancel()
        worker.post(job)
        #expect(reports.isSilent)
    }

    /// Two films, whose keyframes are at different times.
    private static func twoFilms(seconds: Int) throws -> String {
        let path = Scratch.directory + "/two.mkv"
        let films = [25, 10].flatMap {
            ["-f", "lavfi", "-i", "testsrc=size=32x32:rate=\($0):duration=\(seconds)"]
        }
        let codecs = ["-map", "0", "-map", "1", "-c:v", "mpeg4", "-g:v:0", "12", "-g:v:1", "7"]
        _ = try Tool.run("ffmpeg", ["-v", "error"] + films + codecs + [path])
        return path
    }

    @Test func `keyframes that come first are those of the stream that is scanned`() throws {
        let file = try OpenFile(path: Self.twoFilms(seconds: 1200))
        let key = ClipKey(id: MediaID("two"), identity: file.identity, stream: 1)
        worker.post(IndexWorker.Job(key: key, file: file))
        guard case .scanned(_, let early, _) = try reports.next() else {
            throw UnexpectedReport()
        }
        var next = try reports.next()
        while case .scanned = next { next = try reports.next() }
        guard case .indexed(_, let scanned) = next else { throw UnexpectedReport() }
        let whole = scanned.index
        let times = { (table: FrameTable) in
            Set((0..<table.keyframeCount).map { table.pts(of: table.keyframe($0)) })
        }
        #expect(early.info.stream == 1)
        #expect(early.table.keyframeCount > 100)
        #expect(times(early.table).isSubset(of: times(whole.table)))
    }

    @Test func `an index that is known is kept for its own stream`() throws {
        let path = try Self.twoFilms(seconds: 2)
        // A file that was written just now may go on.
        _ = try Tool.run("touch", ["-d", "1 hour ago", path])
        let file = try OpenFile(path: path)
        let store = IndexStore(folder: Scratch.directory + "/store", byteLimit: 1 << 20)
        let scanner = IndexScanner(store: store, report: reports.mailbox.post)
        let key = ClipKey(id: MediaID("two"), identity: file.identity, stream: 1)
        let known = try MediaIndex(scanning: file, stream: 1)
        let job = IndexWorker.Job(key: key, file: file, concluded: known)
        scanner.carryOut(job, by: MediaWorker(of: .inside))
        #expect(store.index(of: file) == nil)
        #expect(store.index(of: file, stream: 1)?.info.stream == 1)
    }

    @Test(arguments: [true, false])
    func `a recording is read on from where its scan stood, after a restart as well`(
        _ isRestarted: Bool
    ) throws {
        let bytes = try Data(contentsOf: URL(filePath: Sample.transportStream.path))
        let path = try Scratch.write(bytes.prefix(bytes.count * 9 / 10), to: "a.ts", secondsAgo: 0)
        let key = ClipKey(id: MediaID("a"), identity: try OpenFile(path: path).identity)
        let store = IndexStore(folder: Scratch.directory + "/store", byteLimit: 1 << 20)
        let (worker, report) = (MediaWorker(of: .inside), reports.mailbox.post)
        let first = IndexScanner(store: isRestarted ? store : nil, report: report)
        first.carryOut(IndexWorker.Job(key: key, file: try OpenFile(path: path)), by: worker)
        guard case .indexed(_, let scanned) = try reports.next() else {
            throw UnexpectedReport()
        }
        let early = scanned.index
        #expect(scanned.cost.packetsReadAgain == nil)
        #expect(first.packets == early.table.packets.count)

        try FileHandle(forWritingTo: URL(filePath: path)).write(contentsOf: bytes)
        let second = IndexScanner(store: isRestarted ? store : nil, report: report)
        var job = IndexWorker.Job(key: key, file: try OpenFile(path: path))
        if !isRestarted { job.earlier = early }
        second.carryOut(job, by: worker)
        guard case .indexed(_, let scanned) = try reports.next() else {
            throw UnexpectedReport()
        }
        let (late, cost) = (scanned.index, scanned.cost)
        #expect(late.table.count == Sample.transportStream.frames)
        let new = late.table.packets.count - early.table.packets.count
        #expect(cost.packetsReadAgain == second.packets - new)
        #expect(second.packets < Sample.transportStream.frames)
    }

    private func job(_ path: String) throws -> ClipKey {
        let file = try OpenFile(path: path)
        let key = ClipKey(id: MediaID(path), identity: file.identity)
        worker.post(IndexWorker.Job(key: key, file: file))
        return key
    }
}

@Suite("How often a growing index is published")
struct PublishingIntervalTests {
    @Test func `the first frames are published at once`() {
        var interval = PublishingInterval()
        let isDue = interval.isDue(packets: 1, at: .now)
        #expect(isDue)
    }

    @Test(arguments: [
        (1000, 100, false), (1249, 5000, false), (1250, 99, false), (1250, 100, true),
        (9000, 50, false), (9000, 100, true),
    ])
    func `later ones when a quarter more is there and a tenth of a second has passed`(
        _ packets: Int,
        _ milliseconds: Int,
        _ isDue: Bool
    ) {
        var interval = PublishingInterval()
        let start = ContinuousClock.now
        _ = interval.isDue(packets: 1000, at: start)
        let answer = interval.isDue(packets: packets, at: start + .milliseconds(milliseconds))
        #expect(answer == isDue)
    }

    @Test func `all tables together cost a few times the last one`() {
        var interval = PublishingInterval()
        let start = ContinuousClock.now
        var published = 0
        for step in 1...1000 {
            let packets = step * 2048
            if interval.isDue(packets: packets, at: start + .seconds(step)) { published += packets }
        }
        #expect(published < 6 * 1000 * 2048)
    }
}
