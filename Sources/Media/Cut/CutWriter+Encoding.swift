import Timeline

extension CutWriter {
    /// Encodes `frames` and writes them next, the last keyframe among them `lastRun` before the end.
    ///
    /// Before each frame, `goesOn` is told how many packets of the film have been written.
    mutating func encode(
        _ frames: Range<Int>,
        lastRun: Int,
        while goesOn: (Int) -> Bool
    ) throws(MediaError) {
        guard !frames.isEmpty else { return }
        let encoder = try self.encoder()
        var reader = try FrameReader(file, index: index, threads: 2)
        let keys = [frames.lowerBound, frames.upperBound - lastRun]
        for frame in frames {
            guard goesOn(written) else { throw .cancelled(file: file.name) }
            try feed(frame, from: &reader, to: encoder, isKey: keys.contains(frame))
            try writeAll(from: encoder)
        }
        encoder.sendEnd()
        try writeAll(from: encoder)
    }

    /// Decodes a frame and hands it to the encoder.
    private func feed(
        _ frame: Int,
        from reader: inout FrameReader,
        to encoder: borrowing H264Encoder,
        isKey: Bool
    ) throws(MediaError) {
        var isTaken = false
        try reader.read(frame, .since(frame)) { number, picture in
            if number == frame { isTaken = encoder.send(picture, number: frame, isKey: isKey) }
            return true
        }
        guard isTaken else {
            throw .cannotCut(file: file.name, reason: "frame \(frame) cannot be encoded")
        }
    }

    /// Writes the packets that the encoder has ready.
    private mutating func writeAll(from encoder: borrowing H264Encoder) throws(MediaError) {
        let packet = Packet()
        while encoder.receive(into: packet, carriesHeaders: headers != nil) {
            try writeFilm(packet)
        }
    }
}
