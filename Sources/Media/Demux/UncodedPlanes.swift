import CFFmpeg

/// Marks the packets of an MPEG-4 part 2 stream that have no picture, which encoders write where
/// nothing moves, or to keep the number of packets.
///
/// Decoders show nothing for them: the frame before stays. Belongs to the thread that made it.
final class UncodedPlanes {
    /// The number of the stream that is followed; `nil` for none.
    private var stream: CInt?
    private var planes = ObjectPlanes([])

    /// Follows a stream from now on, if it is MPEG-4 part 2.
    func follow(_ stream: UnsafeMutablePointer<AVStream>) {
        let parameters = stream.pointee.codecpar.pointee
        guard parameters.codec_id == AV_CODEC_ID_MPEG4 else { return self.stream = nil }
        self.stream = stream.pointee.index
        planes = ObjectPlanes(parameters.headers)
    }

    /// Whether some packets of the stream that is followed may have no picture.
    var mayMark: Bool { stream != nil }

    /// Forgets the packets before a seek.
    func forget() { planes.forget() }

    /// Marks a packet that was read, if it has no picture.
    func mark(_ packet: borrowing Packet) {
        guard packet.pointer.pointee.stream_index == stream else { return }
        if planes.content(of: packet) == .nothing { packet.markAsUncoded() }
    }
}

extension Packet {
    /// A value where fields without a partner have their ``field``.
    private static let uncoded = 255

    /// Whether the packet has no picture.
    var isUncoded: Bool { Int(bitPattern: pointer.pointee.opaque) == Self.uncoded }

    fileprivate func markAsUncoded() { pointer.pointee.opaque = .init(bitPattern: Self.uncoded) }
}
