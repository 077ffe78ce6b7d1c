import Testing
import Timeline

@testable import Media
@testable import Server

@Suite("What is prepared")
struct PreparationsTests {
    private let socket = SocketID(connection: Slot(index: 0, generation: 0))
    /// A keyframe every ten frames.
    private let source: ClipSource
    private var preparations = Preparations()

    init() throws { source = try .unread() }

    @Test(arguments: [(109, 99), (100, 99), (99, 89), (15, 9), (10, 9)])
    mutating func `going back, it is the group before, up to its last frame`(
        _ frame: Int,
        _ end: Int
    ) {
        let orders = preparations.goBack(from: wish(frame), for: socket)
        #expect(orders.map(\.frame) == [end])
        #expect(orders.map(\.customer) == [.preparation(socket, .before)])
        #expect(orders.map(\.pictures) == [.spaced])
        #expect(orders.map(\.format) == [wish(frame).format])
    }

    @Test(arguments: [0, 5, 9])
    mutating func `going back, there is none before the first`(_ frame: Int) {
        #expect(preparations.goBack(from: wish(frame), for: socket).isEmpty)
    }

    @Test(arguments: [
        (105, [99, 109, 119], [WayPictures.spaced, .all, .spaced]),
        (3, [9, 19], [.all, .spaced]),
        (1995, [1989, 1999], [.spaced, .all]),
    ])
    mutating func `at rest, it is the groups around, the most urgent first`(
        _ frame: Int,
        _ ends: [Int],
        _ pictures: [WayPictures]
    ) {
        let orders = preparations.rest(at: wish(frame), for: socket)
        #expect(orders.map(\.frame) == ends)
        #expect(orders.map(\.pictures) == pictures)
        #expect(orders.map(\.rank) == orders.map(\.rank).sorted())
        #expect(orders.allSatisfy { !$0.isUrgent })
    }

    @Test mutating func `each group is ordered once, in each format`() {
        let wishes = [wish(105), wish(103), PictureOrder(102, of: source, width: 640)]
        let orders = wishes.map { preparations.goBack(from: $0, for: socket).first }
        #expect(orders.map(\.?.format.width) == [320, nil, 640])
    }

    @Test mutating func `a group of more than a thousand frames is not`() throws {
        for (length, isPrepared) in [(1000, true), (1001, false)] {
            let source = try ClipSource.unread(.regular(3000, group: length))
            let order = PictureOrder(length + 5, of: source)
            #expect(preparations.goBack(from: order, for: socket).isEmpty != isPrepared)
        }
    }

    /// The group 90 to 99 is under way, for a hand that was at 105.
    @Test(arguments: [
        (109, false), (100, false), (99, false), (90, false), (110, true), (500, true),
        (89, true), (0, true),
    ])
    mutating func `a hand that turns elsewhere gives it up`(
        _ frame: Int,
        isCancelled: Bool
    ) throws {
        let order = try #require(preparations.goBack(from: wish(105), for: socket).first)
        preparations.follow(wish(frame))
        #expect(order.cancellation.isCancelled == isCancelled)
        #expect(preparations.orders.isEmpty == isCancelled)
    }

    /// All around frame 105 is under way; which of the three are given up.
    @Test(arguments: [
        (105, [false, false, false]), (106, [false, true, false]), (104, [false, true, false]),
        (99, [false, true, true]), (110, [true, true, true]), (500, [true, true, true]),
    ])
    mutating func `a hand that leaves its rest gives up what it was there for`(
        _ frame: Int,
        _ isCancelled: [Bool]
    ) {
        let orders = preparations.rest(at: wish(105), for: socket)
        preparations.follow(wish(frame))
        #expect(orders.map(\.cancellation.isCancelled) == isCancelled)
    }

    @Test mutating func `a group that was given up can be ordered again`() {
        _ = preparations.goBack(from: wish(105), for: socket)
        preparations.follow(wish(500))
        #expect(preparations.goBack(from: wish(105), for: socket).map(\.frame) == [99])
    }

    @Test mutating func `it stops where the hand has come to`() throws {
        let order = try #require(preparations.goBack(from: wish(105), for: socket).first)
        preparations.follow(wish(101))
        #expect(!order.isDone(at: 99), "the hand is not there yet")
        preparations.follow(wish(95))
        #expect(!order.isDone(at: 94))
        #expect(order.isDone(at: 95), "what follows is behind the hand")
    }

    @Test mutating func `a hand at rest has its own group made ready beyond where it is`() throws {
        let orders = preparations.rest(at: wish(105), for: socket)
        preparations.follow(wish(105))
        #expect(orders.allSatisfy { !$0.isDone(at: 107) })
    }

    @Test mutating func `of a steady hand two are under way at most`() {
        var orders: [PictureOrder] = []
        for frame in stride(from: 195, to: 0, by: -3) {
            preparations.follow(wish(frame))
            orders += preparations.goBack(from: wish(frame), for: socket)
            #expect(preparations.orders.count <= 2)
        }
        #expect(orders.map(\.frame) == Array(stride(from: 189, to: 0, by: -10)))
        let left = orders.filter { !$0.cancellation.isCancelled }
        #expect(left.map(\.frame) == [9], "the hand is in the first group")
    }

    @Test mutating func `a socket that closes gives up everything`() {
        let orders = preparations.rest(at: wish(105), for: socket)
        #expect(orders.count == 3)
        preparations.giveUp()
        #expect(orders.allSatisfy { $0.cancellation.isCancelled })
        #expect(preparations.orders.isEmpty)
    }

    private func wish(_ frame: Int) -> PictureOrder {
        PictureOrder(frame, of: source, goesBack: true)
    }
}
