import ClipSupport
import Library
import ScrubModel
import Testing
import Wire

@testable import Scrubbing

@Suite("A drag whose socket is lost")
struct InterruptedDragTests {
    /// Where its session goes on.
    enum Place: CaseIterable {
        case here
        case elsewhere
    }

    /// A client in mid-drag, at frame 50, which began at frame 40.
    private func dragging(_ change: ConfigurationChange = .init()) throws -> ScrubClient {
        var client = ScrubClient()
        try client.configure(change)
        try client.seek(.frame(40))
        try client.begin(7, x: 5)
        try client.move(7, to: 15)
        return client
    }

    private func resumed(_ client: ScrubClient, _ place: Place) throws -> ScrubClient {
        var client = place == .here ? client : try client.restarted(on: .regular())
        client.session.resume(on: .regular())
        return client
    }

    @Test(arguments: Place.allCases)
    func `is told of, with the pointer's last place and the last number`(_ place: Place) throws {
        let client = try resumed(try dragging(), place)
        #expect(client.state.phase == .idle && client.frame == 50)
        let drag = DragDescription(gesture: 7, x: 15, y: 0)
        #expect(client.session.resumed == ResumedDescription(seq: 2, drag: drag))
    }

    @Test(arguments: Place.allCases)
    func `is one drag to undo when it goes on`(_ place: Place) throws {
        var client = try resumed(try dragging(), place)
        try client.begin(8, x: 15, continues: true)
        #expect(client.frame == 50)
        try client.move(8, to: 35)
        try client.end(8)
        #expect(client.frame == 70)
        #expect(try client.undone(3) == [40, 0, 0])
    }

    @Test(arguments: Place.allCases)
    func `is taken back to where it began`(_ place: Place) throws {
        var client = try resumed(try dragging(), place)
        let before = client.session.interrupted?.origin
        try client.begin(8, x: 15, continues: true)
        try client.move(8, to: 35)
        try client.cancel(8)
        #expect(client.session.place == before && client.frame == 40)
        #expect(client.session.scrubber.raw == before?.raw)
        #expect(try client.undone(2) == [0, 0], "only the seek is there to be undone")
    }

    @Test(arguments: Place.allCases)
    func `goes on where it was, on a bar that jumps to the pointer`(_ place: Place) throws {
        var client = try resumed(try dragging(ConfigurationChange(press: .jump)), place)
        let frame = client.frame
        try client.begin(8, x: 15, continues: true)
        #expect(client.frame == frame)
        #expect(client.session.scrubber.configuration.press == .jump)
    }

    @Test(arguments: Place.allCases)
    func `may be lost again and again`(_ place: Place) throws {
        var client = try dragging()
        for gesture in 8...10 {
            client = try resumed(client, place)
            try client.begin(gesture, x: 15, continues: true)
            try client.move(gesture, to: 25)
            client = try resumed(client, place)
            try client.begin(gesture, x: 25, continues: true)
            try client.move(gesture, to: 15)
        }
        try client.end(10)
        #expect(client.frame == 50)
        #expect(try client.undone(2) == [40, 0])
    }

    @Test func `is over once something else is done`() throws {
        for others: (inout ScrubClient) throws -> Void in [
            { try $0.begin(8, x: 0) }, { try $0.seek(.frame(3)) },
            { $0.session.follow(to: .frame(9)) },
        ] {
            var client = try resumed(try dragging(), .here)
            try others(&client)
            #expect(client.session.resumed.drag == nil)
        }
        var client = try resumed(try dragging(), .here)
        try client.seek(.frame(3))
        try client.begin(8, continues: true)
        try client.move(8, to: 10)
        try client.end(8)
        #expect(try client.undone(4) == [3, 50, 40, 0], "each is a step of its own")
    }

    @Test func `is none that was at rest`() throws {
        var client = try dragging()
        try client.end(7)
        #expect(try resumed(client, .elsewhere).session.resumed == ResumedDescription(seq: 3))
        #expect(ScrubClient().session.resumed == ResumedDescription(seq: 0))
    }

    @Test func `is none where it confirms something`() throws {
        var client = ScrubClient()
        let knob = Begin(gesture: 1, control: .confirm(action: "a"), x: 0, y: 0, extent: 100)
        try client.session.apply(.begin(knob))
        #expect(try resumed(client, .here).session.resumed.drag == nil)
    }
}
