import ClipSupport
import Foundation
import System
import Testing
import Wire

@testable import Scrubbing

@Suite("What waits to be sent")
struct OutgoingQueueTests {
    @Test func `at most one state waits, the newest`() throws {
        var queue = OutgoingQueue()
        for seq in 1...50 { queue.show(Self.state(UInt32(seq))) }
        #expect(try queue.drain() == ["state 50"])
    }

    @Test func `at most one picture waits, the newest`() throws {
        var queue = OutgoingQueue()
        let dropped = (1...50 as ClosedRange<UInt8>).map { byte in
            queue.show(picture: [byte], seq: UInt32(byte))
        }
        #expect(dropped.map { $0 ?? 0 } == Array(0...49))
        #expect(try queue.drain() == ["picture 50"])
        let next = queue.show(picture: [51], seq: 51)
        #expect(next == nil, "50 has left")
    }

    @Test func `a picture that is dropped tells what it would have answered`() throws {
        var queue = OutgoingQueue()
        _ = queue.show(picture: [7], seq: 3)
        let dropped = [queue.dropPicture(), queue.dropPicture()]
        #expect(dropped == [3, nil])
        #expect(try queue.drain() == [])
    }

    @Test func `answers come all and in order, before the state and the picture`() throws {
        var queue = OutgoingQueue()
        _ = queue.show(picture: [7], seq: 9)
        queue.show(Self.state(9))
        queue.add(.error(ErrorMessage(code: .notOpen, message: "", seq: 4)))
        queue.add(.error(ErrorMessage(code: .notOpen, message: "", seq: 5)))
        #expect(try queue.drain() == ["error 4", "error 5", "state 9", "picture 7"])
    }

    @Test func `a state that must arrive supersedes what waits`() throws {
        var queue = OutgoingQueue()
        queue.show(Self.state(1))
        queue.add(.state(Self.state(2)))
        #expect(try queue.drain() == ["state 2"])
    }

    @Test func `a state that must arrive is not superseded`() throws {
        var queue = OutgoingQueue()
        queue.add(.state(Self.state(2)))
        queue.add(.state(Self.state(3)))
        queue.show(Self.state(4))
        queue.show(Self.state(5))
        #expect(try queue.drain() == ["state 2", "state 3", "state 5"])
    }

    @Test func `of each other member one place waits, the newest, and none of who has left`() {
        var queue = OutgoingQueue()
        for step in 1...50 as ClosedRange<UInt8> {
            for member in ["a", "b", "c"] { queue.show(cursor: [step], of: member) }
        }
        queue.keepCursors(of: ["a", "c", "d"])
        _ = queue.show(picture: [7], seq: 1)
        #expect(!queue.hasText && !queue.isEmpty)
        let items = [queue.next(), queue.next(), queue.next(), queue.next()]
        #expect(items == [.picture([7]), .text([50]), .text([50]), nil])
    }

    @Test func `an empty queue has nothing to send`() {
        var queue = OutgoingQueue()
        #expect(queue.isEmpty)
        #expect(queue.next() == nil)
        _ = queue.show(picture: [1], seq: 9)
        #expect(!queue.isEmpty)
        #expect(queue.next() == .picture([1]))
        #expect(queue.isEmpty)
    }

    private static func state(_ seq: UInt32) -> StateMessage {
        var state = ScrubClient().state
        state.seq = seq
        return state
    }

    @Test func `a sound waits for pictures, and only the newest waits`() throws {
        var queue = OutgoingQueue()
        #expect(queue.show(sound: [1], seq: 1) == nil)
        #expect(queue.show(sound: [2], seq: 2) == 1)
        #expect(queue.show(picture: [3], seq: 3) == nil)
        #expect(!queue.isEmpty && !queue.hasText)
        #expect(try queue.drain() == ["picture 3", "sound 2"])
        #expect(queue.isEmpty)
    }
}

extension OutgoingQueue {
    /// Takes all that waits, as short descriptions: a type and a number.
    fileprivate mutating func drain() throws -> [String] {
        var items: [String] = []
        while let item = next() {
            switch item {
            case .picture(let bytes): items.append("picture \(bytes[0])")
            case .sound(let bytes): items.append("sound \(bytes[0])")
            case .text(let text):
                let message = try #require(
                    try JSONSerialization.jsonObject(with: Data(text)) as? [String: Any]
                )
                items.append("\(message["type"] ?? "") \(message["seq"] ?? "")")
            }
        }
        return items
    }
}
