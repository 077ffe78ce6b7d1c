import Foundation
import Media
import TestSupport
import Testing

@testable import Server

@Suite("A worker that makes pictures", .timeLimit(.minutes(2)))
struct DecodeWorkerTests {
    private let cache = PreviewCache(limit: 64 << 20)
    private let reports = Reports()
    private let worker: DecodeWorker

    init() {
        let previews = PreviewTiers(memory: cache)
        worker = DecodeWorker(previews: previews, reports: reports.mailbox, threads: 1)
    }

    @Test(arguments: [Sample.transportStream, .variableRate, .hevc, .vp9, .dropFrame, .editList])
    func `a picture carries the number of the frame that was ordered`(_ sample: Sample) throws {
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

    @Test func `a group that was prepared is passed and stepped through without decoding`() throws {
        let source = try ClipSource.scanned(.transportStream)
        try prepare(99, .spaced, of: source)
        let spaced = (50..<100).filter { cache.holds(order($0, of: source).key) }
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

    @Test func `what is prepared goes on where it gave way`() throws {
        let source = try ClipSource.scanned(.longGOP)
        let preparation = preparation(249, .all, of: source)
        worker.orders.post(preparation, for: preparation.customer, rank: preparation.rank)
        while case .progressed = try reports.next(), !cache.holds(order(8, of: source).key) {}
        let hand = order(400, of: source)
        worker.orders.post(hand, for: hand.customer)
        let (result, _) = try reports.nextPicture()
        #expect(try result?.get().number == 400)
        #expect(!cache.holds(order(200, of: source).key), "the hand did not wait")
        let rest = try #require(try reports.nextPicture().result).get()
        #expect(rest.number == 249)
        #expect((0..<250).allSatisfy { cache.holds(order($0, of: source).key) })
        #expect(rest.decoded < 250, "what was decoded before it gave way is not decoded again")
    }

    @Test func `two hands in one file do not send each other's decoder elsewhere`() throws {
        let source = try ClipSource.scanned(.longGOP)
        for (socket, frame) in [(1, 60), (2, 420)] { _ = try make(frame, by: socket, of: source) }
        for step in 1...5 {
            #expect(try make(60 + step, by: 1, of: source).decoded <= 3)
            #expect(try make(420 + step, by: 2, of: source).decoded <= 3)
        }
    }

    @Test func `programs do not send a hand's decoder elsewhere`() throws {
        let source = try ClipSource.scanned(.longGOP)
        _ = try make(60, by: 1, of: source)
        let exchange = ExchangeID(connection: Slot(index: 2, generation: 0), number: 1)
        let programs: [PictureOrder.Customer] = [.exchange(exchange), .tile(exchange)]
        for (step, customer) in programs.enumerated() {
            let format = PreviewFormat(width: 64)
            _ = try result(of: PictureOrder(80, of: source, format, .none, for: customer))?.get()
            #expect(try make(62 + 2 * step, by: 1, of: source).decoded <= 3)
        }
    }

    @Test func `a hand that comes back to the decoder sees where they met`() throws {
        let source = try ClipSource.scanned(.longGOP)
        for place in [100, 103, 150] {
            let order = PictureOrder(240, of: source, width: place, goesBack: true)
            order.hand.move(to: place)
            #expect(try result(of: order) == nil)
            // Frames that nobody refers to are skipped.
            #expect((place..<place + 6).contains { cache.holds(order.key(of: $0)) })
            #expect(!(place + 6...240).contains { cache.holds(order.key(of: $0)) })
        }
    }

    @Test func `going on costs no more than the frames in between`() throws {
        let source = try ClipSource.scanned(.longGOP)
        #expect(try make(100, of: source).decoded > 50)
        #expect(try make(101, of: source).decoded <= 3)
        #expect(try make(111, of: source).decoded <= 12)
    }

    @Test func `on the way to a far frame, pictures are left at hand now and then`() throws {
        let source = try ClipSource.scanned(.longGOP)
        let order = PictureOrder(240, of: source)
        worker.orders.post(order, for: order.customer)
        #expect(try reports.nextPicture().passed > 0)
        let earlier = (0..<240).filter { cache[order.key(of: $0)] != nil }
        #expect(!earlier.isEmpty)
        #expect(earlier.count < 120, "not every frame")
        let frame = try #require(earlier.last)
        let bytes = try #require(cache[order.key(of: frame)]?.bytes)
        #expect(try Barcode.read(jpeg: Data(bytes)) == frame)
    }

    @Test func `an order that the hand has left for a later group ends with one picture`() throws {
        let source = try ClipSource.scanned(.longGOP)
        let order = PictureOrder(240, of: source)
        order.hand.move(to: 250)
        worker.orders.post(order, for: order.customer)
        let answer = try reports.nextPicture()
        #expect(answer.result == nil)
        #expect(answer.passed == 1)
        #expect((0...240).count { cache.holds(order.key(of: $0)) } == 1)
        let other = PictureOrder(240, of: source)
        other.hand.move(to: 249)
        #expect(try result(of: other)?.get().number == 240, "it leads to where the hand is")
    }

    @Test func `an order that was cancelled is given up, and the next one is carried out`() throws {
        let source = try ClipSource.scanned(.longGOP)
        let order = PictureOrder(240, of: source)
        order.cancellation.cancel()
        worker.orders.post(order, for: order.customer)
        #expect(try reports.nextPicture().result == nil)
        #expect(try make(5, of: source).number == 5)
    }

    @Test func `sound and frames that are not there are failures, and work goes on`() throws {
        let sound = try ClipSource.scanned(.audio)
        let failure = try result(of: PictureOrder(0, of: sound))
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

    private func order(_ frame: Int, of source: ClipSource) -> PictureOrder {
        PictureOrder(frame, of: source)
    }

    private func preparation(
        _ frame: Int,
        _ pictures: WayPictures,
        of source: ClipSource
    ) -> PictureOrder {
        let socket = SocketID(connection: Slot(index: 0, generation: 0))
        let customer = PictureOrder.Customer.preparation(socket, .within)
        return PictureOrder(frame, of: source, PreviewFormat(width: 320), pictures, for: customer)
    }

    private func prepare(_ frame: Int, _ pictures: WayPictures, of source: ClipSource) throws {
        let order = preparation(frame, pictures, of: source)
        worker.orders.post(order, for: order.customer, rank: order.rank)
        _ = try #require(try reports.nextPicture().result).get()
    }

    private func make(_ frame: Int, by hand: Int, of source: ClipSource) throws -> EncodedFrame {
        let socket = SocketID(connection: Slot(index: hand, generation: 0))
        let format = PreviewFormat(width: 320)
        return try #require(
            try result(of: PictureOrder(frame, of: source, format, .some([]), for: .socket(socket)))
        ).get()
    }

    private func make(
        _ frame: Int,
        of source: ClipSource,
        width: Int = 320,
        goesBack: Bool = false
    ) throws -> EncodedFrame {
        let order = PictureOrder(frame, of: source, width: width, goesBack: goesBack)
        return try #require(try result(of: order)).get()
    }

    private func result(of order: PictureOrder) throws -> Result<EncodedFrame, MediaError>? {
        worker.orders.post(order, for: order.customer)
        return try reports.nextPicture().result
    }
}
