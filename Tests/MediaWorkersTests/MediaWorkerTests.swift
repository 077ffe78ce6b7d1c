import Foundation
import TestSupport
import Testing
import Timeline

@testable import Media
@testable import MediaWorkers

@Suite("A worker", .timeLimit(.minutes(2)))
struct MediaWorkerTests {
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

    @Test func `stops before the target when it is told to, and continues from there`() throws {
        let file = try OpenFile(path: Sample.transportStream.path)
        let index = try MediaIndex(scanning: file)
        let reader = try WorkerReader(Self.inside(), file, index: index, threads: 1)
        var seen: [Int] = []
        try reader.read(40, .since(30)) { frame, _ in
            seen.append(frame)
            return frame < 33
        }
        // Frames before the first wanted one are reported if others refer to them.
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

@Suite("A compromised worker", .timeLimit(.minutes(2)))
struct CompromisedWorkerTests {
    static let ready = "printf '\\002\\000\\000\\000\\001\\000' >&3"

    /// A pool of processes that report that they are ready, and then run a line of shell.
    static func pool(_ line: String, timeout: Duration = .seconds(20)) -> WorkerPool {
        let launch = WorkerLaunch.process(path: "/bin/sh", words: ["-c", "\(ready); \(line)"])
        return WorkerPool(launch, timeout: timeout)
    }

    /// A pool of processes that say all of this as soon as they are ready; needs a scratch folder.
    static func pool(answering answers: [WorkerAnswer]) throws -> WorkerPool {
        let said = answers.map(\.bytes).flatMap { UInt32($0.count).littleEndianBytes + $0 }
        return pool("cat '\(try Scratch.write(said, to: "said"))' >&3; sleep 9")
    }

    @Test func `tells how long the processor was busy with it`() {
        let worker = MediaWorker(of: Self.pool("while :; do :; done"))
        #expect(worker.processorTime == .zero, "there is none yet")
        worker.prepare()
        let deadline = ContinuousClock.now + .seconds(60)
        while worker.processorTime < .milliseconds(20), ContinuousClock.now < deadline {}
        #expect(worker.processorTime >= .milliseconds(20))
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

    @Test func `gets no memory for what it only announces`() throws {
        // It announces 240 MiB, and reports how much memory the parent has written to then.
        let pool = Self.pool(
            "before=$(grep RssAnon /proc/$PPID/status | tr -dc 0-9); printf '\\000\\000\\000\\017' >&3;"
                + " sleep 1; after=$(grep RssAnon /proc/$PPID/status | tr -dc 0-9);"
                + " exit $(((after - before) / 1024 > 100))"
        )
        let error = #expect(throws: MediaError.self) { try Self.scan(pool) }
        #expect("\(error!)".contains("has ended with code 0"))
    }

    /// A line of shell that sends the same answer without end.
    private static func repeating(_ bytes: String, after start: String = "") -> String {
        "cat <&3 >/dev/null & \(start); while printf '\(bytes)' >&3; do :; done"
    }

    @Test(arguments: [
        // The answer that frame 0 was passed; that frame 0 is shown.
        repeating(
            "\\002\\000\\000\\000\\014\\000",
            after: "printf '\\001\\000\\000\\000\\000' >&3"
        ),
        repeating(
            "\\002\\000\\000\\000\\003\\000",
            after: "printf '\\001\\000\\000\\000\\000' >&3"
        ),
    ])
    func `is ended when it sends frames without end`(_ line: String) throws {
        let pool = Self.pool(line)
        let file = try OpenFile(path: Sample.transportStream.path)
        let index = try MediaIndex(scanning: file)
        let reader = try WorkerReader(MediaWorker(of: pool), file, index: index, threads: 1)
        var count = 0
        let error = #expect(throws: MediaError.self) {
            try reader.read(99, .since(0)) { _, _ in
                count += 1
                return true
            }
        }
        #expect("\(error!)".contains("answered what cannot be"))
        #expect(count == SeekPlan.mostFrames(to: 99, in: index.table))
    }

    @Test(arguments: [
        // No packets and not at the end; one packet too many.
        "\\004\\000\\000\\000\\007\\000\\000\\001",
        "\\004\\000\\000\\000\\007\\051\\000\\001",
    ])
    func `is ended when a scan makes no progress, or too much`(_ answer: String) throws {
        let info = try Self.opened(Sample.transportStream)
        let pool = Self.pool(Self.repeating(answer, after: "printf '\(info)' >&3"))
        let file = try OpenFile(path: Sample.transportStream.path)
        let scan = try WorkerScan(MediaWorker(of: pool), file)
        let error = #expect(throws: MediaError.self) { try scan.scan(atMost: 40) }
        #expect("\(error!)".contains("answered what cannot be"))
    }

    @Test func `is ended when it asks without end whether to continue`() throws {
        let info = try Self.opened(Sample.transportStream)
        let asking = Self.repeating("\\001\\000\\000\\000\\012", after: "printf '\(info)' >&3")
        let file = try OpenFile(path: Sample.transportStream.path)
        let scan = try WorkerScan(MediaWorker(of: Self.pool(asking)), file)
        var count = 0
        let error = #expect(throws: MediaError.self) {
            try scan.finish {
                count += 1
                return false
            }
        }
        #expect("\(error!)".contains("answered what cannot be"))
        #expect(count == 1000)
    }

    /// The answer to opening a file, escaped for `printf`.
    private static func opened(_ sample: Sample) throws -> String {
        let info = try IndexBuilder(try OpenFile(path: sample.path)).info
        let answer = WorkerAnswer.opened(info, known: 0, read: 0).bytes
        return (UInt32(answer.count).littleEndianBytes + answer).map { byte in
            "\\" + String(Int(byte) + 0o1000, radix: 8).dropFirst()
        }.joined()
    }

    @Test func `is ended when it says nothing`() {
        let pool = Self.pool("sleep 60", timeout: .milliseconds(300))
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
