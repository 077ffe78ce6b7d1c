import ClipSupport
import Foundation
import Media
import System
import TestSupport
import Testing
import Timeline

@testable import Library
@testable import Wire

@Suite("Cuts that clients request")
struct ExportListTests {
    private static let request = CutRequest(first: 1, last: 2, mode: .smart, name: "x.mp4")
    private static let media = MediaID("media")

    typealias State = ExportsDocument.Cut.State

    /// Of a sample, to the test's own folder.
    private static func cut() throws -> Cut {
        let source = try ClipSource.scanned(.transportStream)
        let path = "\(Scratch.directory)/x.mp4"
        return try Cut(31...64, .keyframes, of: source.file, source.index, to: path)
    }

    private static func list(_ count: Int) throws -> ExportList {
        var list = ExportList()
        for _ in 0..<count { _ = try list.add(request, of: media) }
        return list
    }

    @Test func `a cut is started when it is planned, and not before`() throws {
        var list = try Self.list(1)
        #expect(list.cuts.map(\.state) == [.planning])
        #expect(throws: ExportError.notPlanned(1)) { try list.start(1, isConfirmed: true) }
        #expect(throws: ExportError.noCut(2)) { try list.start(2, isConfirmed: true) }
    }

    @Test func `a plan that fails says why`() throws {
        var list = try Self.list(2)
        let error = MediaError.cannotCut(file: "film", reason: "no")
        list.plan(2, .failure(error), replaces: false)
        #expect(list.cuts.map(\.state) == [.planning, .failed])
        #expect(list.cuts[1].message == "\(error)")
        #expect(throws: ExportError.notPlanned(2)) { try list.start(2, isConfirmed: true) }
    }

    @Test func `a cut that is cancelled while it is planned stays cancelled`() throws {
        var list = ExportList()
        let (id, cancellation) = try list.add(Self.request, of: Self.media)
        try list.cancel(id)
        #expect(cancellation.isCancelled && list.cuts[0].state == .cancelled)
        list.plan(id, .failure(.cancelled(file: "film")), replaces: false)
        list.end(id, .success(5))
        #expect(list.cuts[0].state == .cancelled && list.cuts[0].bytes == nil)
        #expect(throws: ExportError.noCut(9)) { try list.cancel(9) }
    }

    @Test(
        .scratchDirectory,
        arguments: [
            (Result<Int64, MediaError>.failure(.cancelled(file: "film")), State.cancelled),
            (.success(5), .done),
        ]
    )
    func `a cut that its worker has taken ends when that reports it`(
        _ end: Result<Int64, MediaError>,
        _ state: State
    ) throws {
        for isTaken in [true, false] {
            var list = try Self.list(1)
            list.plan(1, .success(try Self.cut()), replaces: false)
            let job = try list.start(1, isConfirmed: false)
            try list.cancel(1, isTaken: isTaken)
            #expect(job.cancellation.isCancelled)
            #expect(list.cuts[0].state == (isTaken ? .waiting : .cancelled))
            list.end(1, end)
            #expect(list.cuts[0].state == (isTaken ? state : .cancelled))
        }
    }

    @Test(.scratchDirectory)
    func `a worker that takes a cancelled job reports that, and leaves no file`() throws {
        let (reports, cancellation) = (Reports<LibraryReport>(), Cancellation())
        let worker = ExportWorker(report: reports.mailbox.post)
        cancellation.cancel()
        let job = ExportList.Job(id: 7, cut: try Self.cut(), cancellation: cancellation)
        worker.jobs.post(job, for: 7)
        guard case .exporting(7, progress: 0) = try reports.next(),
            case .exported(7, .failure(.cancelled)) = try reports.next()
        else { throw UnexpectedReport() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: Scratch.directory).isEmpty)
    }

    @Test func `cuts that have ended make space, the oldest first`() throws {
        var list = try Self.list(32)
        #expect(throws: ExportError.tooMany(limit: 32)) {
            _ = try list.add(Self.request, of: Self.media)
        }
        try list.cancel(5)
        try list.cancel(3)
        let (id, _) = try list.add(Self.request, of: Self.media)
        #expect(id == 33)
        #expect(list.cuts.count == 32 && !list.cuts.contains { $0.id == 3 })
        #expect(list.cuts.contains { $0.id == 5 })
    }
}

@Suite("Updates of exports")
struct ExportUpdatesTests {
    @Test func `updates are sent soon, and not more often than four times a second`() {
        var updates = ExportUpdates()
        let start = ContinuousClock.now
        let before = updates.take(at: start)
        #expect(!before, "there is none")
        var sent: [Int] = []
        for tick in 0..<20 {
            updates.isDue = true
            if updates.take(at: start + .milliseconds(100 * tick)) { sent.append(tick) }
        }
        #expect(sent == [0, 3, 6, 9, 12, 15, 18])
        let last = updates.take(at: start + .seconds(9))
        let after = updates.take(at: start + .seconds(10))
        #expect(last && !after, "the last change is sent, too, once")
    }
}
