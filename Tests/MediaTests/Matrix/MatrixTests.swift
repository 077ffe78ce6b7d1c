import Basics
import TestSupport
import Testing
import Timeline

@testable import Media

@Suite("Every undamaged file of the matrix", .serialized, .timeLimit(.minutes(2)))
struct MatrixTests {
    @Test(arguments: Matrix.sound)
    func `shows what ffmpeg shows, at its times`(_ file: MatrixFile) throws {
        let index = try MediaIndex(scanning: OpenFile(path: file.path))
        let table = index.table
        let stream = index.info.stream
        #expect(try Barcode.readAll(path: file.path, stream: stream) == file.numbers)
        #expect(table.count == file.frames)
        let times = (0..<table.count).map { table.pts(of: $0).ticks }
        switch file.times {
        case .stored:
            let shown = try Oracle.frames(of: file.path, stream: "\(stream)").map(\.pts)
            #expect(shown.count == times.count)
            // ffprobe gives some frames no time of their own: none, or that of the one before.
            let known = shown.indices.filter { frame in
                shown[frame] != nil && (frame == 0 || shown[frame] != shown[frame - 1])
            }
            #expect(known.count > shown.count * 9 / 10)
            #expect(known.map { times[$0] } == known.map { shown[$0] })
            #expect(zip(times, times.dropFirst()).allSatisfy(<))
        case .even:
            let rate = index.info.timebase
            let even = (0..<table.count).map { Double($0) / 25 }
            #expect(zip(times, even).allSatisfy { abs(rate.seconds($0 - times[0]) - $1) < 0.0011 })
        }
    }

    @Test(arguments: Matrix.sound)
    func `shows every frame in any order, from afar, without skipping`(
        _ file: MatrixFile
    ) throws {
        var generator = SplitMix64(seed: 20_261_121)
        let order = Array(0..<file.frames).shuffled(using: &generator)
        // Frame 0 is wanted as well, so nothing is skipped and the decoder cannot go on.
        let work = try expectNumbers(file, order) { _ in .since(0) }
        let share = Double(work.framesDecoded) / Double(file.frames) / file.decoded
        // The reference starts further back than this reader in some files, or goes back more
        // often: what it decodes bounds ours from above there, and says nothing of the least.
        #expect((file.startsAlike ? 0.9...1.1 : 0...1.1).contains(share))
        // A frame waits for those it may refer to, which the reference does not.
        #expect(Double(work.framesAwaited) <= 2.5 * Double(file.frames))
    }

    @Test(arguments: Matrix.sound)
    func `shows every frame backward, skipping what it may`(_ file: MatrixFile) throws {
        let order = Array((0..<file.frames).reversed())
        let work = try expectNumbers(file, order) { _ in .alone }
        let share = Double(work.framesDecoded) / Double(file.frames) / file.decoded
        #expect(share <= (Self.canSkip(in: file) ? 0.65 : 1.1))
    }

    @Test(arguments: Matrix.sound)
    func `has B-frames where ffprobe sees them`(_ file: MatrixFile) throws {
        let what = ["-select_streams", "V:0", "-show_entries", "frame=pict_type", "-of", "csv=p=0"]
        let types = try Tool.run("ffprobe", ["-v", "error"] + what + [file.path])
        #expect(types.contains(UInt8(ascii: "B")) == file.hasBFrames)
    }

    /// Whether leaving B-frames out saves much: where every other frame is a key, none lies between
    /// a key and another frame, and in a GOP of four two are always needed.
    private static func canSkip(in file: MatrixFile) -> Bool {
        file.hasBFrames && !["hevc-pairs.mp4", "fps-third.mp4"].contains(file.testDescription)
    }

    @Test(arguments: Matrix.sound)
    func `shows every frame forward, by going on`(_ file: MatrixFile) throws {
        let work = try expectNumbers(file, Array(0..<file.frames)) { .since($0) }
        #expect(work.framesDecoded <= file.frames)
        #expect(work.seeks == 1)
    }

    /// Servers decode with as many threads, and open a file again for glances.
    @Test(arguments: Matrix.sound, [false, true])
    func `shows the same frames with threads, and beside another reader`(
        _ file: MatrixFile,
        _ isBeside: Bool
    ) throws {
        var generator = SplitMix64(seed: 2)
        let order = (0..<file.frames).shuffled(using: &generator).prefix(40)
        let threads = isBeside ? 1 : FrameReader.usefulThreads
        _ = try expectNumbers(file, Array(order), threads: threads, beside: isBeside) { _ in .alone
        }
    }

    private func expectNumbers(
        _ file: MatrixFile,
        _ order: [Int],
        threads: Int = 1,
        beside isBeside: Bool = false,
        _ selection: (Int) -> FrameReader.FrameSelection
    ) throws -> ReadCounts {
        let open = try OpenFile(path: file.path)
        var reader = try FrameReader(open, index: MediaIndex(scanning: open), threads: threads)
        if isBeside { reader = try FrameReader(open, beside: reader, threads: threads) }
        var number = PictureNumber()
        var wrong: [String] = []
        var flagged: Set<Int> = []
        for target in order {
            var last = -1
            try reader.read(target, selection(target)) { frame, picture in
                guard frame == target else { return true }
                let shown = (try? number.read(picture)) ?? -1
                if shown != file.first + frame { wrong.append("\(frame) shows \(shown)") }
                if picture.isConcealed { flagged.insert(frame) }
                last = frame
                return true
            }
            if last != target { wrong.append("\(target) ends at \(last)") }
        }
        #expect(wrong.isEmpty)
        #expect(flagged.isSubset(of: file.suspects))
        return reader.counts
    }
}

/// Reads the number that a decoded picture carries, whatever its pixel format.
struct PictureNumber: ~Copyable {
    private var scaler = Scaler()

    mutating func read(_ picture: borrowing Picture) throws -> Int {
        let size = PixelSize(width: picture.width, height: picture.height)
        var image = try scaler.scale(picture, to: size)
        let row = image.withBytes { bytes in
            (0..<size.width).map { bytes[(size.height / 20 * size.width + $0) * 4 + 1] }
        }
        return Barcode.read(luma: row, width: row.count, height: 1, stride: row.count)
    }
}
