import Foundation
import TestSupport
import Timeline

@testable import Media
@testable import Pictures

/// Preview stores in the test's folder, and files to store previews of.
struct PreviewStoreFixture {
    let logged = LoggedLines()

    var folder: String { Scratch.directory + "/previews" }

    func path(_ name: String) -> String { Scratch.directory + "/" + name }

    func store(limit: Int = 1 << 20) -> PreviewStore {
        PreviewStore(folder: folder, byteLimit: limit, log: logged.add)
    }

    /// A file that stands in for a media file, as it is never decoded.
    func film(_ name: String = "film") throws -> (file: OpenFile, source: PreviewSource) {
        let file = try OpenFile(path: Scratch.write("film \(name)".utf8, to: name))
        return (file, PreviewSource(file, stream: 0, width: 640))
    }

    /// A preview with bytes that depend on its ordinal.
    func preview(_ ordinal: Int, count: Int = 100) -> Preview {
        Preview(
            bytes: (0..<count).map { UInt8(truncatingIfNeeded: ordinal &* 31 &+ $0) },
            size: PixelSize(width: 320, height: 180),
            isConcealed: ordinal.isMultiple(of: 2),
            type: PictureType(rawValue: UInt8(ordinal % 4))!
        )
    }

    func previews(_ ordinals: Range<Int>, count: Int = 100) -> [Int: Preview] {
        Dictionary(uniqueKeysWithValues: ordinals.map { ($0, preview($0, count: count)) })
    }

    /// The paths of all packs.
    func packs() throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".vnpk") }.sorted().map { "\(folder)/\($0)" }
    }

    /// The bytes of all packs.
    func bytes() throws -> Int {
        try packs().map { try Data(contentsOf: URL(filePath: $0)).count }.reduce(0, +)
    }
}

extension PreviewFormat {
    static let small = PreviewFormat(width: 320)
    static let full = PreviewFormat(width: nil)
}
