import Foundation
import TestSupport
import Testing
import Timeline

@testable import Media
@testable import MediaWorkers

@Suite("A cut by a worker", .scratchDirectory, .timeLimit(.minutes(2)))
struct WorkerCutTests {
    static let pool = WorkerPool(.thread { Thread.detachNewThread($0) })

    /// A cut of an early passage; by a worker, or here without one.
    static func cut(
        _ sample: Sample = .transportStream,
        _ frames: ClosedRange<Int> = 31...64,
        _ mode: CutMode = .smart,
        to name: String,
        by pool: WorkerPool? = nil
    ) throws -> Cut {
        let file = try OpenFile(path: sample.path)
        let index = try MediaIndex(scanning: file)
        let path = "\(Scratch.directory)/\(name)"
        guard let pool else { return try Cut(frames, mode, of: file, index, to: path) }
        return try Cut(by: pool, frames, mode, of: file, index, to: path)
    }

    static var files: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: Scratch.directory) }
    }

    @Test(
        arguments: [Sample.transportStream, .variableRate, .dropFrame],
        [(CutMode.keyframes, "mkv"), (.keyframes, "ts"), (.editList, "mp4"), (.smart, "mov")]
    )
    func `has the plan and every byte of one made here`(
        _ sample: Sample,
        _ kind: (mode: CutMode, ending: String)
    ) throws {
        let direct = try Self.cut(sample, 31...64, kind.mode, to: "direct.\(kind.ending)")
        let passed = try Self.cut(
            sample,
            31...64,
            kind.mode,
            to: "passed.\(kind.ending)",
            by: Self.pool
        )
        #expect(passed.plan == direct.plan)
        let bytes = try passed.run(by: Self.pool)
        #expect(try direct.run() == bytes)
        let (one, other) = (try Data(at: direct.path), try Data(at: passed.path))
        #expect(one == other && other.count == Int(bytes))
        #expect(passed.plan.mostBytes(of: passed.file.size, passed.index) > bytes)
    }

    @Test func `fails for the same reasons`() throws {
        let film = Sample.vp9
        for (frames, mode, name) in [
            (0...150, CutMode.keyframes, "x.mkv"), (0...9, .keyframes, "x.txt"),
            (0...9, .smart, "x.mkv"), (0...9, .editList, "x.mkv"), (0...9, .keyframes, "x.mov"),
        ] {
            let direct = #expect(throws: MediaError.self) {
                try Self.cut(film, frames, mode, to: name).run()
            }
            let passed = #expect(throws: MediaError.self) {
                try Self.cut(film, frames, mode, to: name, by: Self.pool).run(by: Self.pool)
            }
            #expect(passed == direct)
        }
        #expect(try Self.files.isEmpty)
    }

    @Test func `that is given up leaves nothing`() throws {
        let cut = try Self.cut(to: "x.mp4")
        var progress: [Double] = []
        #expect(throws: MediaError.cancelled(file: Sample.transportStream.path)) {
            _ = try cut.run(by: Self.pool, progress: { progress.append($0) }) {
                !progress.isEmpty
            }
        }
        #expect(try progress.count == 1 && Self.files.isEmpty)
    }
}

@Suite("A cut by a compromised worker", .scratchDirectory, .timeLimit(.minutes(2)))
struct CompromisedCutTests {
    /// A worker that sends these answers to any request, and then waits.
    static func pool(_ answers: [WorkerAnswer]) -> WorkerPool {
        let bytes = answers.flatMap { UInt32($0.bytes.count).littleEndianBytes + $0.bytes }
        let octal = bytes.map { "\\" + String(Int($0) + 0o1000, radix: 8).dropFirst() }
        return CompromisedWorkerTests.pool("printf '\(octal.joined())' >&3; sleep 9")
    }

    static func plan(
        _ mode: CutMode = .keyframes,
        shown: ClosedRange<Int> = 31...64,
        head: Range<Int> = 0..<0,
        copied: Range<Int> = 31..<65,
        leading: Set<Int> = []
    ) -> CutPlan {
        CutPlan(
            mode: mode,
            asked: 31...64,
            shown: shown,
            unhidden: 0,
            head: head,
            lastGOPLength: 0,
            copied: copied,
            leading: leading,
            tail: 0..<0
        )
    }

    @Test func `is planned by what can be`() throws {
        let pool = Self.pool([.planned(Self.plan())])
        let cut = try WorkerCutTests.cut(
            .transportStream,
            31...64,
            .keyframes,
            to: "x.ts",
            by: pool
        )
        #expect(cut.plan == Self.plan())
    }

    @Test(arguments: [
        WorkerAnswer.planned(plan(shown: 31...200)), .planned(plan(head: 0..<201)),
        .planned(plan(copied: 31..<100_000)), .planned(plan(leading: [9])), .planned(plan(.smart)),
        .done, .cutting(progress: 2), .cutting(progress: .nan),
    ])
    func `is not planned by what cannot be`(_ answer: WorkerAnswer) throws {
        let pool = Self.pool([answer])
        let error = #expect(throws: MediaError.self) {
            try WorkerCutTests.cut(.transportStream, 31...64, .keyframes, to: "x.ts", by: pool)
        }
        #expect("\(error!)".contains("answered what cannot be"))
        #expect(pool.counts.lost == 1)
    }

    @Test(arguments: [
        [WorkerAnswer.planned(plan())], [.done, .planned(plan())], [.done, .cutting(progress: -1)],
        [.done, .cutting(progress: 0.5), .cutting(progress: 0.6)],
    ])
    func `fails when it is told what cannot be, and leaves nothing`(
        _ answers: [WorkerAnswer]
    ) throws {
        let pool = Self.pool(answers)
        let cut = try WorkerCutTests.cut(.transportStream, 31...64, .keyframes, to: "x.ts")
        var isTold = false
        let error = #expect(throws: MediaError.self) {
            try cut.run(by: pool, progress: { _ in isTold = true }) { isTold }
        }
        #expect("\(error!)".contains("answered what cannot be"))
        #expect(try WorkerCutTests.files.isEmpty)
    }
}

extension Data {
    fileprivate init(at path: String) throws { try self.init(contentsOf: URL(filePath: path)) }
}
