/// Orders the pictures of MPEG-4 part 2 by their types, as decoders do: one that others refer to
/// waits for the next of them, and a B-picture is shown at once.
struct MPEG4Headers: PictureHeaders {
    private var planes: ObjectPlanes
    /// How many pictures came that others refer to, up to two.
    private var references = 0

    /// Reads a stream's extradata.
    init(_ extradata: [UInt8]) { planes = ObjectPlanes(extradata) }

    mutating func place(of packet: borrowing Packet) -> PicturePlace? {
        let content = planes.content(of: packet)
        // Where the headers do not say so, decoders learn at the first B-picture that others wait.
        guard planes.tellsDelay, case .plane(let plane) = content else {
            return content == .nothing ? .hidden : nil
        }
        guard plane != .bidirectional else { return references > 1 ? .atOnce : .hidden }
        references = min(references + 1, 2)
        return .first(count: 0)
    }
}
