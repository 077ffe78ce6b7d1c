extension FrameReader {
    /// Makes the preview of one frame.
    ///
    /// - Parameters:
    ///   - frame: The frame's number.
    ///   - manner: How to get there.
    ///   - format: What it should look like.
    ///   - maker: What makes it.
    /// - Returns: The preview.
    /// - Throws: ``MediaError`` when the frame cannot be shown.
    public mutating func preview(
        of frame: Int,
        _ manner: Manner,
        _ format: PreviewFormat,
        by maker: inout PreviewMaker
    ) throws(MediaError) -> Preview {
        var result: Result<Preview, MediaError>?
        try read(frame, manner) { shown, picture in
            guard shown == frame else { return true }
            do throws(MediaError) {
                result = .success(try maker.make(from: picture, format))
            } catch {
                result = .failure(error)
            }
            return true
        }
        guard let result else { throw .undecodable(file: file, frame: frame) }
        return try result.get()
    }
}
