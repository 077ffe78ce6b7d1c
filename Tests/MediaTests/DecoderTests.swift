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
