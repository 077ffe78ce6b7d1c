import Media
import Testing

@testable import Server

@Suite("A hand and the decoder on its way to it")
struct HandTests {
    /// A decoder at `decoder`, on its way to `goal`, and where the hand has gone since.
    @Test(arguments: [
        (goal: 100, hand: 100, decoder: 100, isMet: false), (100, 100, 0, false),
        (100, 99, 98, false), (100, 99, 99, true), (100, 99, 100, true),
        (100, 40, 39, false), (100, 40, 40, true), (100, 0, 0, true),
        (100, 101, 101, false), (100, 300, 100, false),
    ])
    func `they have met once the decoder has come to where the hand went back to`(
        _ example: (goal: Int, hand: Int, decoder: Int, isMet: Bool)
    ) {
        let hand = Server.Hand(on: example.goal)
        hand.move(to: example.hand)
        #expect(hand.isMet(at: example.decoder, onTheWayTo: example.goal) == example.isMet)
    }

    @Test func `the newest place counts`() {
        let hand = Server.Hand(on: 100)
        hand.move(to: 10)
        hand.move(to: 90)
        #expect(!hand.isMet(at: 50, onTheWayTo: 100))
        hand.move(to: 10)
        #expect(hand.isMet(at: 50, onTheWayTo: 100))
    }

    /// A hand that has gone back by `distance` frames since a picture was ordered for it.
    @Test(arguments: [
        (WayPictures.all, 24, false), (.all, 25, true), (.last, 25, false), (.some([]), 90, false),
    ])
    func `a hand that is slow no longer does without every single picture`(
        _ pictures: WayPictures,
        _ distance: Int,
        _ isDone: Bool
    ) throws {
        let socket = SocketID(connection: Slot(index: 0, generation: 0))
        let orders = try [.socket(socket), .preparation(socket, .within)].map {
            try PictureOrder(100, of: .unread(), PreviewFormat(width: 64), pictures, for: $0)
        }
        for order in orders { order.hand.move(to: 100 - distance) }
        #expect(orders.map { $0.isDone(at: 0) } == [isDone, false])
    }

    @Test func `an order is done when it is cancelled or its hand is met`() throws {
        let order = try PictureOrder(100, of: .unread())
        #expect(!order.isDone(at: 50))
        order.hand.move(to: 50)
        #expect(!order.isDone(at: 49))
        #expect(order.isDone(at: 50))
        order.hand.move(to: 100)
        #expect(!order.isDone(at: 50))
        order.cancellation.cancel()
        #expect(order.isDone(at: 0))
    }
}
