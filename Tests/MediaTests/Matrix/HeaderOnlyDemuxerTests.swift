import TestSupport
import Testing
import Timeline

@testable import Media

@Suite("The header of a movie", .serialized, .timeLimit(.minutes(2)))
struct HeaderOnlyDemuxerTests {
    static let movies =
        (Matrix.sound.map(\.path) + Sample.all.map(\.path) + [MatrixFile.path("skipped.mp4")])
        .filter {
            [".mp4", ".mov", ".m4a"].contains(where: $0.hasSuffix)
        }
    /// Movies of which the header does not tell all: fragments, frames that may be in two packets,
    /// and packets that may have none.
    static let others = ["fragments", "paff", "mbaff", "skipped"]

    @Test(arguments: movies)
    func `tells of all packets what they tell themselves`(_ path: String) throws {
        let file = try OpenFile(path: path)
        let demuxer = try Demuxer(file)
        let stream = try demuxer.chooseStream(nil)
        demuxer.select(stream: stream)
        let isOther = Self.others.contains(where: path.contains)
        guard let header = demuxer.header(of: file, stream: stream) else {
            return #expect(isOther, "\(path)")
        }
        #expect(!isOther, "\(path)")
        let packet = Packet()
        let listed = Packet()
        let isSound = demuxer.info(of: stream).kind == .audio
        var count = 0
        while demuxer.read(stream: stream, into: packet) {
            guard header.read(stream: stream, into: listed) else { break }
            let (told, found) = (listed.record, packet.record)
            // A parser finds keyframes at recovery points as well, and loses none.
            #expect(found.isKeyframe || !told.isKeyframe)
            #expect(told.unflagged(isSound) == found.unflagged(isSound), "packet \(count)")
            count += 1
        }
        #expect(count > 0 && !header.read(stream: stream, into: listed))
    }
}

@Suite("A file that is opened again", .serialized, .timeLimit(.minutes(2)))
struct KnownStreamsTests {
    /// Whether the header tells enough.
    static let files = [
        ("h264-closed.mp4", true), ("paff.mp4", true), ("prores.mov", true),
        ("fragments.mp4", true), ("fragments-sidx.mp4", true), ("h264.mkv", false),
        ("h264.ts", false),
    ]

    @Test(arguments: files)
    func `has no packet read, where its header lists them`(
        _ name: String,
        _ isListed: Bool
    ) throws {
        let file = try OpenFile(path: MatrixFile.path(name))
        let first = try Demuxer(file)
        let stream = try first.chooseStream(nil)
        let known = KnownStreams(of: first.context, reading: stream)
        let again = try Demuxer(headerOf: file, packets: [])
        #expect(known.complete(again.context) == isListed)
    }
}

extension PacketRecord {
    /// The packet as one from which decoding cannot start; of pictures without the duration, which
    /// libavformat computes from a rate where it is not in the file.
    fileprivate func unflagged(_ isSound: Bool) -> PacketRecord {
        PacketRecord(
            pts: pts,
            dts: dts,
            position: position,
            size: size,
            duration: isSound ? Int64(duration) : 0,
            flags: flags.subtracting(.key)
        )
    }
}
