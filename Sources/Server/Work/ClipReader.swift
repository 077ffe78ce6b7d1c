import Media
import Timeline

/// One file's decoder and picture maker, on the thread of a worker.
final class ClipReader {
    /// The file it reads.
    let key: ClipKey
    private let source: ClipSource
    private var reader: FrameReader
    private var maker: PreviewMaker

    init(_ source: ClipSource, threads: Int) throws(MediaError) {
        key = source.key
        self.source = source
        reader = try FrameReader(source.file, index: source.index, threads: threads)
        maker = PreviewMaker(info: source.index.info, file: source.file.name)
    }

    /// Whether this reader knows the same frames as `other`.
    func serves(_ other: ClipSource) -> Bool {
        key == other.key && source.index.table.count == other.index.table.count
            && source.index.table.isComplete == other.index.table.isComplete
    }

    /// Decodes the frame and makes its picture; `nil` when the order was cancelled on the way.
    func fill(_ order: PictureOrder, cache: PreviewCache) throws(MediaError) -> EncodedFrame? {
        let before = reader.work.framesDecoded
        var result: Preview?
        var failure: MediaError?
        let isShown = try reader.read(order.frame, order.manner) { frame, picture in
            do throws(MediaError) {
                let isGoal = frame == order.frame
                if isGoal || order.keepsWay {
                    let preview = try self.picture(of: frame, picture, order, cache)
                    if isGoal { result = preview }
                }
            } catch {
                failure = error
            }
            return failure == nil && !order.cancellation.isCancelled
        }
        if let failure { throw failure }
        guard isShown, let result else { return nil }
        let decoded = reader.work.framesDecoded - before
        return EncodedFrame(result, frame: order.frame, of: source, decoded: decoded)
    }

    /// The frame's picture, made unless it is at hand, and kept.
    private func picture(
        of frame: Int,
        _ picture: borrowing Picture,
        _ order: PictureOrder,
        _ cache: PreviewCache
    ) throws(MediaError) -> Preview {
        let key = PreviewCache.Key(
            clip: key,
            ordinal: source.index.table.ordinal(of: frame),
            format: order.format
        )
        if let preview = cache[key] { return preview }
        let preview = try maker.make(from: picture, order.format)
        cache.insert(preview, for: key)
        return preview
    }
}
