import TestSupport
import Testing
import Timeline

@testable import Media

@Suite("Streams whose packets are not all frames", .serialized, .timeLimit(.minutes(2)))
struct OddStreamTests {
    static let all = ["paff-lones.ts", "paff-kept.ts", "skipped.mp4", "skipped.avi"]

    @Test func `fields without partners are left out, and spoil no frame after them`() throws {
        let (file, index) = try Self.indexed("paff-lones.ts")
        #expect(try OrderTests.numbers(file, index) == Array(0..<100))
        // The same film without these fields, and with the same times.
        let whole = try Oracle.frames(of: MatrixFile.path("paff.ts")).map(\.pts)
        #expect((0..<index.table.count).map { index.table.pts(of: $0).ticks } == whole)
        // FFmpeg shows some of them, and then the fields of the next pair as two pictures.
        #expect(try Barcode.readAll(path: file.name) != Array(0..<100))
    }

    /// FFmpeg's decoder shows such fields from the third on, and spoils what refers to the next pair.
    @Test func `a decoder tells which fields are shown that others may refer to`() throws {
        let file = try OpenFile(path: MatrixFile.path("paff-kept.ts"))
        var builder = try IndexBuilder(file)
        var reasons: Set<DisplayOrder.Fault> = []
        while builder.scan(atMost: .max) {}
        let index = try builder.finish(
            decoding: { reasons.insert($0.fault) },
            isCancelled: { false }
        )
        #expect(reasons == [.loneFields])
        let lone = index.table.packets.indices.filter { index.table.packets[$0].isUnpaired }
        #expect(lone.count == 4)
        #expect(lone.prefix(2).allSatisfy { index.table.frame(ofOrdinal: $0) == nil })
        // Before them, and from the keyframe after the next on, all is as it is without them.
        let numbers = try OrderTests.numbers(file, index)
        #expect(numbers.prefix(49) == Array(0..<49)[...])
        #expect(numbers.suffix(25) == Array(75..<100)[...])
    }

    @Test(arguments: ["skipped.mp4", "skipped.avi"])
    func `packets without a picture are no frames`(_ name: String) throws {
        let (file, index) = try Self.indexed(name)
        let shown = try Barcode.readAll(path: file.name)
        #expect(shown.count == 90)
        #expect(index.table.packets.count == 100)
        #expect(try OrderTests.numbers(file, index) == shown)
        var reader = try FrameReader(file, index: index)
        for frame in (0..<index.table.count).reversed() {
            try reader.read(frame, .alone) { _, _ in true }
        }
    }

    @Test func `pictures that begin late are measured`() throws {
        let path = MatrixFile.path("late-video.ts")
        let entries = ["-show_entries", "stream=width,height", "-of", "csv=p=0"]
        let probed = try Tool.run(
            "ffprobe",
            ["-v", "error", "-select_streams", "v"] + entries + [path]
        )
        #expect(
            String(decoding: probed, as: UTF8.self).contains("0,0"),
            "libavformat knows no size"
        )
        let (file, index) = try Self.indexed("late-video.ts")
        #expect(index.info.size == PixelSize(width: 160, height: 90))
        #expect(index.info.streams[index.info.stream].storedSize == index.info.storedSize)
        #expect(index.info.frameRate == FrameRate(25, 1))
        let headers = try IndexBuilder(file).info
        #expect(!headers.isMeasured && index.info.agrees(with: headers))
        let other = try Self.indexed("h264.ts").1.info
        #expect(!other.agrees(with: headers) && !headers.agrees(with: other))
    }

    private static func indexed(_ name: String) throws -> (OpenFile, MediaIndex) {
        let file = try OpenFile(path: MatrixFile.path(name))
        return (file, try MediaIndex(scanning: file))
    }
}
