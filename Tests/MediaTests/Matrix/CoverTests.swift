import Foundation
import TestSupport
import Testing
import Timeline

@testable import Media

@Suite("Covers", .serialized, .timeLimit(.minutes(1)))
struct CoverTests {
    private func index(_ name: String, stream: Int? = nil) throws -> MediaIndex {
        try MediaIndex(scanning: OpenFile(path: MatrixFile.path(name)), stream: stream)
    }

    private func reader(_ name: String, _ index: MediaIndex) throws -> FrameReader {
        try FrameReader(OpenFile(path: MatrixFile.path(name)), index: index)
    }

    @Test(arguments: ["cover.mp3", "cover.m4a", "cover.flac"])
    func `are the picture of every frame, and are decoded once`(_ name: String) throws {
        let index = try index(name)
        var reader = try reader(name, index)
        #expect(index.info.kind == .audio)
        #expect(index.info.size == PixelSize(width: 64, height: 64))
        let pixels = try Self.pixels(of: "sources/cover.png")
        let frames = [0, 30, index.table.count - 1, 7, 6]
        for (number, frame) in frames.enumerated() {
            let selection: FrameReader.FrameSelection =
                number.isMultiple(of: 2) ? .alone : .since(0)
            let distance = reader.distance(to: frame, selection)
            #expect(distance == 0)
            var shown: [Int] = []
            let isShown = try reader.read(frame, selection) { frame, picture in
                if !picture.isConcealed, Self.pixels(of: picture) == pixels { shown.append(frame) }
                return false
            }
            #expect(isShown)
            #expect(shown == [frame])
        }
        let work = reader.counts
        #expect((work.framesDecoded, work.seeks) == (1, 0))
    }

    @Test func `are there for the sound of a video that has one`() throws {
        let index = try index("cover-first.mp4", stream: 1)
        #expect(index.info.kind == .audio)
        var width = 0
        var reader = try reader("cover-first.mp4", index)
        try reader.read(3, .alone) { _, picture in
            width = picture.width
            return true
        }
        #expect(width == 64)
    }

    @Test func `do not take the place of a video`() throws {
        let index = try index("cover-first.mp4")
        #expect(index.info.kind == .video)
        #expect(index.info.cover == nil)
    }

    @Test(arguments: [-1, 168, Int.max])
    func `show no frame that is not there`(_ frame: Int) throws {
        var reader = try reader("cover.mp3", index("cover.mp3"))
        let file = MatrixFile.path("cover.mp3")
        #expect(throws: MediaError.noSuchFrame(file: file, frame: frame, count: 168)) {
            try reader.read(frame, .alone) { _, _ in true }
        }
        let distance = reader.distance(to: frame, .alone)
        #expect(distance == nil)
    }

    /// The red, green and blue of a picture, as ffmpeg decodes it.
    private static func pixels(of name: String) throws -> [UInt8] {
        let output = ["-pix_fmt", "rgb24", "-f", "rawvideo", "-"]
        let input = ["-v", "error", "-i", MatrixFile.path(name)]
        return Array(try Tool.run("ffmpeg", input + output))
    }

    private static func pixels(of picture: borrowing Picture) -> [UInt8] {
        var scaler = Scaler()
        let size = PixelSize(width: picture.width, height: picture.height)
        guard var image = try? scaler.scale(picture, to: size) else { return [] }
        let count = size.width * size.height * PackedImage.bytesPerPixel
        let bytes = image.withBytes { Array(UnsafeBufferPointer(start: $0, count: count)) }
        return bytes.indices.filter { $0 % PackedImage.bytesPerPixel < 3 }.map { bytes[$0] }
    }
}
