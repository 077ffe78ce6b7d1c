import Foundation
import TestSupport
import Testing

@testable import Media

@Suite("A worker", .timeLimit(.minutes(2)))
struct WorkerTests {
    static func inside() -> MediaWorker {
        MediaWorker(of: WorkerPool(.thread { Thread.detachNewThread($0) }))
    }

    @Test(arguments: [Sample.transportStream, .variableRate, .vp9, .editList])
    func `scans as the scanner does`(_ sample: Sample) throws {
        let file = try OpenFile(path: sample.path)
        let scan = try WorkerScan(Self.inside(), file)
        while try scan.scan(atMost: 40) { _ = try scan.partialTable() }
        let (found, known) = (try scan.finish { false }, try MediaIndex(scanning: file))
        #expect(found.table == known.table)
        #expect(found.info == known.info)
    }

    @Test(arguments: [Sample.transportStream, .hevc, .vp9, .editList])
    func `shows the frame that was asked for`(_ sample: Sample) throws {
        let file = try OpenFile(path: sample.path)
        let index = try MediaIndex(scanning: file)
        let reader = try WorkerReader(Self.inside(), file, index: index, threads: 1)
        for frame in [70, 20, 71, 0, 99] {
            let picture = try Self.picture(of: frame, by: reader)
            #expect(try Barcode.read(jpeg: Data(picture.bytes)) == frame + sample.firstBarcode)
        }
        #expect(reader.framesDecoded >= 5)
    }

    @Test func `stops on the way when it is told to, and goes on from there`() throws {
        let file = try OpenFile(path: Sample.transportStream.path)
        let index = try MediaIndex(scanning: file)
        let reader = try WorkerReader(Self.inside(), file, index: index, threads: 1)
        var seen: [Int] = []
        try reader.read(40, .since(30)) { frame, _ in
            seen.append(frame)
            return frame < 33
        }
        // Those before the first wanted one are told of, as far as others refer to them.
        #expect(seen.suffix(4) == [30, 31, 32, 33])
        #expect(try #require(reader.distance(to: 40, .since(34))) <= 10)
        #expect(try Self.picture(of: 40, by: reader).size.width == 320)
    }

    @Test func `passes on why a file cannot be read`() throws {
        let file = try OpenFile(path: Repository.root + "/README.md")
        #expect(throws: (any Error).self) { try MediaIndex(scanning: file) }
        let direct = #expect(throws: MediaError.self) { try IndexBuilder(file).info }
        let passed = #expect(throws: MediaError.self) { try WorkerScan(Self.inside(), file) }
        #expect(passed == direct)
    }

    private static func picture(of frame: Int, by reader: WorkerReader) throws -> Preview {
        var result: Result<Preview, any Error>?
        try reader.read(frame, .alone) { shown, picture in
            guard shown == frame, let picture else { return true }
            result = Result { try picture.picture(PreviewFormat(width: 320)) }
            return true
        }
        return try #require(result).get()
    }
}

@Suite("A worker that was taken over", .timeLimit(.minutes(2)))
struct LyingWorkerTests {
    static let ready = "printf '\\002\\000\\000\\000\\001\\000' >&3"

    /// A pool of programs that are ready, and then do what a line of shell says.
    static func pool(_ line: String, patience: Duration = .seconds(20)) -> WorkerPool {
        let launch = WorkerLaunch.process(path: "/bin/sh", words: ["-c", "\(ready); \(line)"])
        return WorkerPool(launch, patience: patience)
    }

    static func scan(_ pool: WorkerPool) throws(MediaError) {
        _ = try WorkerScan(MediaWorker(of: pool), OpenFile(path: Sample.transportStream.path))
    }

    @Test(arguments: [
        // No such answer; none at all; a number without an end; a length beyond any.
        "printf '\\001\\000\\000\\000\\077' >&3; sleep 9",
        "printf '\\000\\000\\000\\000' >&3; sleep 9",
        "printf '\\004\\000\\000\\000\\006\\377\\377\\377' >&3; sleep 9",
        "printf '\\377\\377\\377\\377\\006' >&3; sleep 9",
        // An answer to something else: a picture's end.
        "printf '\\003\\000\\000\\000\\005\\001\\001' >&3; sleep 9",
    ])
    func `is ended when it says what cannot be`(_ line: String) {
        let pool = Self.pool(line)
        let error = #expect(throws: MediaError.self) { try Self.scan(pool) }
        #expect("\(error!)".contains("answered what cannot be"))
        #expect(pool.counts == WorkerPool.Counts(started: 1, lost: 1, late: 0))
    }

    @Test func `gets no room for what it only promises`() throws {
        // It promises 240 MiB, and says how much of the other side's memory is written to then.
        let pool = Self.pool(
            "before=$(grep RssAnon /proc/$PPID/status | tr -dc 0-9); printf '\\000\\000\\000\\017' >&3;"
                + " sleep 1; after=$(grep RssAnon /proc/$PPID/status | tr -dc 0-9);"
                + " exit $(((after - before) / 1024 > 100))"
        )
        let error = #expect(throws: MediaError.self) { try Self.scan(pool) }
        #expect("\(error!)".contains("has ended with code 0"))
    }

    @Test func `is ended when it says nothing`() {
        let pool = Self.pool("sleep 60", patience: .milliseconds(300))
        let error = #expect(throws: MediaError.self) { try Self.scan(pool) }
        #expect("\(error!)".contains("took longer"))
        #expect(pool.counts.late == 1)
    }

    @Test func `is left alone with a file over which it ended three times`() {
        let pool = Self.pool("exit 7")
        for _ in 1...3 {
            let error = #expect(throws: MediaError.self) { try Self.scan(pool) }
            #expect("\(error!)".contains("has ended with code 7"))
        }
        let error = #expect(throws: MediaError.self) { try Self.scan(pool) }
        #expect("\(error!)".contains("left alone"))
        #expect((pool.counts.started, pool.quarantine.count) == (3, 1))
    }

    @Test func `that cannot be started is an error that says so`() {
        let pool = WorkerPool(.process(path: "/nowhere/vernier", words: []))
        let error = #expect(throws: MediaError.self) { try Self.scan(pool) }
        #expect("\(error!)".contains("cannot be started"))
        #expect(pool.quarantine.count == 0)
    }
}
