import Media

/// The decoders of one thread, the least recently used leaving first.
///
/// An order goes to the decoder that stands nearest before its frame; else to the one that
/// followed the same client before, so that no client sends another's decoder elsewhere. What
/// follows a hand is where the hand will go on, and serves no program meanwhile.
struct Workbench {
    private let previews: PreviewTiers
    private let worker: MediaWorker
    private let threads: Int
    /// The least recently used first.
    private var readers: [ClipReader] = []
    private var demands: [ClipKey: GroupDemand] = [:]
    /// Decoders that one thread keeps; each holds a file open and the frames it refers to.
    static let limit = 4

    /// A bench whose decoders `worker` runs, with `threads` frame threads each.
    init(previews: PreviewTiers, worker: MediaWorker, threads: Int) {
        self.previews = previews
        self.worker = worker
        self.threads = threads
    }

    /// Frames that were decoded here, whatever became of them.
    private(set) var framesDecoded = 0

    /// How many decoders there are.
    var decoders: Int { readers.count }

    /// Makes the picture, or finds that it has been made before.
    mutating func fill(
        _ order: PictureOrder,
        givesWay: () -> Bool,
        progressed: () -> Void
    ) throws(MediaError) -> ClipReader.Outcome {
        if order.cancellation.isCancelled { return .givenUp }
        if order.isUrgent, let made = made(order) { return .made(made) }
        let way = way(to: order)
        if !order.isUrgent {
            // The loop looks into memory alone, so that is where what is prepared has to be.
            let isWanted = { !givesWay() && !order.cancellation.isCancelled }
            guard previews.recall(way.atHand, for: order, while: isWanted) else { return .gaveWay }
            if way.isPrepared, let made = made(order) { return .made(made) }
        }
        if order.hasEyes, previews.recallNearest(to: order) { progressed() }
        let reader = try reader(for: way)
        let before = reader.framesDecoded
        defer { framesDecoded += reader.framesDecoded - before }
        return try reader.follow(
            way,
            previews: previews,
            givesWay: givesWay,
            progressed: progressed
        )
    }

    private func made(_ order: PictureOrder) -> EncodedFrame? {
        previews.picture(of: order.frame, for: order)
            .map { EncodedFrame($0, frame: order.frame, of: order.source) }
    }

    private mutating func way(to order: PictureOrder) -> Way {
        let start = order.group.lowerBound
        let isBusy = demands[order.source.key, default: GroupDemand()].isBusy(start, for: order)
        return Way(to: order, keeping: isBusy ? .all : order.pictures, previews: previews)
    }

    private mutating func reader(for way: Way) throws(MediaError) -> ClipReader {
        readers.removeAll { $0.key == way.order.source.key && !$0.serves(way.order.source) }
        let known = nearest(to: way) ?? own(way.order)
        let reader = if let known { known } else { try newReader(for: way.order) }
        // What is only prepared does not keep its decoder from leaving.
        guard way.order.isUrgent else { return reader }
        readers.removeAll { $0 === reader }
        readers.append(reader)
        return reader
    }

    private func nearest(to way: Way) -> ClipReader? {
        readers.filter { $0.key == way.order.source.key && $0.owner.lends(to: way.order.owner) }
            .compactMap { reader in reader.distance(to: way).map { (reader, $0) } }
            .min { $0.1 < $1.1 }?.0
    }

    private func own(_ order: PictureOrder) -> ClipReader? {
        readers.first { $0.key == order.source.key && $0.owner == order.owner }
    }

    private mutating func newReader(for order: PictureOrder) throws(MediaError) -> ClipReader {
        if readers.count == Self.limit { readers.removeFirst() }
        let open = Set(readers.map(\.key))
        demands = demands.filter { open.contains($0.key) || $0.key == order.source.key }
        let reader = try ClipReader(for: order, by: worker, threads: threads)
        readers.insert(reader, at: 0)
        return reader
    }
}
