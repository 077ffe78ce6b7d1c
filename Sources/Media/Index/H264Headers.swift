/// Orders H.264 pictures by their order counts, which begin anew with each IDR picture.
///
/// The order is unknown where the numbering of frames has a gap: pictures are lost, or their numbers
/// were reset (memory management control operation 5), which decoders treat differently.
struct H264Headers: PictureHeaders {
    private var coded: CodedPictures
    private let counter: POCParser
    /// The number of the last frame that others may refer to; `nil` before the first IDR picture.
    private var reference: Int?

    /// Reads a stream's extradata.
    init(_ extradata: [UInt8], _ counter: POCParser) {
        coded = CodedPictures(extradata)
        self.counter = counter
    }

    mutating func place(of packet: borrowing Packet) -> PicturePlace? {
        let (count, slice) = (counter.count(of: packet), coded.firstSlice(of: packet))
        guard packet.field != .unused else { return .hidden }
        guard let slice, let count, packet.field == nil else {
            return reference == nil && !packet.isKeyframe ? .hidden : nil
        }
        guard !slice.isReset else {
            reference = slice.frameNumber
            return .first(count: count)
        }
        // Decoders show nothing before they have recovered, at a keyframe of any kind.
        guard let last = reference else { return packet.isKeyframe ? nil : .hidden }
        guard slice.frameNumber == (last + 1) % slice.frameNumbers else { return nil }
        if slice.isReference { reference = slice.frameNumber }
        return .counted(count)
    }
}
