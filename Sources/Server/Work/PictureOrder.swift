import Media
import Timeline

/// What tells one clip from another, across files, replacements of them and their streams.
struct ClipKey: Hashable {
    let id: MediaID
    let identity: FileIdentity
    /// The stream that was asked for; `nil` is the best one.
    var stream: Int?
}

/// A file and its frames, as a worker needs them.
struct ClipSource: Sendable {
    let key: ClipKey
    let file: OpenFile
    let index: MediaIndex

    /// What entity tags begin with: the same for nothing else, nor for a file that has grown.
    var tag: String { "\(file.identity)" + (key.stream.map { "-stream-\($0)" } ?? "") }
}

/// A wish for one picture.
struct PictureOrder: Sendable {
    /// Who wants it.
    enum Customer: Hashable, Sendable {
        case socket(SocketID)
        case exchange(ExchangeID)
        /// A request for many pictures, of which this is one.
        case tile(ExchangeID)
        /// Nobody yet: a socket whose hand may go there.
        case preparation(SocketID, Preparations.Place)
    }

    let customer: Customer
    let source: ClipSource
    let frame: Int
    let format: PreviewFormat
    /// Which pictures on the way to the frame are kept.
    let pictures: WayPictures
    /// The frames by which a steady hand will go on at least; none for any other.
    let stride: Int
    let cancellation = Cancellation()
    /// Where the hand has gone since.
    let hand: Hand

    /// Orders the picture of `frame` for `customer`.
    init(
        _ frame: Int,
        of source: ClipSource,
        _ format: PreviewFormat,
        _ pictures: WayPictures,
        for customer: Customer,
        stride: Int = 0
    ) {
        self.customer = customer
        self.source = source
        self.frame = frame
        self.format = format
        self.pictures = pictures
        self.stride = stride
        hand = Hand(on: frame)
    }

    /// Whether somebody waits for the picture.
    var isUrgent: Bool { rank < 2 }

    /// Whether a person waits for it, to whom a neighbour's picture is better than none.
    var hasEyes: Bool { if case .socket = customer { true } else { false } }

    /// How long the order may wait for others: first what a person looks at, then what a program
    /// asks for many of, then what nobody has asked for yet.
    var rank: Int {
        switch customer {
        case .socket, .exchange: 0
        case .tile: 1
        case .preparation(_, let place): 1 + place.rawValue
        }
    }

    /// Whether the worker may stop at `frame`, on its way to the ordered one.
    func isDone(at frame: Int) -> Bool {
        cancellation.isCancelled || isMet(at: frame) || isTooFine
    }

    /// Whether the hand was slow, and is so no longer: to make every picture only keeps it waiting.
    private var isTooFine: Bool {
        hasEyes && pictures == .all && frame - hand.frame > 2 * WayPace.run
    }

    /// Whether the hand has come back to where the decoder is, at `frame`.
    func isMet(at frame: Int) -> Bool { hand.isMet(at: frame, onTheWayTo: self.frame) }

    /// Whether the hand has gone on to a later group, so that the way to where it is now does not
    /// lead over the ordered frame.
    var isOvertaken: Bool { hasEyes && hand.frame >= group.upperBound }

    /// Where the picture is kept.
    var key: PreviewCache.Key { key(of: frame) }

    /// Where the picture of another frame in the same format is kept.
    func key(of frame: Int) -> PreviewCache.Key {
        let (info, table) = (source.index.info, source.index.table)
        // A cover is the picture of every frame.
        if info.cover != nil {
            return PreviewCache.Key(clip: source.key, ordinal: 0, format: format)
        }
        return PreviewCache.Key(
            clip: source.key,
            ordinal: table.ordinal(of: frame),
            edition: frame < table.settled ? 0 : table.packets.count,
            format: format
        )
    }
}

/// A picture of a frame, and what it took.
struct EncodedFrame: Equatable {
    let number: Int
    let pts: Int64
    let isKey: Bool
    let preview: Preview
    /// Frames decoded for it; none when it was at hand.
    let decoded: Int

    init(_ preview: Preview, frame: Int, of source: ClipSource, decoded: Int = 0) {
        number = frame
        pts = source.index.table.pts(of: frame).ticks
        isKey = source.index.table.isKey(frame)
        self.preview = preview
        self.decoded = decoded
    }
}
