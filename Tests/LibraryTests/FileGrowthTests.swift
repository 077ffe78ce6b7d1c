import ClipSupport
import Foundation
import Glibc
import TestSupport
import Testing
import Timeline

@testable import Library
@testable import Media
@testable import System

@Suite("A file that is still being written", .scratchDirectory)
struct FileGrowthTests {
    private var openMedia = OpenMedia()
    private let start = ContinuousClock.now
    private let name = "media/a.ts"

    @Test mutating func `it keeps its key and is scanned again when it has grown`() throws {
        try Folder.write(name, bytes: 100, secondsAgo: 0)
        let key = try place().key
        openMedia.noteWhole(try scanned(20, as: key), for: key, at: start)
        #expect(openMedia.clip(key)?.table.isComplete == false, "it was written just now")
        #expect(try growth(of: key, at: start + .seconds(1)) == .nothing)

        try Folder.write(name, bytes: 200, secondsAgo: 0)
        let again = try place()
        #expect(again.key == key && again.new == nil)
        #expect(!openMedia.isDue(key, at: start + .seconds(1.1)), "not so soon")
        #expect(openMedia.due(at: start + .seconds(2)) == [key])
        #expect(openMedia.beginLook(at: key) != nil)
        #expect(openMedia.due(at: start + .seconds(2)) == [], "a thread looks at it")
        openMedia.endLook(at: key)
        #expect(try growth(of: key, at: start + .seconds(2)) == .scan)
        try renew(key)
        #expect(openMedia.file(key)?.identity.size == 200)
    }

    @Test mutating func `what was exact stays so when a file goes on after all`() throws {
        try Folder.write(name, bytes: 100)
        let key = try place().key
        openMedia.noteWhole(try scanned(20, as: key), for: key, at: start)
        #expect(openMedia.clip(key)?.table.isComplete == true)
        try Folder.write(name, bytes: 200, secondsAgo: 0)
        try renew(key)
        for _ in 0..<2 {
            #expect(openMedia.clip(key)?.table.isComplete == false)
            #expect(openMedia.clip(key)?.table.settled == 20)
            openMedia.noteWhole(try scanned(25, as: key), for: key, at: start)
        }
        #expect(openMedia.clip(key)?.table.count == 25)
    }

    @Test(arguments: [5, 19])
    mutating func `frames that were exact and are gone are an error`(_ count: Int) throws {
        try Folder.write(name, bytes: 100)
        let key = try place().key
        openMedia.noteWhole(try scanned(20, as: key), for: key, at: start)
        try Folder.write(name, bytes: 200, secondsAgo: 0)
        try renew(key)
        openMedia.noteWhole(try scanned(count, as: key), for: key, at: start)
        guard case .failed(.changed) = openMedia.progress(of: key) else {
            Issue.record("another content is not a longer recording")
            return
        }
        #expect(try place().key != key, "who opens it now gets what it is now")
    }

    @Test mutating func `a scan that fails between two writes takes nothing away`() throws {
        try Folder.write(name, bytes: 100, secondsAgo: 0)
        let key = try place().key
        openMedia.noteWhole(try scanned(20, as: key), for: key, at: start)
        openMedia.noteFailure(.noFrames(file: "a.ts"), for: key, at: start)
        #expect(openMedia.clip(key)?.table.count == 20)
    }

    /// A worker that was ended in mid-scan says nothing of the file: what it has grown by would be
    /// missing, and the rest would count as complete.
    @Test mutating func `content whose scan has failed is scanned again, twice`() throws {
        try Folder.write(name, bytes: 100)
        let key = try place().key
        openMedia.noteWhole(try scanned(20, as: key), for: key, at: start)
        try Folder.write(name, bytes: 200, secondsAgo: 60)
        var now = start
        let steps = try (0..<3).map { _ in
            try renew(key)
            openMedia.noteFailure(.noFrames(file: "a.ts"), for: key, at: now)
            now += .seconds(60)
            return try growth(of: key, at: now)
        }
        #expect(steps == [.scan, .scan, .conclude])
        openMedia.noteWhole(try scanned(25, as: key), for: key, at: now)
        #expect(try growth(of: key, at: now + .seconds(60)) == .nothing)
        #expect(openMedia.clip(key)?.table.count == 25)
    }

