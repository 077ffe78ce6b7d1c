import Media

/// The way to an ordered frame: what has to be decoded for it, and what is kept.
struct Way {
    let order: PictureOrder
    let pictures: WayPictures
    /// How to decode on the way.
    let manner: FrameReader.Manner
    /// The frames on the way whose pictures are at hand, as far as that matters.
    let atHand: [Int]

    /// Plans the way, sparing what is at hand already.
    init(to order: PictureOrder, keeping pictures: WayPictures, previews: PreviewTiers) {
        self.order = order
        self.pictures = pictures
        let frames = order.group.lowerBound...order.frame
        let wanted = pictures.wanted(among: frames)
        atHand = wanted.isEmpty ? [] : previews.atHand(wanted, for: order)
        manner =
            switch pictures {
            case .none: .alone
            case .these(let frames): .only(frames.subtracting(atHand))
            case .some: Self.passing(order)
            case .spaced: .since(order.frame)
            case .last: .since(order.frame - WayPace.run)
            case .all: .since(Self.firstMissing(frames, atHand))
            }
    }

    /// Whether nothing is left to do on the way, once the frame itself is at hand.
    var isPrepared: Bool {
        switch pictures {
        case .none, .some, .last, .these: true
        case .all: manner == .since(order.frame)
        case .spaced: zip([order.group.lowerBound] + atHand, atHand).allSatisfy(Self.areNear)
        }
    }

    /// A steady hand goes over what comes next, so half of its next stride need not be decoded.
    ///
    /// Not all of it: who slows down is not to wait for a seek.
    private static func passing(_ order: PictureOrder) -> FrameReader.Manner {
        let isLong = order.stride >= WayPace.spacing
        return isLong ? .passing(to: order.frame + order.stride / 2 + 1) : .since(order.frame)
    }

    private static func firstMissing(_ frames: ClosedRange<Int>, _ atHand: [Int]) -> Int {
        zip(frames, atHand).first { $0 != $1 }?.0
            ?? min(frames.lowerBound + atHand.count, frames.upperBound)
    }

    /// Frames that no other refers to are skipped, so that gaps are not all alike.
    private static func areNear(_ frame: Int, _ next: Int) -> Bool {
        next - frame <= 2 * WayPace.spacing
    }
}
