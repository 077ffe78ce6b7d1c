import Foundation

/// What `ffprobe` says of a media file: the answers that tests compare ours with.
public enum Oracle {
    /// A packet, in decode order.
    public struct Packet: Sendable, Hashable {
        /// When its picture is displayed, in ticks of the stream's timebase; nil when not stored.
        public let pts: Int64?
        /// When it is decoded, in ticks; nil when not stored.
        public let dts: Int64?
        /// How long its picture is displayed, in ticks; nil when not stored.
        public let duration: Int64?
        /// Where it starts in the file, in bytes; nil when unknown.
        public let position: Int64?
        /// Its payload's size in bytes.
        public let size: Int
        /// Whether decoding may start with it.
        public let isKeyframe: Bool
        /// Whether it is decoded only for others' sake and not displayed.
        public let isDiscarded: Bool
    }

    /// A displayed picture, in display order.
    public struct Frame: Sendable, Hashable {
        /// When it is displayed, in ticks of the stream's timebase; nil when not known.
        public let pts: Int64?
        /// How long it is displayed, in ticks; nil when not known.
        public let duration: Int64?
        /// Whether it was decoded from a keyframe packet.
        public let isKeyframe: Bool
    }

    /// What a file says of one stream.
    public struct Stream: Sendable, Hashable {
        /// Its number in the file.
        public let index: Int
        /// The codec's short name, such as `h264`.
        public let codec: String
        /// The timebase as a fraction of a second, such as `1/12800`.
        public let timebase: String
        /// The width in pixels as stored, 0 for sound.
        public let width: Int
        /// The height in pixels as stored, 0 for sound.
        public let height: Int
    }

    /// Lists a stream's packets in decode order.
    ///
    /// `stream` is `ffprobe`'s specifier; by default the first one with moving pictures.
    public static func packets(of path: String, stream: String = "V:0") throws -> [Packet] {
        let entries = "packet=pts,dts,duration,pos,size,flags"
        return try probe(path, stream, entries).packets?.map(Packet.init) ?? []
    }

    /// Lists a stream's displayed pictures in display order, by decoding all of them.
    public static func frames(of path: String, stream: String = "V:0") throws -> [Frame] {
        let entries = "frame=best_effort_timestamp,pkt_duration,key_frame"
        return try probe(path, stream, entries).frames?.map(Frame.init) ?? []
    }

    /// Describes one stream, or returns nil where the file has none like it.
    public static func stream(of path: String, stream: String = "V:0") throws -> Stream? {
        let entries = "stream=index,codec_name,time_base,width,height"
        return try probe(path, stream, entries).streams?.first.map(Stream.init)
    }

    private static func probe(
        _ path: String,
        _ stream: String,
        _ entries: String
    ) throws -> Answer {
        let selection = ["-select_streams", stream, "-show_entries", entries]
        let output = try Tool.run("ffprobe", ["-v", "error", "-of", "json"] + selection + [path])
        return try JSONDecoder().decode(Answer.self, from: output)
    }
}

/// The JSON of `ffprobe`, which writes some numbers as strings.
private struct Answer: Decodable {
    struct Packet: Decodable {
        let pts, dts, duration: Int64?
        let pos: String?
        let size, flags: String
    }

    struct Frame: Decodable {
        let best_effort_timestamp, pkt_duration: Int64?
        let key_frame: Int
    }

    struct Stream: Decodable {
        let index: Int
        let codec_name, time_base: String
        let width, height: Int?
    }

    let packets: [Packet]?
    let frames: [Frame]?
    let streams: [Stream]?
}

extension Oracle.Packet {
    fileprivate init(_ answer: Answer.Packet) {
        pts = answer.pts
        dts = answer.dts
        duration = answer.duration
        position = answer.pos.flatMap { Int64($0) }
        size = Int(answer.size) ?? 0
        isKeyframe = answer.flags.contains("K")
        isDiscarded = answer.flags.contains("D")
    }
}

extension Oracle.Frame {
    fileprivate init(_ answer: Answer.Frame) {
        pts = answer.best_effort_timestamp
        duration = answer.pkt_duration
        isKeyframe = answer.key_frame == 1
    }
}

extension Oracle.Stream {
    fileprivate init(_ answer: Answer.Stream) {
        index = answer.index
        codec = answer.codec_name
        timebase = answer.time_base
        width = answer.width ?? 0
        height = answer.height ?? 0
    }
}
