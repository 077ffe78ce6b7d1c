import ClipSupport
import Marks
import Testing
import Wire

@testable import Scrubbing

@Suite("Updates of marks and exports")
struct SubscriptionsTests {
    private static func marks(_ frame: Int) throws -> VersionedMarks {
        var history = VersionedMarks()
        try history.take(.edit(.setIn(frame)), madeFor: 0, in: 100)
        return history
    }

    private static func told(_ messages: [ServerMessage]) -> [(UInt32?, Int?)] {
        messages.compactMap { message in
            if case .marks(let message) = message { (message.seq, message.marks.in) } else { nil }
        }
    }

    @Test func `a client hears of marks once it has asked for them`() throws {
        var client = try SessionClient(on: .regular())
        client.session.tell(try Self.marks(1))
        #expect(try client.hear().isEmpty)
        let asked = client.say(#"{"type":"marks","seq":4}"#)
        #expect(asked == [.tellMarks])
        client.session.tell(try Self.marks(2))
        client.session.tell(try Self.marks(3))
        let told = Self.told(try client.hear())
        #expect(told.map(\.0) == [4, nil] && told.map(\.1) == [2, 3])
    }

    @Test func `of news that nobody has read the newest are left`() throws {
        var client = try SessionClient(on: .regular())
        client.say(#"{"type":"marks","seq":1,"version":0,"edit":{"in":1}}"#)
        client.session.tell(try Self.marks(1), answering: 1)
        for frame in 2...9 { client.session.tell(try Self.marks(frame)) }
        let told = Self.told(try client.hear())
        #expect(told.map(\.0) == [1, nil] && told.map(\.1) == [1, 9])
    }

    @Test func `a change is passed on, and clearing all is not`() throws {
        var client = try SessionClient(on: .regular())
        let change = MarksChange(seq: 1, version: 7, change: .undo)
        let actions = client.say(#"{"type":"marks","seq":1,"version":7,"edit":{"undo":true}}"#)
        #expect(actions == [.mark(change)])
        let cleared = client.say(#"{"type":"marks","seq":2,"version":7,"edit":{"clear":true}}"#)
        #expect(cleared.isEmpty)
        let error = try #require(try client.hear().compactMap(\.error).first)
        #expect(error.seq == 2 && error.message.contains("clear-marks"))
    }

    @Test func `numbers grow over all messages`() throws {
        var client = try SessionClient(on: .regular())
        client.say(#"{"type":"marks","seq":5}"#)
        let late =
            client.say(#"{"type":"marks","seq":5}"#) + client.say(#"{"type":"export","seq":4}"#)
        #expect(late.isEmpty)
        #expect(try client.hear().compactMap(\.error?.seq) == [5, 4])
    }

    @Test(
        arguments: [
            ("clear-marks", .clearMarks), ("start-export:12", .startExport(12)),
            ("delete-export:a:b.mp4", .deleteExport("a:b.mp4")), ("delete", nil),
            ("clear-marks:1", nil), ("start-export:x", nil), ("start-export", nil), ("", nil),
        ] as [(String, ConfirmedAction?)]
    )
    func `what is confirmed is done, once`(_ action: String, _ deed: ConfirmedAction?) throws {
        var client = try SessionClient(on: .regular())
        client.say(
            #"{"type":"begin","gesture":7,"control":"confirm","action":"\#(action)","#
                + #""x":0,"y":0,"extent":100}"#
        )
        var actions = client.say(#"{"type":"move","gesture":7,"seq":1,"samples":[[0,100,0]]}"#)
        actions += client.say(#"{"type":"move","gesture":7,"seq":2,"samples":[[1,100,0]]}"#)
        actions += client.say(#"{"type":"end","gesture":7,"seq":3}"#)
        #expect(actions == [deed].compactMap(\.self).map(Session.Action.carryOut))
    }

    @Test(arguments: ["cancel", "end"])
    func `what is declined is not done`(_ how: String) throws {
        var client = try SessionClient(on: .regular())
        client.say(
            #"{"type":"begin","gesture":7,"control":"confirm","action":"clear-marks","#
                + #""x":0,"y":0,"extent":100}"#
        )
        let actions =
            client.say(#"{"type":"move","gesture":7,"seq":1,"samples":[[0,69,0]]}"#)
            + client.say(#"{"type":"\#(how)","gesture":7,"seq":2}"#)
        #expect(actions.isEmpty)
    }
}
