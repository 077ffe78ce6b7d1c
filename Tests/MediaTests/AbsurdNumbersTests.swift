import CFFmpeg
import Glibc
import TestSupport
import Testing
import Timeline

@testable import Media

@Suite("Numbers of files that make no sense", .scratchDirectory)
struct AbsurdNumbersTests {
    @Test(
        arguments: [
            (Int64.max, SEEK_END, nil), (.max, SEEK_CUR, nil), (.min, SEEK_END, nil),
            (-8, SEEK_CUR, nil),
            (-1, SEEK_SET, nil), (.max, SEEK_SET, .max), (-7, SEEK_CUR, 0), (3, SEEK_CUR, 10),
        ] as [(Int64, CInt, Int64?)]
    )
    func `lead to no place before or beyond all files`(
        _ target: Int64,
        _ whence: CInt,
        _ place: Int64?
    ) throws {
        let cursor = FileInput.Cursor(try OpenFile(path: Sample.hevc.path), nil, [])
        cursor.offset = 7
        let answer = cursor.seek(to: target, whence: whence)
        #expect(place.map { answer == $0 } ?? (answer < 0))
        #expect(cursor.offset == place ?? 7)
    }

    @Test func `of packets end a scan, and the file is unsuitable`() throws {
        let file = try OpenFile(path: Sample.hevc.path)
        let scanned = try MediaIndex(scanning: file)
        for (limit, isFull) in [(3, true), (4, false)] {
            var found = ScannedPackets(scanned.info, losesPackets: false, limit: limit)
            found.packets = PacketList(scanned.table.packets.prefix(3))
            #expect(found.isFull == isFull)
            guard isFull else { continue }
            let error = #expect(throws: MediaError.self) {
                try found.index(of: file, nil, decoding: { _ in }, isCancelled: { false })
            }
            #expect("\(try #require(error))".contains("it has 3 packets or more"))
        }
    }

    @Test(arguments: [
        ([], []), ([Int.max], ["0"]), ([.max, .max, .max], ["0", "1", "2"]), ([5, 5, 1], ["2"]),
        ([3, .max, 3], ["1", "2"]),
    ])
    func `of bytes in a store remove what goes beyond its limit`(
        _ sizes: [Int],
        _ removed: [String]
    ) {
        let items = sizes.enumerated().map { index, bytes in
            StoreFolder.Item(name: "\(index)", bytes: bytes, lastUse: .seconds(-index))
        }
        #expect(StoreFolder.surplus(of: items, beyond: 10).map(\.name) == removed)
    }

    @Test(arguments: [(MediaLimits.chapters, true), (MediaLimits.chapters + 1, false)])
    func `of chapters are not believed`(_ count: Int, _ isBelieved: Bool) throws {
        let info = try MediaIndex(scanning: OpenFile(path: Sample.hevc.path)).info
        let chapter = Chapter(title: "é", start: Timestamp(.max), precision: .min)
        var writer = ByteWriter()
        info.with(chapters: Array(repeating: chapter, count: count)).encode(into: &writer)
        var reader = ByteReader(writer.bytes)
        let read = try? MediaInfo(from: &reader)
        #expect(read?.chapters.count == (isBelieved ? count : nil))
        #expect(read?.chapters.allSatisfy { $0.precision > 0 } ?? true)
    }

    @Test(arguments: [(0, 9), (7, 1), (Int(Int32.max), 1)])
    func `of streams in an index are looked for in the file before it is cut`(
        _ stream: Int,
        _ count: Int
    ) throws {
        let file = try OpenFile(path: Sample.hevc.path)
        let scanned = try MediaIndex(scanning: file)
        let streams = Array(repeating: scanned.info.streams[0], count: count)
        let info = scanned.info.with(stream: stream, streams: streams)
        let index = MediaIndex(info: info, table: scanned.table)
        let path = Scratch.directory + "/cut.mkv"
        let cut = try Cut(0...9, .keyframes, of: file, index, to: path)
        let error = #expect(throws: MediaError.self) { try cut.run() }
        #expect("\(try #require(error))" == "\(MediaError.changed(file: file.name))")
    }
}

extension MediaInfo {
    fileprivate func with(
        stream: Int? = nil,
        streams: [MediaStream]? = nil,
        chapters: [Chapter] = []
    ) -> MediaInfo {
        MediaInfo(
            kind: kind,
            container: container,
            codec: codec,
            stream: stream ?? self.stream,
            timebase: timebase,
            frameRate: frameRate,
            storedSize: storedSize,
            rotation: rotation,
            sampleAspect: sampleAspect,
            startTimecode: startTimecode,
            chapters: chapters,
            streams: streams ?? self.streams,
            cover: cover,
            containerDuration: containerDuration,
            estimatedDuration: estimatedDuration
        )
    }
}
