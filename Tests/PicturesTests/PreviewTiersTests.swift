import Basics
import ClipSupport
import Foundation
import Library
import Media
import System
import TestSupport
import Testing
import Timeline

@testable import Pictures

@Suite("Pictures in memory, and behind it on disk", .timeLimit(.minutes(2)), .scratchDirectory)
struct PreviewTiersTests {
    private let reports = Reports<PictureReport>()

    private var store: PreviewStore {
        PreviewStore(folder: Scratch.directory + "/previews", byteLimit: 64 << 20)
    }

    /// What a server has that was just started on the same disk.
    private func tiers() -> PreviewTiers {
        PreviewTiers(memory: PreviewCache(limit: 64 << 20), store: store)
    }

    @Test func `what was made is on disk once all is finished`() throws {
        let source = try ClipSource.unread()
        let job = PictureJob(0, of: source)
        let first = tiers()
        for frame in 0..<30 { first.insert(.fake(UInt8(frame)), of: frame, for: job) }
        first.finish()
        let second = tiers()
        for frame in 0..<30 {
            #expect(second.picture(of: frame, for: job) == .fake(UInt8(frame)))
            #expect(second.memory.holds(job.key(of: frame)), "from now on it is in memory")
        }
        #expect(second.picture(of: 30, for: job) == nil)
        #expect((second.counts.hits, second.counts.misses) == (30, 1))
        #expect(second.picture(of: 3, for: PictureJob(0, of: source, width: 64)) == nil)
    }

    @Test func `what the disk does not take in time is forgotten, and none waits for it`() throws {
        let job = PictureJob(0, of: try ClipSource.unread())
        let tiers = tiers()
        for frame in 0..<40 { tiers.insert(.fake(0, count: 1 << 20), of: frame, for: job) }
        tiers.finish()
        let kept = store.entries.map(\.previews).reduce(0, +)
        #expect((1...39).contains(kept), "\(kept)")
    }

    @Test func `what comes after the end is not kept, and does no harm`() throws {
        let job = PictureJob(0, of: try ClipSource.unread())
        let tiers = tiers()
        tiers.finish()
        tiers.insert(.fake(), of: 1, for: job)
        #expect(tiers.picture(of: 1, for: job) == .fake())
        #expect(store.entries.isEmpty)
    }

    @Test func `without a disk, memory is all there is`() throws {
        let job = PictureJob(0, of: try ClipSource.unread())
        let tiers = PreviewTiers(memory: PreviewCache(limit: 1000))
        tiers.insert(.fake(), of: 1, for: job)
        #expect(tiers.picture(of: 1, for: job) == .fake())
        #expect(tiers.picture(of: 2, for: job) == nil)
        #expect(tiers.available(0..<5, for: job) == [1])
        #expect(tiers.recallNearest(to: job) == nil)
        tiers.finish()
    }

    @Test func `the nearest picture on disk is brought to the eye before the exact one`() throws {
        let job = PictureJob(100, of: try ClipSource.unread())
        let first = tiers()
        for frame in [30, 41, 150] { first.insert(.fake(UInt8(frame)), of: frame, for: job) }
        first.finish()
        let second = tiers()
        #expect(second.recallNearest(to: job)?.number == 150)
        #expect(second.memory.nearest(to: job, from: nil)?.number == 150)
        #expect(second.recallNearest(to: job) == nil, "it is there already")
    }

    @Test func `a worker that starts anew decodes nothing for a picture on disk`() throws {
        let source = try ClipSource.scanned(.hevc)
        let first = tiers()
        let made = try [3, 77, 149].map { try picture($0, of: source, first) }
        #expect(made.allSatisfy { $0.decoded > 0 })
        first.finish()
        let second = tiers()
        for (frame, earlier) in zip([3, 77, 149], made) {
            let again = try picture(frame, of: source, second)
            #expect(again.decoded == 0)
            #expect(again.preview == earlier.preview)
            #expect(try Barcode.read(jpeg: Data(again.preview.bytes)) == frame)
        }
        #expect(try picture(78, of: source, second).decoded > 0)
        second.finish()
    }

    @Test func `a GOP that was prefetched before is prefetched again from disk`() throws {
        let source = try ClipSource.scanned(.transportStream)
        for pictures in [PreviewSelection.spaced, .all] {
            let first = tiers()
            try prepare(99, pictures, of: source, first)
            first.finish()
            let second = tiers()
            #expect(try prepare(99, pictures, of: source, second) == 0)
            let job = PictureJob(99, of: source)
            let held = (50..<100).filter { second.memory.holds(job.key(of: $0)) }
            #expect(held.count >= (pictures == .all ? 50 : 5))
            for frame in held {
                let bytes = try #require(second.memory[job.key(of: frame)]).bytes
                #expect(try Barcode.read(jpeg: Data(bytes)) == frame)
            }
            second.finish()
        }
    }

    @Test func `a single picture does not pass for a GOP that was prefetched`() throws {
        let source = try ClipSource.scanned(.transportStream)
        let tiers = tiers()
        _ = try picture(99, of: source, tiers)
        try prepare(99, .spaced, of: source, tiers)
        let job = PictureJob(99, of: source)
        #expect((50..<100).count { tiers.memory.holds(job.key(of: $0)) } >= 5)
        tiers.finish()
    }

    /// Jobs of a worker that has done nothing before.
    private func picture(
        _ frame: Int,
        of source: ClipSource,
        _ tiers: PreviewTiers
    ) throws -> EncodedFrame {
        let worker = DecodeWorker(previews: tiers, threads: 1, report: reports.mailbox.post)
        let format = PreviewFormat(width: 320)
        let exchange = ExchangeID(connection: Slot(index: 0, generation: 0), number: 0)
        let job = PictureJob(frame, of: source, format, .none, for: .exchange(exchange))
        worker.queue.post(job, for: job.requester)
        return try #require(try reports.nextPicture().result).get()
    }

    @discardableResult
    private func prepare(
        _ frame: Int,
        _ pictures: PreviewSelection,
        of source: ClipSource,
        _ tiers: PreviewTiers
    ) throws -> Int {
        let worker = DecodeWorker(previews: tiers, threads: 1, report: reports.mailbox.post)
        let socket = SocketID(connection: Slot(index: 0, generation: 0))
        let requester = PictureJob.Requester.prefetch(socket, .within)
        let format = PreviewFormat(width: 320)
        let job = PictureJob(frame, of: source, format, pictures, for: requester)
        worker.queue.post(job, for: requester, rank: job.rank)
        return try #require(try reports.nextPicture().result).get().decoded
    }
}
