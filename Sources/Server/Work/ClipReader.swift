import Media
import Timeline

/// A decoder of one file and the maker of its pictures, in the process that reads for a thread.
final class ClipReader {
    /// How an order ended.
    enum Outcome {
        /// The frame was decoded and its picture made.
        case made(EncodedFrame)
        /// The picture is no longer wanted.
        case givenUp
        /// An urgent order came in between; the decoder stands where it can go on.
        case gaveWay
    }

    /// The file it reads.
    let key: ClipKey
    /// For whom it was made.
    let owner: Owner
    private let source: ClipSource
    private let reader: WorkerReader

    /// Whose way through the file a decoder follows.
    enum Owner: Hashable {
        case hand(SocketID)
        case preparation(SocketID)
        case requests

        /// Whether a decoder of this owner may go on for another.
        func lends(to other: Owner) -> Bool {
            if case .hand = self { other != .requests } else { true }
        }
    }

    init(for order: PictureOrder, by worker: MediaWorker, threads: Int) throws(MediaError) {
        source = order.source
        key = source.key
        owner = order.owner
        reader = try WorkerReader(worker, source.file, index: source.index, threads: threads)
    }

    /// Whether this reader knows the same frames as `other`.
    func serves(_ other: ClipSource) -> Bool {
        key == other.key && source.index.table.count == other.index.table.count
            && source.index.table.isComplete == other.index.table.isComplete
    }

    /// Frames that were decoded so far.
    var framesDecoded: Int { reader.framesDecoded }

    /// The packets left to the way's end, going on from here; `nil` when it has to seek.
    func distance(to way: Way) -> Int? { reader.distance(to: way.order.frame, way.manner) }

    /// Decodes the frame and makes its picture, and those on the way that are worth it.
    ///
    /// Each time one of these is at hand, `progressed` is called: a hand that waits for a far
    /// frame sees where it is going. Between any two frames it stops when `givesWay` says so.
    func follow(
        _ way: Way,
        previews: PreviewTiers,
        givesWay: () -> Bool,
        progressed: () -> Void
    ) throws(MediaError) -> Outcome {
        let order = way.order
        let before = framesDecoded
        var pace = WayPace(way.pictures, to: order.frame, since: .now)
        var result: Result<Preview, MediaError>?
        var isGivenUp = false
        try reader.read(order.frame, way.manner) { frame, shown in
            // Who goes back and meets the decoder sees that frame, and not first the next one.
            let isMet = order.hasEyes && order.isMet(at: frame)
            if let shown, pace.isDue(frame, at: .now, orMust: isMet) {
                let made = self.picture(of: frame, shown, order, previews)
                if frame == order.frame { result = made } else { progressed() }
            }
            // Of every group that the hand passes it sees something.
            isGivenUp = order.isDone(at: frame) || pace.hasMade && order.isOvertaken
            return !isGivenUp && !givesWay()
        }
        guard let preview = try result?.get() else { return isGivenUp ? .givenUp : .gaveWay }
        let decoded = framesDecoded - before
        return .made(EncodedFrame(preview, frame: order.frame, of: source, decoded: decoded))
    }

    /// The frame's picture, made unless it is at hand, and kept.
    private func picture(
        of frame: Int,
        _ shown: ShownFrame,
        _ order: PictureOrder,
        _ previews: PreviewTiers
    ) -> Result<Preview, MediaError> {
        if let preview = previews.picture(of: frame, for: order) { return .success(preview) }
        do throws(MediaError) {
            let preview = try shown.picture(order.format)
            previews.insert(preview, of: frame, for: order)
            return .success(preview)
        } catch {
            return .failure(error)
        }
    }
}

extension PictureOrder {
    /// Whose way through the file the order is part of.
    var owner: ClipReader.Owner {
        switch customer {
        case .socket(let socket): .hand(socket)
        case .preparation(let socket, _): .preparation(socket)
        case .exchange, .tile: .requests
        }
    }
}
