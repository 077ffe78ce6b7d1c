import TestSupport
import Testing
import Timeline

@testable import Media

@Suite("Display order by what pictures' headers say", .serialized, .timeLimit(.minutes(2)))
struct OrderTests {
    /// Files without an order of their own, which are indexed by reading packets alone.
    static let undecoded = [
        "raw.h264", "raw-open.h264", "raw.hevc", "raw.m2v", "h264.avi", "no-pts.mkv", "doubled.mkv",
        "joined.ts", "joined-back.ts", "resized.ts", "mpeg1.mpg", "mpeg2.mpg", "mpeg2-laced.mpg",
        "expected.h264", "joined-open.h264", "joined-hevc.ts", "joined-mpeg2.ts", "late.hevc",
        "late.m2v", "mpeg4.avi", "packed.avi",
    ]

    /// Files whose order only a decoder knows, and why their times do not tell it.
    static let decoded: [(String, DisplayOrder.Fault)] = [
        ("reset.h264", .missing), ("late.h264", .missing), ("joined-lone.ts", .stepBack),
    ]

    static let all =
        Matrix.sound.map(\.testDescription) + DamageTests.cases.map(\.testDescription)
        + undecoded + decoded.map(\.0) + OddStreamTests.all

    @Test(arguments: Set(all).sorted())
    func `is that of decoding, or unknown`(_ name: String) throws {
        let file = try OpenFile(path: MatrixFile.path(name))
        var builder = try IndexBuilder(file)
        while builder.scan(atMost: .max) {}
        let found = builder.found
        guard let coded = try found.codedOrder(file, { false }) else { return }
        #expect(try coded == found.decodedOrder(file) { false })
    }

    @Test(arguments: undecoded)
    func `indexes without decoding, with the frames that ffmpeg shows`(_ name: String) throws {
        let file = try OpenFile(path: MatrixFile.path(name))
        var builder = try IndexBuilder(file)
        var reports = 0
        while builder.scan(atMost: .max) {}
        let packets = try Oracle.packets(of: file.name)
        #expect(builder.packetCount == packets.count)
        let index = try builder.finish(decoding: { _ in reports += 1 }, isCancelled: { false })
        #expect(reports == 0, "a frame was decoded")
        let numbers = try Barcode.readAll(path: file.name)
        #expect(try Self.numbers(file, index) == numbers)
    }

    @Test(arguments: decoded)
    func `needs a decoder where headers do not tell`(
        _ name: String,
        _ fault: DisplayOrder.Fault
    ) throws {
        let file = try OpenFile(path: MatrixFile.path(name))
        var builder = try IndexBuilder(file)
        var reports: [WholeDecode] = []
        while builder.scan(atMost: .max) {}
        let count = builder.packetCount
        let index = try builder.finish(decoding: { reports.append($0) }, isCancelled: { false })
        let shares = (0...index.table.count).map { Double($0) / Double(count) }
        #expect(reports == shares.map { WholeDecode(fault, progress: $0) })
        #expect(try Self.numbers(file, index) == Barcode.readAll(path: file.name))
    }

    @Test(arguments: undecoded)
    func `is known while the file is scanned, and what is exact stays`(_ name: String) throws {
        let file = try OpenFile(path: MatrixFile.path(name))
        let whole = try MediaIndex(scanning: file).table
        var builder = try IndexBuilder(file)
        var parts: [FrameTable] = []
        while builder.scan(atMost: 7) { parts += [builder.partialTable()].compactMap { $0 } }
        for part in parts { #expect(whole.confirms(part)) }
        // Containers that keep times seldom lack them: theirs are read again at the end.
        #expect(parts.count > 4 || name.hasSuffix(".mkv"))
    }

    /// Who scans in steps takes a shorter one for the file's end, or for a broken worker.
    @Test(arguments: undecoded)
    func `is found in steps of as many packets as were asked for`(_ name: String) throws {
        var builder = try IndexBuilder(try OpenFile(path: MatrixFile.path(name)))
        var count = 0
        while builder.scan(atMost: 7) {
            count += 7
            #expect(builder.packetCount == count)
        }
    }

    @Test func `is exact beyond the place where times step back`() throws {
        let file = try OpenFile(path: MatrixFile.path("joined-back.ts"))
        var builder = try IndexBuilder(file)
        var settled = 0
        while builder.scan(atMost: 10) { settled = builder.partialTable()?.settled ?? 0 }
        #expect((180..<200).contains(settled))
    }

    static func numbers(_ file: OpenFile, _ index: MediaIndex) throws -> [Int] {
        var reader = try FrameReader(file, index: index)
        var number = PictureNumber()
        var numbers: [Int] = []
        for frame in 0..<index.table.count {
            try reader.read(frame, .since(frame)) { shown, picture in
                if shown == frame { numbers.append((try? number.read(picture)) ?? -1) }
                return true
            }
        }
        return numbers
    }
}
