import ClipSupport
import Library
import Media
import ScrubModel
import TestSupport
import Testing
import Timeline
import Wire

@testable import Scrubbing

/// Real files, whose scans are held back after every few packets.
@Suite("What is asked for at each moment of a scan")
struct EarlyAnswersTests {
    static let names = [
        "h264-open.mp4", "fragments.mp4", "h264.mkv", "cues-first.mkv", "no-cues.mkv", "h264.ts",
        "mpeg2-open.ts", "h264.flv", "indexed.flv", "h264.avi", "raw.h264", "raw.hevc", "vfr.mp4",
    ]

    @Test(arguments: names)
    func `ends at the frame of the complete index`(_ name: String) throws {
        let clips = try Self.clips(of: Repository.root + "/.build/matrix/" + name)
        // Where times are missing, the pictures' headers tell the order.
        #expect(clips.count > 8)
        for (request, stops) in Self.requests {
            for place in [0.2, 0.9] {
                var late = ScrubClient(on: clips.last!)
                try late.carryOut(request, at: place * 0.6, stops)
                // Each client has begun at another moment, and sees all that follow.
                var clients: [ScrubClient] = []
                for clip in clips {
                    let restarted = try clients.last?.restarted(on: clip)
                    for index in clients.indices { clients[index].session.update(clip) }
                    // A server that is started again knows what was asked, too.
                    #expect(restarted?.session.place == clients.last?.session.place)
                    var client = ScrubClient(on: clip)
                    try client.carryOut(request, at: place * 0.6, stops)
                    clients.append(client)
                    for told in clients.map(\.state.target) where told.exact {
                        #expect(told == late.state.target, "\(request) \(place) \(stops)")
                    }
                }
                for client in clients {
                    #expect(
                        client.state.target == late.state.target,
                        "\(request) \(place) \(stops)"
                    )
                }
            }
        }
    }

    private static let requests: [(RequestedPlaceTests.Request, Snap.Stops)] =
        [RequestedPlaceTests.Request.position, .time, .frame, .timecode, .drag].map { ($0, .none) }
        + RequestedPlaceTests.snaps.flatMap { [(.live, $0), (.release, $0)] }

    /// What is known of a file at each moment, as far as clients are told.
    private static func clips(of path: String) throws -> [Clip] {
        let file = try OpenFile(path: path)
        var builder = try IndexBuilder(file)
        var clips: [Clip] = []
        let info = builder.info
        let keyframes = try ContainerKeyframes(of: file)
        while builder.scan(atMost: 9) {
            if clips.isEmpty { builder.expect(keyframes) }
            guard let table = builder.partialTable() else { continue }
            clips.append(clip(info, table, progress: builder.progress, isEndKnown: false))
        }
        let index = try builder.finish { false }
        return clips + [clip(index.info, index.table, progress: 1, isEndKnown: true)]
    }

    private static func clip(
        _ info: MediaInfo,
        _ table: FrameTable,
        progress: Double,
        isEndKnown: Bool
    ) -> Clip {
        Clip(
            id: MediaID("clip"),
            name: "clip",
            version: "0123456789abcdef",
            info: info,
            table: table,
            progress: progress,
            isEndKnown: isEndKnown
        )
    }
}
