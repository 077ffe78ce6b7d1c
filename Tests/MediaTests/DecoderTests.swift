import TestSupport
import Testing
import Timeline

@testable import Media

@Suite("Decoders", .timeLimit(.minutes(2)))
struct DecoderTests {
    /// From FFmpeg 6 on, libavcodec outputs the key again with the ordinal of the leading picture.
    @Test func `output nothing for a leading picture whose references they were not fed`() throws {
        let file = try OpenFile(path: MatrixFile.path("mpeg4.avi"))
        let table = try MediaIndex(scanning: file).table
        let ordinal = try #require(table.packets.lastIndex { $0.isKeyframe })
        try #require(table.startKeyframe(for: ordinal + 1) < ordinal)
        let demuxer = try Demuxer(file)
        let stream = try demuxer.chooseStream(nil)
        let decoder = try Decoder(for: demuxer.stream(stream), file: file.name)
        let key = Packet()
        let leading = Packet()
        for _ in 0...ordinal { try Self.read(demuxer, stream, into: key) }
        try Self.read(demuxer, stream, into: leading)
        // The first time, it does not know how far apart its references are.
        for _ in 0..<2 {
            decoder.flush()
            decoder.send(key, ordinal: ordinal, isWanted: true)
            decoder.send(leading, ordinal: ordinal + 1, isWanted: true)
            decoder.sendEnd()
            let shown = Self.ordinals(from: decoder)
            #expect(shown == [ordinal])
        }
    }

    /// The oracle is libavcodec, which skips what nothing refers to by itself.
    @Test(arguments: [
        "h264-closed.mp4", "h264-pyramid.mp4", "h264-mbaff.mp4", "h264-no-b.mp4", "h264.mkv",
        "h264.ts",
        "h264.flv", "h264.avi", "raw.h264", "paff.mp4", "paff.ts", "paff-pairs.mp4",
    ])
    func `give out every H.264 packet that is not disposable, and none that is`(
        _ name: String
    ) throws {
        let demuxer = try Demuxer(try OpenFile(path: MatrixFile.path(name)))
        let stream = try demuxer.chooseStream(nil)
        demuxer.select(stream: stream)
        let decoder = try Decoder(for: demuxer.stream(stream), threads: 2, file: name)
        let packet = Packet()
        var (kept, all, shown) = ([Int](), 0, Set<Int>())
        while demuxer.read(stream: stream, into: packet) {
            if !decoder.isDisposable(packet) { kept.append(all) }
            decoder.send(packet, ordinal: all, isWanted: false)
            shown.formUnion(Self.ordinals(from: decoder))
            all += 1
        }
        decoder.sendEnd()
        shown.formUnion(Self.ordinals(from: decoder))
        #expect(shown == Set(kept))
        #expect(name.contains("no-b") == (kept.count == all))
    }

    @Test(arguments: ["hevc-closed.mp4", "mpeg2.mpg", "mpeg4.avi", "av1.mp4"])
    func `take no packet of another codec for disposable`(_ name: String) throws {
        let demuxer = try Demuxer(try OpenFile(path: MatrixFile.path(name)))
        let stream = try demuxer.chooseStream(nil)
        let decoder = try Decoder(for: demuxer.stream(stream), file: name)
        let packet = Packet()
        while demuxer.read(stream: stream, into: packet) {
            let isDisposable = decoder.isDisposable(packet)
            #expect(!isDisposable)
        }
    }

    private static func read(
        _ demuxer: borrowing Demuxer,
        _ stream: Int,
        into packet: borrowing Packet
    ) throws {
        let isRead = demuxer.read(stream: stream, into: packet)
        try #require(isRead)
    }

    private static func ordinals(from decoder: borrowing Decoder) -> [Int] {
        let picture = Picture()
        var ordinals: [Int] = []
        while decoder.receive(into: picture) == .frame { ordinals.append(picture.ordinal) }
        return ordinals
    }
}
