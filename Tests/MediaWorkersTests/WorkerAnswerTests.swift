import Foundation
import TestSupport
import Testing
import Timeline

@testable import Media
@testable import MediaWorkers

@Suite("What a worker says", .scratchDirectory, .timeLimit(.minutes(2)))
struct WorkerAnswerTests {
    @Test(arguments: [201, -201, 1 << 31, Int.max, Int.min])
    func `of a distance longer than the file is not believed`(_ packets: Int) throws {
        let pool = try CompromisedWorkerTests.pool(answering: [.done, .distance(packets)])
        let reader = try Self.reader(pool)
        #expect(reader.distance(to: 40, .alone) == nil)
        #expect(pool.counts.lost == 1)
    }

    @Test(arguments: [200, -200, 0, nil])
    func `of a distance within the file is believed`(_ packets: Int?) throws {
        let pool = try CompromisedWorkerTests.pool(answering: [.done, .distance(packets), .done])
        let reader = try Self.reader(pool)
        #expect(reader.distance(to: 40, .alone) == packets)
        #expect(pool.counts.lost == 0)
    }

    /// Answers to the request to decode frame 40.
    private static let impossible: [[WorkerAnswer]] = [
        [.read(wasShown: false, decoded: 0)], [.read(wasShown: true, decoded: 1)],
        [.passed(frame: 39), .read(wasShown: false, decoded: 1)],
        [.passed(frame: 40), .read(wasShown: true, decoded: 1)],
        [.shown(frame: 40), .read(wasShown: false, decoded: 1)],
        [.shown(frame: 40), .read(wasShown: true, decoded: Int(Int32.max))],
        [.shown(frame: 200)], [.passed(frame: Int(Int32.max))], [.done], [.asking],
    ]

    @Test(arguments: 0..<impossible.count)
    func `of a frame that was never shown, or of work beyond measure, is not believed`(
        _ number: Int
    ) throws {
        let pool = try CompromisedWorkerTests.pool(answering: [.done] + Self.impossible[number])
        let reader = try Self.reader(pool)
        let error = #expect(throws: MediaError.self) {
            try reader.read(40, .alone) { _, _ in true }
        }
        #expect("\(error!)".contains("answered what cannot be"))
        #expect(reader.framesDecoded == 0)
    }

    @Test func `of a read that was stopped is believed`() throws {
        let answers: [WorkerAnswer] = [
            .done, .passed(frame: 3), .read(wasShown: false, decoded: 4), .done,
        ]
        let reader = try Self.reader(CompromisedWorkerTests.pool(answering: answers))
        try reader.read(40, .alone) { _, _ in false }
        #expect(reader.framesDecoded == 4)
    }

    /// Two pixels, gray and white.
    private static let pixels = LosslessPicture(
        bytes: [127, 255],
        shape: PixelShape(
            format: "gray",
            size: PixelSize(width: 2, height: 1),
            planes: [PixelShape.Plane(offset: 0, stride: 2, width: 2, height: 1)]
        ),
        colours: PixelColours(
            range: "pc",
            space: "unknown",
            primaries: "unknown",
            transfer: "unknown",
            chromaLocation: "unknown",
            isTopFieldFirst: nil
        ),
        isConcealed: false,
        type: .intra
    )

    /// Answers to the request for the pixels of frame 40, in gray.
    private static let impossiblePixels: [[WorkerAnswer]] = [
        [.read(wasShown: true, decoded: 1)], [.read(wasShown: false, decoded: 1)],
        [.lossless(pixels), .lossless(pixels)],
        [.lossless(pixels), .read(wasShown: false, decoded: 1)],
        [.lossless(pixels), .read(wasShown: true, decoded: Int(Int32.max))],
        [.passed(frame: 200)], [.passed(frame: Int(Int32.max))], [.shown(frame: 40)], [.done],
    ]

    @Test(arguments: 0..<impossiblePixels.count)
    func `of pixels that nobody asked for, or of none, is not believed`(_ number: Int) throws {
        let answers = [.done] + Self.impossiblePixels[number]
        let reader = try Self.reader(CompromisedWorkerTests.pool(answering: answers))
        let error = #expect(throws: MediaError.self) { try reader.pixels(of: 40, .gray) }
        #expect("\(error!)".contains("answered what cannot be"))
        #expect(reader.framesDecoded == 0)
    }

    @Test(arguments: [LosslessFormat.rgb24, .png])
    func `of pixels of another format is not believed`(_ format: LosslessFormat) throws {
        let pool = try CompromisedWorkerTests.pool(answering: [.done, .lossless(Self.pixels)])
        let reader = try Self.reader(pool)
        let error = #expect(throws: MediaError.self) { try reader.pixels(of: 40, format) }
        #expect("\(error!)".contains("answered what cannot be"))
    }

    @Test func `of pixels, after the frames on the way, is believed`() throws {
        let answers: [WorkerAnswer] = [
            .done, .passed(frame: 38), .passed(frame: 39), .lossless(Self.pixels),
            .read(wasShown: true, decoded: 41), .done,
        ]
        let reader = try Self.reader(CompromisedWorkerTests.pool(answering: answers))
        #expect(try reader.pixels(of: 40, .gray) == Self.pixels)
        #expect(reader.framesDecoded == 41)
    }

    @Test func `of frames that were not scanned is not believed`() throws {
        let file = try OpenFile(path: Sample.transportStream.path)
        let index = try MediaIndex(scanning: file)
        let other = try MediaIndex(scanning: OpenFile(path: Sample.editList.path))
        let all = WorkerAnswer.scanned(packets: 200, progress: 1, goesOn: false)
        let impossible: [[WorkerAnswer]] = [
            [.scanned(packets: 40, progress: 0, goesOn: true), .table(index.table)],
            [all, .index(other)], [all, .index(MediaIndex(info: other.info, table: index.table))],
            [all, .index(MediaIndex(info: index.info, table: other.table))],
        ]
        for answers in impossible {
            let answers = [WorkerAnswer.opened(index.info, known: 0, read: 0)] + answers
            let pool = try CompromisedWorkerTests.pool(answering: answers)
            let scan = try WorkerScan(MediaWorker(of: pool), file)
            let error = #expect(throws: MediaError.self) {
                if try scan.scan(atMost: 40) { _ = try scan.partialTable() }
                _ = try scan.finish { false }
            }
            #expect("\(error!)".contains("answered what cannot be"))
        }
    }

    @Test func `of more packets than an earlier scan has found is not believed`() throws {
        let file = try OpenFile(path: Sample.transportStream.path)
        let index = try MediaIndex(scanning: file)
        for (earlier, known) in [(nil, 1), (index, index.table.packets.count + 1)] {
            let opened = WorkerAnswer.opened(index.info, known: known, read: 100)
            let pool = try CompromisedWorkerTests.pool(answering: [opened])
            let error = #expect(throws: MediaError.self) {
                try WorkerScan(MediaWorker(of: pool), file, after: earlier)
            }
            #expect("\(error!)".contains("answered what cannot be"))
        }
    }

    @Test func `is cut off where it is longer than anyone would read`() throws {
        let error = MediaError.cannotEncode(file: "", reason: String(repeating: "x", count: 9000))
        #expect(throws: StoredError.self) {
            try WorkerAnswer(WorkerAnswer.failed(error).bytes, about: "film.mp4")
        }
    }

    private static func reader(_ pool: WorkerPool) throws -> WorkerReader {
        let file = try OpenFile(path: Sample.transportStream.path)
        let index = try MediaIndex(scanning: file)
        return try WorkerReader(MediaWorker(of: pool), file, index: index, threads: 1)
    }
}
