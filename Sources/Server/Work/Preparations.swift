import Media
import Timeline

/// The frames that one socket's hand is likely to want next, decoded while nobody waits.
///
/// Coming from behind, the first pictures of a group would take the longest of all, so the group
/// before is prepared as soon as the hand goes back or rests. A hand that rests has every frame
/// of its own group made ready as well, for going back by single frames, and then the next group.
struct Preparations {
    /// Which group, as seen from the hand's, the most urgent first; each has at most one order.
    enum Place: Int, CaseIterable { case before = 1, within, after }

    private(set) var orders: [Place: PictureOrder] = [:]
    /// The frame that the hand rested on last.
    private var rest: Int?

    /// Whether all of a group may be kept: a file with a single keyframe is one.
    static func isWorthIt(_ group: Range<Int>) -> Bool { group.count <= 1000 }

    /// The hand wants `wish`: tells the workers, and gives up what is off its way.
    mutating func follow(_ wish: PictureOrder) {
        if let order = orders[.before], order.group == wish.group {
            replace(.within, by: order)
            orders[.before] = nil
        }
        for (place, order) in orders {
            let isPassed = order.pictures == .spaced || wish.pictures == .all
            if place != .after, isPassed { order.hand.move(to: wish.frame) }
            if !isOnTheWay(order, at: place, of: wish) { giveUp(place) }
        }
    }

    /// Orders what a hand that goes back from `wish` will want.
    mutating func goBack(from wish: PictureOrder, for socket: SocketID) -> [PictureOrder] {
        let group = wish.group
        guard group.lowerBound > 0 else { return [] }
        let pictures: WayPictures = wish.pictures == .all ? .all : .spaced
        return prepare(.before, upTo: group.lowerBound - 1, pictures, wish, socket)
    }

    /// Orders what a hand that rests at `wish` may want, the most urgent first.
    mutating func rest(at wish: PictureOrder, for socket: SocketID) -> [PictureOrder] {
        rest = wish.frame
        let end = wish.group.upperBound
        var orders = goBack(from: wish, for: socket)
        orders += prepare(.within, upTo: end - 1, .all, wish, socket)
        if end < wish.source.index.table.count {
            let last = wish.source.index.table.group(of: end).upperBound - 1
            orders += prepare(.after, upTo: last, .spaced, wish, socket)
        }
        return orders
    }

    /// Gives up everything.
    mutating func giveUp() { for place in Place.allCases { giveUp(place) } }

    private mutating func giveUp(_ place: Place) {
        orders.removeValue(forKey: place)?.cancellation.cancel()
    }

    private mutating func replace(_ place: Place, by order: PictureOrder) {
        giveUp(place)
        orders[place] = order
    }

    private mutating func prepare(
        _ place: Place,
        upTo frame: Int,
        _ pictures: WayPictures,
        _ wish: PictureOrder,
        _ socket: SocketID
    ) -> [PictureOrder] {
        let order = PictureOrder(
            frame,
            of: wish.source,
            wish.format,
            pictures,
            for: .preparation(socket, place)
        )
        let isNew = orders[place].map { $0.key != order.key || $0.pictures != pictures } ?? true
        guard isNew, Self.isWorthIt(order.group) else { return [] }
        replace(place, by: order)
        return [order]
    }

    private func isOnTheWay(_ order: PictureOrder, at place: Place, of wish: PictureOrder) -> Bool {
        switch place {
        case .before: order.frame + 1 == wish.group.lowerBound
        case .within where order.pictures == .all: wish.frame == rest || wish.pictures == .all
        case .within: order.group == wish.group
        case .after: order.group.lowerBound == wish.group.upperBound
        }
    }
}

extension PictureOrder {
    /// The frames from the keyframe before the ordered one up to the next.
    var group: Range<Int> { source.index.table.group(of: frame) }
}
