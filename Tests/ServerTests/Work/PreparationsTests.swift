import Testing
import Timeline

@testable import Media
@testable import Server

@Suite("What is prepared for a hand that goes back")
struct PreparationsTests {
    private let socket = SocketID(connection: Slot(index: 0, generation: 0))
    /// A keyframe every ten frames.
    private let source: ClipSource

    init() throws { source = try .unread() }

    @Test(arguments: [(109, 99), (100, 99), (99, 89), (15, 9), (10, 9)])
    func `it is the group before, up to its last frame`(_ frame: Int, _ end: Int) {
        var preparations = Preparations()
        let order = preparations.prepare(before: wish(frame), for: socket)
        #expect(order?.frame == end)
        #expect(order?.customer == .preparation(socket))
        #expect(order?.format == wish(frame).format)
    }

    @Test(arguments: [0, 5, 9])
    func `there is none before the first`(_ frame: Int) {
        var preparations = Preparations()
        let order = preparations.prepare(before: wish(frame), for: socket)
        #expect(order?.frame == nil)
    }

    @Test func `each group is ordered once, in each format`() {
        var preparations = Preparations()
        let wishes = [wish(105), wish(103), PictureOrder(102, of: source, width: 640)]
        let orders = wishes.map { preparations.prepare(before: $0, for: socket) }
        #expect(orders.map(\.?.format.width) == [320, nil, 640])
    }

    /// The group 90 to 99 is under way, for a hand that was at 105.
    @Test(arguments: [
        (109, false), (100, false), (99, false), (90, false), (110, true), (500, true),
        (89, true), (0, true),
    ])
    func `a hand that turns elsewhere gives it up`(_ frame: Int, isCancelled: Bool) throws {
        var preparations = Preparations()
        let prepared = preparations.prepare(before: wish(105), for: socket)
        let order = try #require(prepared)
        preparations.follow(wish(frame))
        #expect(order.cancellation.isCancelled == isCancelled)
        #expect(preparations.orders.isEmpty == isCancelled)
    }

    @Test func `a group that was given up can be ordered again`() {
        var preparations = Preparations()
        _ = preparations.prepare(before: wish(105), for: socket)
        preparations.follow(wish(500))
        let again = preparations.prepare(before: wish(105), for: socket)
        #expect(again?.frame == 99)
    }

    @Test func `it stops where the hand has come to`() throws {
        var preparations = Preparations()
        let prepared = preparations.prepare(before: wish(105), for: socket)
        let order = try #require(prepared)
        preparations.follow(wish(101))
        #expect(!order.isDone(at: 99), "the hand is not there yet")
        preparations.follow(wish(95))
        #expect(!order.isDone(at: 94))
        #expect(order.isDone(at: 95), "what follows is behind the hand")
    }

    @Test func `of a steady hand two are under way at most`() {
        var preparations = Preparations()
        var orders: [PictureOrder] = []
        for frame in stride(from: 195, to: 0, by: -3) {
            preparations.follow(wish(frame))
            preparations.prepare(before: wish(frame), for: socket).map { orders.append($0) }
            #expect(preparations.orders.count <= 2)
        }
        #expect(orders.map(\.frame) == Array(stride(from: 189, to: 0, by: -10)))
        let left = orders.filter { !$0.cancellation.isCancelled }
        #expect(left.map(\.frame) == [9], "the hand is in the first group")
    }

    @Test func `a socket that closes gives up everything`() {
        var preparations = Preparations()
        let orders = [105, 99].compactMap { preparations.prepare(before: wish($0), for: socket) }
        #expect(orders.count == 2)
        preparations.giveUp()
        #expect(orders.map(\.cancellation.isCancelled) == [true, true])
        #expect(preparations.orders.isEmpty)
    }

    private func wish(_ frame: Int) -> PictureOrder {
        PictureOrder(frame, of: source, goesBack: true)
    }
}
