import CFFmpeg

/// Tells which packets of an H.264 stream no other refers to, so that a decoder need not be fed them
/// where their own pictures are not wanted.
///
/// A decoder skips them when it is told to, but each takes the turn of a frame thread, which idles
/// meanwhile. libavformat's flag for them, `AV_PKT_FLAG_DISPOSABLE`, is set in few containers.
struct DisposablePackets {
    private let form: UnitForm

    /// Reads a stream's headers; `nil` for other codecs, and where lengths are not of four bytes.
    init?(in parameters: AVCodecParameters) {
        guard parameters.codec_id == AV_CODEC_ID_H264 else { return nil }
        let headers = parameters.headers
        guard headers.first == 1 else {
            form = .marked
            return
        }
        guard headers.count > 4, headers[4] & 3 == 3 else { return nil }
        form = .counted
    }

    /// Whether a packet is such, as its first slice says.
    ///
    /// That is `nal_ref_idc` (ITU-T H.264, 7.4.1): of a frame's fields both are referred to, or neither.
    /// Parameter sets are for later packets, too.
    func contain(_ packet: borrowing Packet) -> Bool {
        packet.withData { bytes in
            var next = 0
            while let start = form.unit(in: bytes, from: &next) {
                switch bytes[start] & 31 {
                case 1...5: return bytes[start] & 0x60 == 0
                case 7, 8, 13, 15: return false
                default: break
                }
            }
            return false
        }
    }
}
