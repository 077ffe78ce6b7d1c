import Basics
import ClipSupport
import Foundation
import Library
import Media
import MediaWorkers
import System
import TestSupport
import Testing

@testable import Pictures

@Suite("A worker that makes pictures", .timeLimit(.minutes(2)))
struct DecodeWorkerTests {
    private let cache = PreviewCache(limit: 64 << 20)
    private let reports = Reports<PictureReport>()
    private let worker: DecodeWorker

    init() {
        let previews = PreviewTiers(memory: cache)
        worker = DecodeWorker(previews: previews, threads: 1, report: reports.mailbox.post)
    }

    @Test(arguments: [Sample.transportStream, .variableRate, .hevc, .vp9, .dropFrame, .editList])
    func `a picture carries the number of the frame that was requested`(_ sample: Sample) throws {
        let source = try ClipSource.scanned(sample)
        for frame in [0, sample.frames - 1, 77, 76, 78, 3] {
            let picture = try make(frame, of: source)
            #expect(picture.number == frame)
            #expect(picture.preview.size.width == 320)
            let number = try Barcode.read(jpeg: Data(picture.preview.bytes))
            #expect(number == frame + sample.firstBarcode)
        }
    }

    @Test func `a picture is made once for each format`() throws {
        let source = try ClipSource.scanned(.hevc)
        let first = try make(30, of: source)
        #expect(first.decoded > 0)
        let again = try make(30, of: source)
        #expect(again.decoded == 0)
        #expect(again.preview == first.preview)
        let small = try make(30, of: source, width: 64)
        #expect(small.preview.size.width == 64)
        #expect(small.decoded > 0)
    }

    @Test func `going back, the pictures on the way are kept`() throws {
        let source = try ClipSource.scanned(.longGOP)
        _ = try make(60, of: source, goesBack: true)
        for frame in [59, 58, 50, 48] {
            let picture = try make(frame, of: source)
            #expect(picture.decoded == 0)
            #expect(try Barcode.read(jpeg: Data(picture.preview.bytes)) == frame)
        }
    }

    @Test func `a GOP that was prefetched is passed and stepped through without decoding`() throws {
        let source = try ClipSource.scanned(.transportStream)
        try prepare(99, .spaced, of: source)
        let spaced = (50..<100).filter { cache.holds(job($0, of: source).key) }
        #expect(spaced.first == 50)
        #expect(spaced.last == 99)
        #expect(zip(spaced, spaced.dropFirst()).allSatisfy { $1 - $0 <= 10 })
        try prepare(99, .all, of: source)
        for frame in (50..<100).reversed() {
            let picture = try make(frame, of: source, goesBack: true)
            #expect(picture.decoded == 0)
            #expect(try Barcode.read(jpeg: Data(picture.preview.bytes)) == frame)
        }
    }

    @Test func `what is prefetched goes on where it yielded`() throws {
        let source = try ClipSource.scanned(.longGOP)
        let prefetch = prefetch(249, .all, of: source)
        worker.queue.post(prefetch, for: prefetch.requester, rank: prefetch.rank)
        while case .progressed = try reports.next(), !cache.holds(job(8, of: source).key) {}
        let pointer = job(400, of: source)
        worker.queue.post(pointer, for: pointer.requester)
        let (result, _) = try reports.nextPicture()
        #expect(try result?.get().number == 400)
        #expect(!cache.holds(job(200, of: source).key), "the pointer did not wait")
        let rest = try #require(try reports.nextPicture().result).get()
        #expect(rest.number == 249)
        #expect((0..<250).allSatisfy { cache.holds(job($0, of: source).key) })
        #expect(rest.decoded < 250, "what was decoded before it yielded is not decoded again")
    }

    @Test(arguments: [PreviewSelection.none, .sparse(), .last, .some([60]), .spaced, .all])
    func `what gives way after each frame decodes none twice`(_ kept: PreviewSelection) throws {
        let source = try ClipSource.scanned(.longGOP)
        var pool = DecoderPool(
            previews: PreviewTiers(memory: cache),
            worker: MediaWorker(of: .inside),
            threads: 1
        )
        let socket = PictureJob.Requester.socket(
            SocketID(connection: Slot(index: 0, generation: 0))
        )
        var job = PictureJob(240, of: source, PreviewFormat(width: 64), kept, for: socket)
        for _ in 0...240 {
            let outcome = try pool.carryOut(job, yields: { true }, progressed: { _ in })
            guard case .yielded(let rest) = outcome else { break }
            job = rest
        }
        #expect(cache.holds(job.key))
        #expect(pool.framesDecoded <= 245, "the GOP once, and what is in the decoder at its end")
    }

    @Test func `two pointers in one file do not send each other's decoder elsewhere`() throws {
        let source = try ClipSource.scanned(.longGOP)
        for (socket, frame) in [(1, 60), (2, 420)] { _ = try make(frame, by: socket, of: source) }
        for step in 1...5 {
            #expect(try make(60 + step, by: 1, of: source).decoded <= 3)
            #expect(try make(420 + step, by: 2, of: source).decoded <= 3)
        }
    }

    @Test func `programs do not send a pointer's decoder elsewhere`() throws {
        let source = try ClipSource.scanned(.longGOP)
        _ = try make(60, by: 1, of: source)
        let exchange = ExchangeID(connection: Slot(index: 2, generation: 0), number: 1)
        let programs: [PictureJob.Requester] = [.exchange(exchange), .tile(exchange)]
        for (step, requester) in programs.enumerated() {
            let format = PreviewFormat(width: 64)
            _ = try result(of: PictureJob(80, of: source, format, .none, for: requester))?.get()
            #expect(try make(62 + 2 * step, by: 1, of: source).decoded <= 3)
        }
    }

