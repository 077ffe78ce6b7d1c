import Media
import Timeline

/// One file's decoder and picture maker, on the thread of a worker.
final class ClipReader {
    /// The file it reads.
    let key: ClipKey
    private let source: ClipSource
    private var reader: FrameReader
    private var maker: PreviewMaker
    private var demand = GroupDemand()

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

    /// Decodes the frame and makes its picture; `nil` when it is no longer wanted.
    ///
    /// Pictures of frames on the way are kept now and then, and each time `progressed` is called:
    /// a hand that waits for a far frame sees where it is going.
    func fill(
        _ order: PictureOrder,
        cache: PreviewCache,
        progressed: () -> Void
    ) throws(MediaError) -> EncodedFrame? {
        let before = reader.work.framesDecoded
        let table = source.index.table
        let keepsAll = demand.isBusy(
            table.startKey(for: table.ordinal(of: order.frame)),
            for: order
        )
        var pace = WayPace(order, since: .now)
        var result: Result<Preview, MediaError>?
        let manner = keepsAll ? .along : order.manner
        let isShown = try reader.read(order.frame, manner) { frame, picture in
            let isGoal = frame == order.frame
            guard isGoal || keepsAll || pace.isDue(frame, at: .now) else {
                return !order.isDone(at: frame)
            }
            let made = self.picture(of: frame, picture, order, cache)
            if isGoal { result = made } else { progressed() }
            return !order.isDone(at: frame)
        }
        guard isShown, let preview = try result?.get() else { return nil }
        let decoded = reader.work.framesDecoded - before
        return EncodedFrame(preview, frame: order.frame, of: source, decoded: decoded)
    }

    /// The frame's picture, made unless it is at hand, and kept.
    private func picture(
        of frame: Int,
        _ picture: borrowing Picture,
        _ order: PictureOrder,
        _ cache: PreviewCache
    ) -> Result<Preview, MediaError> {
        let key = order.key(of: frame)
        if let preview = cache[key] { return .success(preview) }
        do throws(MediaError) {
            let preview = try maker.make(from: picture, order.format)
            cache.insert(preview, for: key)
            return .success(preview)
        } catch {
            return .failure(error)
        }
    }
}
