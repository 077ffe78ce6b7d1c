import Basics
import Foundation
import TestSupport
import Testing
import Timeline

@testable import Media

@Suite("Every damaged file of the matrix", .serialized, .timeLimit(.minutes(2)))
struct DamageTests {
    /// A damaged file, the sound one it was made of, and how much of it is left.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let whole: String
        /// Frames that must be shown as they were, at least.
        let sound: Int
        var path: String { MatrixFile.path(testDescription) }
    }

    static let cases = [
        Case(testDescription: "cut-off.ts", whole: "h264-closed.mp4", sound: 60),
        Case(testDescription: "cut-off-broken.mkv", whole: "h264-closed.mp4", sound: 59),
        Case(testDescription: "cut-off.avi", whole: "mpeg4.avi", sound: 50),
        Case(testDescription: "cut-off.flv", whole: "h264-closed.mp4", sound: 59),
        Case(testDescription: "cut-off-moov-first.mp4", whole: "h264-closed.mp4", sound: 56),
        Case(testDescription: "cut-off-fragments.mp4", whole: "h264-closed.mp4", sound: 62),
        Case(testDescription: "spoiled.mkv", whole: "h264-closed.mp4", sound: 74),
        Case(testDescription: "spoiled.ts", whole: "h264-closed.mp4", sound: 80),
        Case(testDescription: "spoiled.mp4", whole: "h264-closed.mp4", sound: 70),
        Case(testDescription: "spoiled-hevc.mkv", whole: "hevc-open.mp4", sound: 51),
        Case(testDescription: "spoiled.mpg", whole: "mpeg2.mpg", sound: 23),
        Case(testDescription: "spoiled-vp9.webm", whole: "vp9.webm", sound: 70),
    ]

    struct Walk: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let order: @Sendable (Int) -> [Int]
        let selection: @Sendable (Int) -> FrameReader.FrameSelection
    }

    static let walks = [
        Walk(
            testDescription: "backward, alone",
            order: { (0..<$0).reversed() },
            selection: { _ in .alone }
        ),
        Walk(
            testDescription: "shuffled, from the key",
            order: { count in
                var generator = SplitMix64(seed: 7)
                return (0..<count).shuffled(using: &generator)
            },
            selection: { _ in .since(0) }
        ),
        Walk(testDescription: "forward", order: { Array(0..<$0) }, selection: { .since($0) }),
    ]

    @Test(arguments: cases, walks)
    func `calls no frame exact that differs from the undamaged one`(
        _ damaged: Case,
        _ walk: Walk
    ) throws {
        let whole = try Self.pictures(of: damaged.whole)
        let file = try OpenFile(path: damaged.path)
        let index = try MediaIndex(scanning: file)
        var reader = try FrameReader(file, index: index)
        var exact: [Int: Int] = [:]
        var wrong: [String] = []
        for target in walk.order(index.table.count) {
            do throws(MediaError) {
                try reader.read(target, walk.selection(target)) { frame, picture in
                    guard frame == target else { return true }
                    guard !picture.isConcealed else { return true }
                    let luma = (0..<picture.height).flatMap { row in
                        picture.luma8(row: row).map { UInt8($0) }
                    }
                    let number = whole.firstIndex(of: luma)
                    if let number { exact[frame] = number } else { wrong.append("\(frame)") }
                    return true
                }
            } catch {
                #expect(error == .undecodable(file: file.name, frame: target))
            }
        }
        #expect(wrong.isEmpty)
        #expect(exact.count >= damaged.sound)
        let numbers = exact.keys.sorted().map { exact[$0]! }
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy(<))
    }

    @Test(.scratchDirectory)
    func `a packet stands for one frame, whatever comes out of it`() throws {
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: MatrixFile.path("mpeg2.mpg"))))
        // Without its start code the first picture comes out together with the second.
        let picture = bytes.firstRange(of: [0, 0, 1, 0, 0, 0x0f] as [UInt8])
        bytes[try #require(picture?.lowerBound) + 2] = 0
        let path = try Scratch.write(bytes, to: "spoiled.mpg")
        let table = try MediaIndex(scanning: OpenFile(path: path)).table
        let ordinals = (0..<table.count).map(table.ordinal)
        #expect(Set(ordinals).count == ordinals.count && ordinals.count > 90)
    }

    /// The brightness of every picture of an undamaged file, as ffmpeg decodes it.
    private static func pictures(of name: String) throws -> [[UInt8]] {
        let bytes = try Tool.run(
            "ffmpeg",
            [
                "-v", "error", "-i", MatrixFile.path(name), "-map", "0:V:0", "-fps_mode",
                "passthrough",
            ]
                + ["-vf", "extractplanes=y", "-f", "rawvideo", "-"]
        )
        let size = 160 * 90
        return stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<$0 + size]) }
    }
}
