import Basics
package import Library
package import Media
package import Pictures
package import TestSupport
package import Timeline

extension FrameTable {
    /// `count` frames of 40 ms, a keyframe every `group`.
    ///
    /// Frame n of a hundred is at position n / 100.
    package static func regular(
        _ count: Int,
        group: Int = 10,
        isComplete: Bool = true
    ) -> FrameTable {
        let packets = (0..<count).map { (Int64($0) * 40, $0.isMultiple(of: group)) }
        return FrameTable(packets, isComplete: isComplete)
    }

    /// Packets in decode order, given as (pts in milliseconds, key).
    package init(_ packets: [(pts: Int64, isKeyframe: Bool)], isComplete: Bool = true) {
        let records = packets.enumerated().map { ordinal, packet in
            PacketRecord(
                pts: Timestamp(packet.pts),
                dts: Timestamp(Int64(ordinal) * 40 - 80),
                position: Int64(ordinal),
                size: 1,
                duration: 40,
                flags: packet.isKeyframe ? .key : []
            )
        }
        self.init(
            packets: records,
            order: DisplayOrder.byTimestamp(of: PacketList(records)) ?? [],
            timebase: Timebase(1, 1000)!,
            step: 40,
            isComplete: isComplete
        )
    }
}

extension MediaInfo {
    /// What a file of 25 frames a second would say of itself, on a clock of milliseconds.
    package static func plain(
        _ kind: Kind = .video,
        chapters: [Int64] = [],
        size: PixelSize = PixelSize(width: 320, height: 180),
        duration: Double? = nil
    ) -> MediaInfo {
        MediaInfo(
            kind: kind,
            container: "mov",
            codec: "h264",
            stream: 0,
            timebase: Timebase(1, 1000)!,
            frameRate: FrameRate(25, 1)!,
            storedSize: size,
            rotation: 0,
            sampleAspect: .square,
            startTimecode: nil,
            chapters: chapters.map { Chapter(title: "", start: Timestamp($0), precision: 1) },
            streams: [],
            cover: nil,
            containerDuration: duration,
            estimatedDuration: nil
        )
    }
}

extension Clip {
    /// A clip of `table`, whose end is known unless it says otherwise, as of a recording.
    package convenience init(
        _ table: FrameTable,
        id: String = "clip",
        info: MediaInfo = .plain(),
        isEndKnown: Bool = true
    ) {
        self.init(
            id: MediaID(id),
            name: "clip.mp4",
            version: "0123456789abcdef",
            info: info,
            table: table,
            progress: table.isComplete ? 1 : 0.5,
            isEndKnown: isEndKnown
        )
    }

    /// `count` frames, all known or with more to come.
    package static func regular(_ count: Int = 100, isComplete: Bool = true) -> Clip {
        Clip(.regular(count, isComplete: isComplete))
    }
}

extension ClipSource {
    /// The frames of `table`, in a file that is there but never read.
    package static func unread(
        _ table: FrameTable = .regular(2000),
        id: String = "clip"
    ) throws -> Self {
        let file = try OpenFile(path: Repository.root + "/Package.swift")
        return ClipSource(
            key: ClipKey(id: MediaID(id), identity: file.identity),
            file: file,
            index: MediaIndex(info: .plain(), table: table)
        )
    }

    /// A sample, scanned.
    package static func scanned(_ sample: Sample) throws -> Self {
        let file = try OpenFile(path: sample.path)
        return ClipSource(
            key: ClipKey(id: MediaID(sample.name), identity: file.identity),
            file: file,
            index: try MediaIndex(scanning: file)
        )
    }
}

extension PictureJob {
    /// A job as a socket's client makes it.
    package init(
        _ frame: Int,
        of source: ClipSource,
        width: Int? = 320,
        goesBack: Bool = false,
        stride: Int = 0
    ) {
        self.init(
            frame,
            of: source,
            PreviewFormat(width: width),
            goesBack ? .last : .some([]),
            for: .socket(SocketID(connection: Slot(index: 0, generation: 0))),
            stride: stride
        )
    }
}

extension Preview {
    /// Bytes that are no picture but are told from those of others.
    package static func fake(_ byte: UInt8 = 0, count: Int = 1) -> Preview {
        Preview(
            bytes: Array(repeating: byte, count: count),
            size: PixelSize(width: 160, height: 90),
            isConcealed: false,
            type: .unknown
        )
    }
}
