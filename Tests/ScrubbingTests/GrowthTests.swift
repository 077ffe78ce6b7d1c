import ClipSupport
import Library
import Media
import Testing
import Timeline
import Wire

@testable import Scrubbing

@Suite("An index that grows")
struct GrowthTests {
    @Test(arguments: [0, 0.001, 0.25, 0.255, 0.5, 0.999, 1])
    func `the frame stays and its position is recomputed`(_ position: Double) throws {
        var client = ScrubClient(on: .regular(isComplete: false))
        try client.seek(.position(position))
        let frame = client.frame
        client.session.update(.regular(130))
        #expect(client.frame == frame)
        let place = client.state.position * 130
        #expect(place > Double(frame) - 1e-9 && place < Double(frame + 1))
        #expect(client.state.raw == client.state.position)
    }

    @Test(arguments: [0.0, 0.31, 0.5, 0.99])
    func `a pointer that shows a keyframe goes on to its frame when that is found`(
        _ position: Double
    ) throws {
        let whole = FrameTable.regular(100)
        let keys = whole.packets.filter(\.isKeyframe)
        let sparse = FrameTable(
            packets: keys,
            order: DisplayOrder.byTimestamp(of: PacketList(keys)) ?? [],
            timebase: whole.timebase,
            step: 40,
            scanned: 0,
            isComplete: false
        )
        let info = MediaInfo.plain(duration: 4)
        var client = ScrubClient(on: Clip(sparse, info: info, isEndKnown: false))
        try client.seek(.position(position))
        let (before, frame) = (client.state.target, Int64(position * 100))
        #expect(before.key && !before.exact && before.frame == nil)
        #expect(abs(before.pts - frame * 40) <= 200 || before.pts == 90 * 40)
        client.session.update(Clip(whole))
        let after = client.state.target
        #expect(after.pts == frame * 40 && after.frame == Int(frame) && after.exact)
        #expect(client.state.position == position)
    }

    @Test func `the place within the frame stays too`() throws {
        var client = ScrubClient(on: .regular(isComplete: false))
        try client.seek(.position(0.255))
        client.session.update(.regular(200))
        #expect(client.state.position == 0.1275)
    }

    @Test func `a drag goes on from the same frame`() throws {
        var client = ScrubClient(on: .regular(isComplete: false))
        try client.seek(.frame(20))
        try client.begin(x: 7)
        try client.move(to: 37)
        client.session.update(.regular(200))
        #expect(client.frame == 50)
        try client.move(to: 38)
        #expect(client.frame == 52, "one unit is worth two frames now")
        #expect(client.state.framesPerUnit == 2)
    }

    @Test(arguments: [0, 33, 99])
    func `cancel after it returns to the frame where the pointer began`(_ start: Int) throws {
        var client = ScrubClient(on: .regular(isComplete: false))
        try client.seek(.frame(start))
        try client.begin()
        try client.move(to: 40 - Double(start))
        client.session.update(.regular(170))
        #expect(client.frame == 40)
        try client.cancel()
        #expect(client.frame == start)
    }

    @Test func `cancel after it returns to the last frame, though there are more now`() throws {
        var client = ScrubClient(on: .regular(isComplete: false))
        try client.seek(.position(1))
        try client.begin()
        try client.move(to: -50)
        client.session.update(.regular(170))
        try client.cancel()
        #expect(client.frame == 99)
    }

    @Test func `the history leads back to the same frames`() throws {
        var client = ScrubClient(on: .regular(isComplete: false))
        for position in [1, 0.123, 0.5] { try client.seek(.position(position)) }
        try client.begin()
        try client.move(to: 10)
        client.session.update(.regular(1000))
        try client.end()
        #expect(try client.undone(5) == [50, 12, 99, 0, 0])
    }

    @Test func `a frame that gets another number is still the same`() throws {
        let packets: [(pts: Int64, isKeyframe: Bool)] = [
            (0, true), (80, false), (40, false), (160, false), (120, false),
        ]
        var client = ScrubClient(on: Clip(FrameTable(Array(packets.prefix(4)), isComplete: false)))
        try client.seek(.position(1))
        #expect((client.frame, client.state.target.pts) == (3, 160))
        #expect(!client.state.target.exact)
        client.session.update(Clip(FrameTable(packets)))
        #expect((client.frame, client.state.target.pts) == (4, 160))
        #expect(client.state.target.exact)
    }

    @Test(arguments: [0, 0.5, 1])
    func `a table that turns out shorter is handled`(_ position: Double) throws {
        var client = ScrubClient(on: .regular(isComplete: false))
        try client.seek(.position(position))
        client.session.update(.regular(7))
        #expect(client.frame == (position == 0 ? 0 : 6))
        #expect(try client.undone(1) == [0])
    }

    @Test func `what was refused while it was scanned is there later`() throws {
        var client = ScrubClient(on: .regular(isComplete: false))
        #expect(throws: SessionError.self) { try client.seek(.frame(120)) }
        client.session.update(.regular(130))
        try client.seek(.frame(120))
        #expect(client.frame == 120)
    }
}
