import TestSupport
import Testing
import Timeline

@testable import Media

@Suite("Keyframes of files that do not list them", .serialized, .timeLimit(.minutes(2)))
struct KeyframeSamplerTests {
    @Test(arguments: [
        (100, 51, []), (100, 50, [50]), (100, 26, [50]), (100, 25, [50, 25, 75]),
        (800, 100, [400, 200, 600, 100, 300, 500, 700]), (0, 1, []), (1, 1, []),
    ])
    func `are looked for in halves, quarters and so on, far enough apart`(
        _ size: Int64,
        _ part: Int64,
        _ places: [Int64]
    ) {
        #expect(KeyframeSampler.places(in: size, part) == places)
    }

    @Test(arguments: [(100, 51, []), (100, 26, [74, 50]), (800, 200, [600, 400, 200, 600])])
    func `are first looked for near the end, where nothing tells how long the film is`(
        _ size: Int64,
        _ part: Int64,
        _ places: [Int64]
    ) {
        #expect(KeyframeSampler.places(in: size, part, withEnd: true) == places)
    }

    @Test func `are looked for in few places of the longest file`() {
        let places = KeyframeSampler.places(in: .max, 1, withEnd: true)
        #expect(places.count == KeyframeSampler.limit)
    }

    static let films = [
        "h264.ts", "h264.m2ts", "hevc-open.ts", "mpeg2-closed.ts", "mpeg2.mpg", "paff.ts",
        "no-cues.mkv", "piped.mkv", "unsized.mkv", "h264.flv",
    ]

    @Test(arguments: films)
    func `are those that ffprobe finds, and the packets that a scan finds`(_ name: String) throws {
        let file = try OpenFile(path: MatrixFile.path(name))
        let found = try Self.keyframes(of: file)
        let index = try MediaIndex(scanning: file)
        let keys = try Oracle.packets(of: MatrixFile.path(name), stream: "\(index.info.stream)")
            .filter(\.isKeyframe).compactMap(\.pts)
        #expect(found.count > 1)
        let times = found.compactMap { $0.pts?.ticks }
        #expect(Set(times).isSubset(of: keys) && times.count == found.count)
        let places = Set(index.table.packets.filter(\.isKeyframe).map(\.position))
        #expect(places.isSuperset(of: found.map(\.position)))
        #expect(found.map(\.position) == found.map(\.position).sorted())
    }

    @Test(arguments: ["joined.ts", "joined-back.ts"])
    func `are none in films whose times jump back`(_ name: String) throws {
        let found = try Self.keyframes(of: OpenFile(path: MatrixFile.path(name)))
        let times = found.compactMap(\.pts)
        #expect(times == times.sorted())
    }

    @Test(arguments: ["h264.mkv", "h264-closed.mp4", "raw.y4m", "tone.aac", "indexed.flv"])
    func `are not looked for in other files`(_ name: String) throws {
        let sampler = try KeyframeSampler(
            try OpenFile(path: MatrixFile.path(name)),
            stream: nil,
            part: 1
        )
        let isNone = sampler == nil
        #expect(isNone)
    }

    @Test func `are known one by one, at first in the middle`() throws {
        let file = try OpenFile(path: Sample.transportStream.path)
        guard var sampler = try KeyframeSampler(file, stream: nil, part: 4096) else {
            Issue.record("it is not looked into")
            return
        }
        sampler.look(until: .now, isCancelled: { false })
        let (found, isDone) = (sampler.keyframes, sampler.isDone)
        let first = try #require(found.first)
        #expect(found.count == 1 && !isDone && first.position >= file.size / 2)
        sampler.look(until: .now + .seconds(60), isCancelled: { true })
        let further = sampler.keyframes
        #expect(further.count == 1)
    }

    static let numbered =
        [Sample.transportStream.path] + ["no-cues.mkv", "h264.flv"].map(MatrixFile.path)

    @Test(arguments: [0, 10], numbered)
    func `show their own pictures, though nothing is known of what is between`(
        _ scanned: Int,
        _ path: String
    ) throws {
        let file = try OpenFile(path: path)
        let whole = try MediaIndex(scanning: file).table
        var builder = try IndexBuilder(file)
        builder.expect(try Self.keyframes(of: file))
        _ = builder.scan(atMost: scanned)
        let partial = builder.partialTable()
        let table = try #require(partial)
        var reader = try FrameReader(file, index: MediaIndex(info: builder.info, table: table))
        let keyframes = (0..<table.count).filter(table.isKeyframe)
        #expect(keyframes.count > 2)
        for frame in keyframes.reversed() {
            let number = try Self.number(shownFor: frame, by: &reader)
            #expect(number == whole.frame(at: table.pts(of: frame)))
        }
    }

    @Test(arguments: ["raw.h264", "raw.hevc", "raw.m2v"])
    func `of raw streams show their own pictures, about where their bytes are`(
        _ name: String
    ) throws {
        let file = try OpenFile(path: MatrixFile.path(name))
        let whole = try MediaIndex(scanning: file).table
        let found = try Self.keyframes(of: file)
        var builder = try IndexBuilder(file)
        _ = builder.scan(atMost: 30)
        let before = builder.partialTable()
        builder.expect(found)
        let after = builder.partialTable()
        let (scanned, table) = (try #require(before), try #require(after))
        var reader = try FrameReader(file, index: MediaIndex(info: builder.info, table: table))
        #expect(found.count > 1 && table.count > scanned.count)
        #expect((0..<scanned.count).allSatisfy { table.pts(of: $0) == scanned.pts(of: $0) })
        #expect(table.settled == scanned.settled)
        for frame in scanned.count..<table.count {
            let place = table.packets[table.ordinal(of: frame)].position
            let ordinal = try #require(whole.packets.firstIndex { $0.position == place })
            #expect(whole.packets[ordinal].isKeyframe)
            let number = try Self.number(shownFor: frame, by: &reader)
            #expect(number == whole.frame(ofOrdinal: ordinal))
            let share = Double(table.pts(of: frame).ticks) / Double(table.end.ticks)
            let expected = Double(place) / Double(table.packets.last!.position)
            #expect(abs(share - expected) < 0.05)
        }
    }

    private static func number(
        shownFor frame: Int,
        by reader: inout FrameReader
    ) throws -> Int? {
        var number: Int?
        try reader.read(frame, .keyframe) { _, picture in
            let row = picture.luma8(row: picture.height / 20).map { UInt8($0) }
            number = Barcode.read(luma: row, width: row.count, height: 1, stride: row.count)
            return true
        }
        return number
    }

    private static func keyframes(of file: OpenFile) throws -> [PacketRecord] {
        guard var sampler = try KeyframeSampler(file, stream: nil, part: 4096) else { return [] }
        while !sampler.isDone { sampler.look(until: .now, isCancelled: { false }) }
        return sampler.keyframes
    }
}