    /// What a scan finds that has begun just now.
    private func scanned(_ count: Int, as key: ClipKey) throws -> ScannedIndex {
        let index = MediaIndex(info: .plain(), table: .regular(count, isComplete: true))
        let known = openMedia.source(key)?.index.table
        return ScannedIndex(index, of: try #require(openMedia.file(key)), after: known)
    }

    /// Looks at a file.
    private mutating func growth(
        of key: ClipKey,
        at now: ContinuousClock.Instant
    ) throws -> FileGrowth.Step {
        let file = try #require(openMedia.file(key)).renewed()
        return openMedia.growth(of: key, to: file.identity, at: now)
    }

    private mutating func renew(_ key: ClipKey) throws {
        openMedia.renew(key, as: try #require(openMedia.file(key)).renewed())
    }

    private mutating func place() throws -> (key: ClipKey, new: OpenFile?) {
        try openMedia.open(MediaLibrary([Folder.path()]).listing[0])
    }
}

@Suite("The looks at a file that may grow", .scratchDirectory)
struct FileLookTests {
    private let start = ContinuousClock.now

    @Test(arguments: [
        (100, 0.0, false, FileGrowth.Step.nothing), (100, 6, false, .conclude),
        (100, 6, true, .nothing), (100, -60, false, .conclude), (101, 0, true, .scan),
        (99, 0, true, .giveUp),
    ])
    func `lead to what its size and its age say`(
        _ bytes: Int,
        _ secondsAgo: Double,
        _ isComplete: Bool,
        _ step: FileGrowth.Step
    ) throws {
        let scanned = try identity(bytes: 100, secondsAgo: secondsAgo)
        let now = bytes == 100 ? scanned : try identity(bytes: bytes, secondsAgo: secondsAgo)
        var growth = FileGrowth(at: start)
        #expect(growth.step(from: scanned, to: now, isComplete: isComplete, at: start) == step)
    }

    @Test func `do not end a recording sooner than its own pauses`() throws {
        var growth = FileGrowth(at: start)
        let states = try [20.0, 8].enumerated().map { number, age in
            try identity(bytes: 100 + number, secondsAgo: age)
        }
        let step = { (growth: inout FileGrowth, scanned) in
            growth.step(from: scanned, to: states[1], isComplete: false, at: start)
        }
        #expect(step(&growth, states[1]) == .conclude)
        #expect(step(&growth, states[0]) == .scan)
        #expect(step(&growth, states[1]) == .nothing, "it has paused for twelve seconds before")
    }

    @Test(arguments: [(0.0, 7200), (20, 720), (86_400, 360)])
    func `become few when it stays quiet`(_ secondsAgo: Double, _ looksAnHour: Int) throws {
        let file = try identity(bytes: 100, secondsAgo: secondsAgo)
        var growth = FileGrowth(at: start)
        var looks = 0
        for tick in 0..<36_000 {
            let now = start + .milliseconds(100) * tick
            guard growth.isDue(at: now) else { continue }
            looks += 1
            _ = growth.step(from: file, to: file, isComplete: true, at: now)
        }
        #expect((looksAnHour - looksAnHour / 10...looksAnHour).contains(looks))
    }

    @Test func `wait ten times as long as the processor was busy with a scan`() {
        var growth = FileGrowth(at: start)
        growth.endScan(at: start + .seconds(2), cost: ScanCost(time: .seconds(0.3)))
        #expect(!growth.isDue(at: start + .seconds(4.9)))
        #expect(growth.isDue(at: start + .seconds(5)), "however long it took by the clock")
    }

    @Test func `let an hour's recording cost a fifth more than one scan, and are many at first`()
        throws
    {
        var growth = FileGrowth(at: start)
        var scanned = Self.written(1)
        var (read, known, scans) = (0, 0, [Int]())
        for second in 1...3600 {
            let now = start + .seconds(second)
            // 25 packets a second, ten for each byte.
            let file = Self.written(1 + second * 25 / 10)
            let step = growth.step(from: scanned, to: file, isComplete: false, at: now)
            guard step == .scan else { continue }
            let again = known == 0 ? nil : 250
            let new = second * 25 - known
            read += new + (again ?? 0)
            (scanned, known) = (file, second * 25)
            scans.append(second)
            let cost = ScanCost(newPackets: new, packetsReadAgain: again)
            growth.endScan(at: now, cost: cost, packets: known)
        }
        #expect(read <= 90_000 * 6 / 5)
        #expect(scans.count { $0 <= 20 } > 15)
        #expect(try #require(scans.last) > 3500)
    }

    @Test func `read the end of a recording, however little it is`() throws {
        var growth = FileGrowth(at: start)
        let (before, after) = try (
            identity(bytes: 900, secondsAgo: 0), identity(bytes: 901, secondsAgo: 0)
        )
        growth.endScan(at: start, cost: ScanCost(packetsReadAgain: 5000), packets: 9000)
        let step = { (growth: inout FileGrowth, file) in
            growth.step(from: before, to: file, isComplete: false, at: start)
        }
        #expect(step(&growth, after) == .nothing)
        #expect(try step(&growth, identity(bytes: 901, secondsAgo: 31)) == .scan)
    }

    /// A file that was written just now.
    private static func written(_ bytes: Int) -> FileIdentity {
        var status = stat()
        status.st_size = bytes
        clock_gettime(CLOCK_REALTIME, &status.st_mtim)
        return FileIdentity(FileStatus(status))
    }

    private func identity(bytes: Int, secondsAgo: Double) throws -> FileIdentity {
        try Folder.write("a.ts", bytes: bytes, secondsAgo: secondsAgo)
        return try OpenFile(path: Folder.path("a.ts")).identity
    }
}
