import TestSupport
import Testing
import Timeline

@testable import Media

@Suite("Keyframes that are found before the scan", .serialized, .timeLimit(.minutes(2)))
struct ContainerKeyframesTests {
    static let samples = [Sample.longGOP, .variableRate, .hevc, .vp9, .dropFrame]
    static let listed =
        samples.map(\.path)
        + Matrix.sound.map(\.path).filter { $0.hasSuffix(".mp4") || $0.hasSuffix(".mkv") }

    @Test(arguments: listed)
    func `have the times that ffprobe gives them`(_ path: String) throws {
        let found = try ContainerKeyframes(of: OpenFile(path: path))
        let times = found.times ?? []
        let keys = try Oracle.packets(of: path, stream: "\(found.info.stream)").filter(\.isKeyframe)
        // With an edit list that cuts within a GOP, seeks land elsewhere.
        let known = keys.contains(where: \.isDiscarded) ? [] : keys.compactMap(\.pts).sorted()
        if Self.incomplete.contains(where: path.hasSuffix) {
            #expect(!times.isEmpty && Set(times.map(\.ticks)).isSubset(of: known))
        } else {
            #expect(times.map(\.ticks) == known)
        }
    }

    /// Files whose index lacks some keyframes, or cannot be read before the rest of the file.
    static let incomplete = [
        "no-cues.mkv", "piped.mkv", "unsized.mkv", "fragments-sidx.mp4", "fragments-dash.mp4",
        "hevc-pairs.mp4",
    ]

    @Test func `are not looked for where only a scan finds them`() throws {
        for sample in [Sample.transportStream, .audio, .editList] {
            #expect(try ContainerKeyframes(of: OpenFile(path: sample.path)).packets.isEmpty)
        }
    }

    @Test(arguments: samples)
    func `stand behind what has been scanned, until it comes to them`(_ sample: Sample) throws {
        let file = try OpenFile(path: sample.path)
        let whole = try MediaIndex(scanning: file).table
        var builder = try IndexBuilder(file)
        builder.expect(try ContainerKeyframes(of: file))
        var counts: [Int] = []
        repeat {
            let partial = builder.partialTable()
            let table = try #require(partial)
            counts.append(table.count)
            let count = builder.packetCount
            #expect(!table.isComplete && table.scanned == count)
            #expect((0..<table.settled).map(table.target) == (0..<table.settled).map(whole.target))
            let last = table.pts(of: table.keyframe(table.keyframeCount - 1))
            #expect(last == whole.pts(of: whole.keyframe(whole.keyframeCount - 1)))
        } while builder.scan(atMost: 37)
        #expect(counts == counts.sorted() && counts[0] < sample.frames)
    }

    @Test(arguments: [0, 40], samples)
    func `show their own pictures, though nothing is known of what is between`(
        _ scanned: Int,
        _ sample: Sample
    ) throws {
        let file = try OpenFile(path: sample.path)
        let whole = try MediaIndex(scanning: file).table
        var builder = try IndexBuilder(file)
        builder.expect(try ContainerKeyframes(of: file))
        let (isLonger, partial) = (builder.scan(atMost: scanned), builder.partialTable())
        #expect(isLonger)
        let table = try #require(partial)
        var reader = try FrameReader(file, index: MediaIndex(info: builder.info, table: table))
        // What is scanned may lack a frame that comes before others in the file's order.
        let frames = Array(0..<table.settled) + (0..<table.count).filter(table.isKeyframe)
        for frame in frames + frames.reversed() {
            var number: Int?
            try reader.read(frame, .since(0)) { shown, picture in
                let row = picture.luma8(row: picture.height / 20).map { UInt8($0) }
                let read = Barcode.read(luma: row, width: row.count, height: 1, stride: row.count)
                if shown == frame { number = read }
                return true
            }
            let place = whole.frame(at: table.pts(of: frame))
            #expect(number.map { $0 - sample.firstBarcode } == place)
        }
    }
}
