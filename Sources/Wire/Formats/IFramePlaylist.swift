/// Tiles as HLS players read I-frames: a playlist of segments of which each is one JPEG picture, and
/// the line by which a multivariant playlist names it (RFC 8216).
public struct IFramePlaylist: Equatable, Sendable {
    /// The size of a picture in pixels.
    public var width, height: Int
    /// Seconds from one picture to the next, and how long the last one is shown.
    public var interval, last: Double
    /// How many pictures there are.
    public var count: Int
    /// What follows the `?` in the address of each segment.
    public var query: String

    /// Creates a list.
    public init(width: Int, height: Int, interval: Double, last: Double, count: Int, query: String)
    {
        (self.width, self.height, self.count, self.query) = (width, height, count, query)
        (self.interval, self.last) = (interval, last)
    }

    /// The playlist.
    public func m3u8() -> [UInt8] {
        let head = """
            #EXTM3U
            #EXT-X-VERSION:7
            #EXT-X-TARGETDURATION:\(Int(max(interval, last).rounded(.up)))
            #EXT-X-MEDIA-SEQUENCE:0
            #EXT-X-PLAYLIST-TYPE:VOD
            #EXT-X-I-FRAMES-ONLY
            #EXT-X-MAP:URI="init.mp4?\(query)"

            """
        var bytes = Array(head.utf8)
        bytes.reserveCapacity(count * (query.utf8.count + 32))
        for number in 0..<count {
            let duration = number == count - 1 ? last : interval
            bytes += "#EXTINF:\(duration),\n\(number).m4s?\(query)\n".utf8
        }
        return bytes + "#EXT-X-ENDLIST\n".utf8
    }

    /// A multivariant playlist that names the other one, which lies in `folder`.
    public func variants(in folder: String) -> [UInt8] {
        // Two of the longest pictures in one interval: none is longer than its pixels and a header.
        let bits = Double(2 * 8 * (width * height * 3 + 2048)) / (count == 1 ? last : interval)
        let list = """
            #EXTM3U
            #EXT-X-VERSION:7
            #EXT-X-INDEPENDENT-SEGMENTS
            #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=\(Int(bits.rounded(.up))),\
            RESOLUTION=\(width)x\(height),CODECS="mjpg",URI="\(folder)/iframes.m3u8?\(query)"

            """
        return Array(list.utf8)
    }
}
