import Media

/// The way to an ordered frame: what has to be decoded for it, and what is kept.
struct Way {
    let order: PictureOrder
    let pictures: WayPictures
    /// How to decode on the way.
    let manner: FrameReader.Manner

    /// Plans the way, sparing what is at hand already.
    init(to order: PictureOrder, keeping pictures: WayPictures, cache: PreviewCache) {
        self.order = order
        self.pictures = pictures
        manner =
            switch pictures {
            case .none: .alone
            case .these(let frames): .only(frames.filter { !cache.holds(order.key(of: $0)) })
            case .some, .spaced: .since(order.frame)
            case .last: .since(order.frame - WayPace.run)
            case .all: .since(Self.firstMissing(order, cache))
            }
    }

    /// Whether nothing is left to do on the way, once the frame itself is at hand.
    ///
    /// The last of spaced pictures is made after all others.
    var isPrepared: Bool { pictures != .all || manner == .since(order.frame) }

    private static func firstMissing(_ order: PictureOrder, _ cache: PreviewCache) -> Int {
        (order.group.lowerBound..<order.frame).first { !cache.holds(order.key(of: $0)) }
            ?? order.frame
    }
}
