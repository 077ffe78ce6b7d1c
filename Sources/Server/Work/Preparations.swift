import Media
import Timeline

/// The groups of frames that a hand going back is about to enter, decoded before it gets there.
///
/// Coming from behind, the first pictures of a group would take the longest of all. At most two
/// are under way: of the group that the hand is in, and of the one before.
struct Preparations {
    private(set) var orders: [PictureOrder] = []

    /// The hand wants `wish`: tells the workers, and gives up what is not on its way.
    mutating func follow(_ wish: PictureOrder) {
        let start = wish.groupStart
        for order in orders { order.hand.move(to: wish.frame) }
        giveUp { start != $0.frame + 1 && start != $0.groupStart }
    }

    /// Orders the group before that of `wish`; `nil` when it is under way, or there is none.
    mutating func prepare(before wish: PictureOrder, for socket: SocketID) -> PictureOrder? {
        let end = wish.groupStart - 1
        guard end >= 0, !orders.contains(where: { $0.frame == end && $0.format == wish.format })
        else { return nil }
        let order = PictureOrder(
            end,
            of: wish.source,
            wish.format,
            .since(end),
            for: .preparation(socket)
        )
        orders.append(order)
        return order
    }

    /// Gives up everything.
    mutating func giveUp() { giveUp { _ in true } }

    private mutating func giveUp(where isIdle: (PictureOrder) -> Bool) {
        for order in orders where isIdle(order) { order.cancellation.cancel() }
        orders.removeAll(where: isIdle)
    }
}

extension PictureOrder {
    /// The first frame of the group that the ordered one is decoded in.
    fileprivate var groupStart: Int { source.index.table.target(frame).keyframe.frame ?? 0 }
}