    @Test func `a pointer that comes back to the decoder sees where they met`() throws {
        let source = try ClipSource.scanned(.longGOP)
        for place in [100, 103, 150] {
            let job = PictureJob(240, of: source, width: place, goesBack: true)
            job.pointer.move(to: place)
            #expect(try result(of: job) == nil)
            // Frames that nobody refers to are skipped.
            #expect((place..<place + 6).contains { cache.holds(job.key(of: $0)) })
            #expect(!(place + 6...240).contains { cache.holds(job.key(of: $0)) })
        }
    }

    @Test func `going on costs no more than the frames in between`() throws {
        let source = try ClipSource.scanned(.longGOP)
        #expect(try make(100, of: source).decoded > 50)
        #expect(try make(101, of: source).decoded <= 3)
        #expect(try make(111, of: source).decoded <= 12)
    }

    @Test func `on the way to a far frame, pictures are left cached now and then`() throws {
        let source = try ClipSource.scanned(.longGOP)
        let job = PictureJob(240, of: source)
        worker.queue.post(job, for: job.requester)
        #expect(try reports.nextPicture().passed > 0)
        let earlier = (0..<240).filter { cache[job.key(of: $0)] != nil }
        #expect(!earlier.isEmpty)
        #expect(earlier.count < 120, "not every frame")
        let frame = try #require(earlier.last)
        let bytes = try #require(cache[job.key(of: frame)]?.bytes)
        #expect(try Barcode.read(jpeg: Data(bytes)) == frame)
    }

    @Test func `a job that the pointer has left for a later GOP ends with one picture`() throws {
        let source = try ClipSource.scanned(.longGOP)
        let job = PictureJob(240, of: source)
        job.pointer.move(to: 250)
        worker.queue.post(job, for: job.requester)
        let answer = try reports.nextPicture()
        #expect(answer.result == nil)
        #expect(answer.passed == 1)
        #expect(cache.holds(job.reduced.key(of: 0)), "the keyframe's, for the storyboard")
        #expect(!(0...240).contains { cache.holds(job.key(of: $0)) })
        let other = PictureJob(240, of: source)
        other.pointer.move(to: 249)
        #expect(try result(of: other)?.get().number == 240, "it leads to where the pointer is")
    }

    @Test func `a job that was cancelled is cancelled, and the next one is carried out`() throws {
        let source = try ClipSource.scanned(.longGOP)
        let job = PictureJob(240, of: source)
        job.cancellation.cancel()
        worker.queue.post(job, for: job.requester)
        #expect(try reports.nextPicture().result == nil)
        #expect(try make(5, of: source).number == 5)
    }

    @Test func `sound and frames that are not there are failures, and work goes on`() throws {
        let sound = try ClipSource.scanned(.audio)
        let failure = try result(of: PictureJob(0, of: sound))
        #expect(failure == .failure(.noPictures(file: Sample.audio.path)))
        #expect(try make(1, of: .scanned(.vp9)).number == 1)
    }

    @Test func `more files than a worker keeps open take turns`() throws {
        let samples = [Sample.transportStream, .variableRate, .hevc, .vp9, .dropFrame, .editList]
        let sources = try samples.map { try ClipSource.scanned($0) }
        for frame in [10, 50] {
            for (sample, source) in zip(samples, sources) {
                let bytes = Data(try make(frame, of: source).preview.bytes)
                #expect(try Barcode.read(jpeg: bytes) == frame + sample.firstBarcode)
            }
        }
    }

    @Test(.scratchDirectory) func `a file that was deleted is still shown`() throws {
        let path = Scratch.directory + "/gone.webm"
        try FileManager.default.copyItem(atPath: Sample.vp9.path, toPath: path)
        let file = try OpenFile(path: path)
        let source = ClipSource(
            key: ClipKey(id: MediaID("gone"), identity: file.identity),
            file: file,
            index: try MediaIndex(scanning: file)
        )
        try FileManager.default.removeItem(atPath: path)
        #expect(try Barcode.read(jpeg: Data(try make(100, of: source).preview.bytes)) == 100)
    }

    private func job(_ frame: Int, of source: ClipSource) -> PictureJob {
        PictureJob(frame, of: source)
    }

    private func prefetch(
        _ frame: Int,
        _ pictures: PreviewSelection,
        of source: ClipSource
    ) -> PictureJob {
        let socket = SocketID(connection: Slot(index: 0, generation: 0))
        let requester = PictureJob.Requester.prefetch(socket, .within)
        return PictureJob(frame, of: source, PreviewFormat(width: 320), pictures, for: requester)
    }

    private func prepare(_ frame: Int, _ pictures: PreviewSelection, of source: ClipSource) throws {
        let job = prefetch(frame, pictures, of: source)
        worker.queue.post(job, for: job.requester, rank: job.rank)
        _ = try #require(try reports.nextPicture().result).get()
    }

    private func make(_ frame: Int, by pointer: Int, of source: ClipSource) throws -> EncodedFrame {
        let socket = SocketID(connection: Slot(index: pointer, generation: 0))
        let format = PreviewFormat(width: 320)
        return try #require(
            try result(of: PictureJob(frame, of: source, format, .some([]), for: .socket(socket)))
        ).get()
    }

    private func make(
        _ frame: Int,
        of source: ClipSource,
        width: Int = 320,
        goesBack: Bool = false
    ) throws -> EncodedFrame {
        let job = PictureJob(frame, of: source, width: width, goesBack: goesBack)
        return try #require(try result(of: job)).get()
    }

    private func result(of job: PictureJob) throws -> Result<EncodedFrame, MediaError>? {
        worker.queue.post(job, for: job.requester)
        return try reports.nextPicture().result
    }
}
