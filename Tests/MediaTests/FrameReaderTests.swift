import Basics
import TestSupport
import Testing
import Timeline

@testable import Media

@Suite("Reading frames", .serialized, .timeLimit(.minutes(2)))
struct FrameReaderTests {
    struct Walk: Sendable, CustomTestStringConvertible {
        let name: String
        let order: @Sendable (Int) -> [Int]
        var testDescription: String { name }
    }

    static let forward = Walk(name: "forward") { Array(0..<$0) }
    static let backward = Walk(name: "backward") { count in
        stride(from: count - 1, through: 0, by: -3).map { $0 }
    }
    static let shuffled = Walk(name: "shuffled") { count in
        var generator = SplitMix64(seed: 20_261_121)
        return (0..<count).shuffled(using: &generator)
    }
    static let toAndFro = Walk(name: "to and fro") { count in
        stride(from: 3, to: count, by: 7).flatMap { [$0, $0 - 3] }
    }
    /// Without the sample with the long GOP, which would take two minutes.
    static let small = Sample.videos.filter { $0 != .longGOP }

    @Test(arguments: small, [shuffled, backward])
    func `every frame carries its own number, alone`(_ sample: Sample, _ walk: Walk) throws {
        try expectOwnNumbers(sample, walk) { _ in .alone }
    }

    @Test(arguments: small, [forward, backward, toAndFro])
    func `every frame on the path carries its own number`(_ sample: Sample, _ walk: Walk) throws {
        try expectOwnNumbers(sample, walk) { .since($0 - 12) }
    }

    @Test(arguments: small, [forward, toAndFro])
    func `frames carry their own number after others were skipped`(
        _ sample: Sample,
        _ walk: Walk
    ) throws {
        var reader = try reader(of: sample)
        for target in walk.order(sample.frames) {
            var shown: Int?
            try reader.read(target, .since(target - target % 3)) { frame, picture in
                shown = number(in: picture)
                return true
            }
            #expect(shown == target + sample.firstBarcode)
        }
    }

    @Test(arguments: [FrameReader.FrameSelection.alone, .fromAfar, .since(0)])
    func `frames of a long GOP carry their own number`(
        _ selection: FrameReader.FrameSelection
    ) throws {
        let walk = Walk(name: "some") { count in stride(from: count - 1, to: 0, by: -97).map { $0 }
        }
        try expectOwnNumbers(.longGOP, walk) { _ in selection }
    }

    @Test func `decoding on costs one decoded frame for each frame ahead`() throws {
        var reader = try reader(of: .longGOP)
        try reader.read(20, .since(0)) { _, _ in true }
        let before = reader.counts
        for frame in 21...60 { try reader.read(frame, .since(frame)) { _, _ in true } }
        #expect(reader.counts.framesDecoded - before.framesDecoded == 40)
        #expect(reader.counts.seeks == before.seeks)
    }

    @Test func `a frame from afar skips those that nothing refers to`() throws {
        var alone = try reader(of: .longGOP)
        var along = try reader(of: .longGOP)
        try alone.read(200, .alone) { _, _ in true }
        try along.read(200, .since(0)) { _, _ in true }
        #expect(Double(alone.counts.framesDecoded) <= 0.65 * Double(along.counts.framesDecoded))
    }

    @Test func `steps forward decode no frame twice and skip what they can`() throws {
        var reader = try reader(of: .longGOP)
        for frame in stride(from: 0, to: 200, by: 5) {
            try reader.read(frame, .since(frame)) { _, _ in true }
        }
        #expect(reader.counts.seeks == 1)
        #expect(reader.counts.framesDecoded < 160)
    }

    @Test func `a frame from afar needs no packet after its own, and may show some on the way`()
        throws
    {
        var alone = try reader(of: .longGOP)
        var resting = try reader(of: .longGOP)
        var afar = try reader(of: .longGOP)
        var seen: [Int] = []
        try alone.read(200, .alone) { _, _ in true }
        try resting.read(200, .resting(since: 200)) { _, _ in true }
        try afar.read(200, .fromAfar) { frame, _ in
            seen.append(frame)
            return true
        }
        #expect(afar.counts == alone.counts)
        #expect(afar.counts.packetsRead < resting.counts.packetsRead)
        #expect(seen.first == 0 && seen.last == 200 && seen.count > 50)
    }

    @Test(arguments: small)
    func `a frame reached in steady steps carries its own number`(
        _ sample: Sample
    ) throws {
        let steps = Walk(name: "steps") { count in
            // Each third step falls short, into what was skipped for the one before.
            stride(from: 0, to: count - 6, by: 6).flatMap { $0 % 18 == 12 ? [$0, $0 + 1] : [$0] }
        }
        try expectOwnNumbers(sample, steps) { .passing(to: $0 + 4) }
    }

    @Test func `steady steps decode half of the frames between them, without a seek`() throws {
        var reader = try reader(of: .longGOP)
        for frame in stride(from: 0, to: 600, by: 6) {
            try reader.read(frame, .passing(to: frame + 4)) { _, _ in true }
        }
        #expect(reader.counts.seeks == 1)
        #expect(reader.counts.framesDecoded <= 310)
    }

    @Test func `a visitor that returns false stops the reader between two frames`() throws {
        var reader = try reader(of: .longGOP)
        var seen = 0
        let isShown = try reader.read(100, .since(0)) { _, _ in
            seen += 1
            return seen < 10
        }
        #expect(!isShown)
        #expect(seen == 10)
        var last = -1
        try reader.read(30, .since(10)) { frame, _ in
            last = frame
            return true
        }
        #expect(last == 30, "the reader goes on from where it was stopped")
        #expect(reader.counts.seeks == 1)
    }

    @Test(arguments: [-1, 150, Int.max])
    func `a frame that is not there is an error`(_ frame: Int) throws {
        var reader = try reader(of: .hevc)
        let expected = MediaError.noSuchFrame(file: Sample.hevc.path, frame: frame, count: 150)
        #expect(throws: expected) { try reader.read(frame, .alone) { _, _ in true } }
    }

    @Test func `sound has no pictures`() throws {
        let file = try OpenFile(path: Sample.audio.path)
        let index = try MediaIndex(scanning: file)
        #expect(throws: MediaError.noPictures(file: file.name)) {
            _ = try FrameReader(file, index: index)
        }
    }

    private func expectOwnNumbers(
        _ sample: Sample,
        _ walk: Walk,
        _ selection: (Int) -> FrameReader.FrameSelection
    ) throws {
        var reader = try reader(of: sample)
        var wrong: [Int] = []
        for target in walk.order(sample.frames) {
            var shown: Int?
            try reader.read(target, selection(target)) { frame, picture in
                if number(in: picture) != frame + sample.firstBarcode { wrong.append(frame) }
                shown = frame
                return true
            }
            #expect(shown == target)
        }
        #expect(wrong.isEmpty)
    }

    private func number(in picture: borrowing Picture) -> Int {
        let height = picture.height
        let row = picture.luma8(row: height / 20).map { UInt8($0) }
        return Barcode.read(luma: row, width: row.count, height: 1, stride: row.count)
    }

    private func reader(of sample: Sample) throws -> FrameReader {
        let file = try OpenFile(path: sample.path)
        return try FrameReader(file, index: MediaIndex(scanning: file))
    }
}
