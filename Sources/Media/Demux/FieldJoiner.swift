import CFFmpeg

/// Joins the two packets of a frame whose fields are coded and stored one by one (H.264, PAFF), so
/// that one packet is one frame.
///
/// Decoders take both fields in one packet as well as in two. Reads ahead up to the second field;
/// what comes before it is held and read next. Belongs to the thread that made it.
final class FieldJoiner {
    /// The number of the stream whose fields are joined; `nil` for none.
    private var stream: CInt?
    private var coded = CodedPictures([])
    /// The field that waits for its partner.
    private var open: SliceHeader?
    /// How many fields without a partner came since the last pair, of those that others refer to.
    private var unpaired = 0
    /// Packets that were read ahead.
    private var held: [Held] = []

    /// A packet in an array.
    private final class Held { let packet = Packet() }

    /// How many packets of other streams may lie between two fields.
    private static let mostHeld = 256

    /// Joins the fields of a stream from now on, if it is H.264.
    func follow(_ stream: UnsafeMutablePointer<AVStream>) {
        let parameters = stream.pointee.codecpar.pointee
        guard parameters.codec_id == AV_CODEC_ID_H264 else { return self.stream = nil }
        self.stream = stream.pointee.index
        coded = CodedPictures(parameters.headers)
    }

    /// Whether frames may be in two packets each.
    var mayJoin: Bool { stream != nil && coded.mayBeFields }

    /// Discards what was read ahead: the next packet comes from elsewhere in the file.
    func forget() {
        held = []
        (open, unpaired) = (nil, 0)
    }

    /// Reads the next packet; `false` at the end or where reading fails.
    func read(
        from context: UnsafeMutablePointer<AVFormatContext>,
        into packet: borrowing Packet
    ) -> Bool {
        guard take(into: packet, orReadFrom: context) else { return false }
        guard packet.pointer.pointee.stream_index == stream else { return true }
        let slices = coded.slices(of: packet)
        slices.forEach(take)
        if open != nil { complete(packet, holding: slices.count, from: context) }
        return true
    }

    /// Takes the first packet that is held, or else reads one.
    private func take(
        into packet: borrowing Packet,
        orReadFrom context: UnsafeMutablePointer<AVFormatContext>
    ) -> Bool {
        av_packet_unref(packet.pointer)
        guard let first = held.first else { return av_read_frame(context, packet.pointer) >= 0 }
        packet.take(from: first.packet)
        held.removeFirst()
        return true
    }

    /// Adds the second field to a packet that ends with a first one.
    private func complete(
        _ packet: borrowing Packet,
        holding pictures: Int,
        from context: UnsafeMutablePointer<AVFormatContext>
    ) {
        while held.count < Self.mostHeld {
            let next = Held()
            guard av_read_frame(context, next.packet.pointer) >= 0 else { break }
            guard next.packet.pointer.pointee.stream_index == stream else {
                held.append(next)
                continue
            }
            if joins(next.packet, to: packet) { return }
            held.append(next)
            break
        }
        let isReferredTo = pictures > 1 || open?.isReference == true
        if pictures == 1 {
            packet.field = !isReferredTo ? .unused : unpaired <= 1 ? .hidden : .doubtful
        }
        if isReferredTo { unpaired += 1 }
        open = nil
    }

    /// Joins a packet to that with the open field, if it begins with that field's partner.
    private func joins(_ next: borrowing Packet, to packet: borrowing Packet) -> Bool {
        let slices = coded.slices(of: next)
        guard let first = open, slices.first?.completes(first) == true,
            packet.append(next)
        else { return false }
        slices.forEach(take)
        open = nil
        return true
    }

    /// Follows whether a field is open.
    private func take(_ slice: SliceHeader) {
        let isSecond = open.map(slice.completes) ?? false
        if isSecond { unpaired = 0 }
        open = isSecond || slice.structure == .frame ? nil : slice
    }
}

/// What is shown of a field without a partner.
///
/// Decoders use such fields and show none of the first two in a row; `h264_field_start` of
/// libavcodec/h264_slice.c decides about further ones by what it has shown before, and shows the
/// fields of the next pair as two pictures. So no decoder is given those that it does not need.
enum LoneField: Int {
    /// Nothing.
    case hidden = 1
    /// Only a decoder can tell.
    case doubtful = 2
    /// Nothing, and no picture refers to it.
    case unused = 3
}

extension Packet {
    /// What is shown of this packet, if it is a field without a partner.
    var field: LoneField? {
        get { LoneField(rawValue: Int(bitPattern: pointer.pointee.opaque)) }
        nonmutating set { pointer.pointee.opaque = .init(bitPattern: newValue?.rawValue ?? 0) }
    }

    /// Moves the content out of `other`, which is empty afterwards.
    fileprivate func take(from other: borrowing Packet) {
        av_packet_move_ref(pointer, other.pointer)
    }

    /// Appends another packet's data, and its duration; `false` where there is no memory for it.
    fileprivate func append(_ other: borrowing Packet) -> Bool {
        let (size, added) = (pointer.pointee.size, other.pointer.pointee.size)
        guard av_grow_packet(pointer, added) >= 0 else { return false }
        (pointer.pointee.data + Int(size)).update(
            from: other.pointer.pointee.data,
            count: Int(added)
        )
        pointer.pointee.flags |= other.pointer.pointee.flags & AV_PKT_FLAG_CORRUPT
        let (duration, second) = (pointer.pointee.duration, other.pointer.pointee.duration)
        if duration > 0, second > 0 { pointer.pointee.duration = duration &+ second }
        return true
    }
}
