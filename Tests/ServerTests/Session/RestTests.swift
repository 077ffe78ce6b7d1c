import Testing

@testable import Server

/// Of thousands of sessions, time passes only for those that wait for something.
@Suite("Sessions at rest")
struct RestTests {
    @Test func `a session without pictures never waits for time to pass`() throws {
        var talk = try Talk(on: .regular())
        #expect(!talk.session.flow.awaitsTime)
        talk.begin()
        talk.move(to: 10, seq: 1)
        #expect(!talk.session.flow.awaitsTime)
        talk.now += .seconds(1)
        let actions = talk.session.tick(at: talk.now)
        #expect(actions.isEmpty)
    }

    @Test func `one with pictures does until the hand rests, and all has been asked for`() throws {
        var talk = try Talk(on: .regular(), preview: #"{"width":64}"#)
        #expect(talk.session.flow.awaitsTime)
        _ = talk.session.found(nil, at: talk.now)
        _ = try talk.decoded(0)
        #expect(talk.session.flow.awaitsTime)
        var actions: [Session.Action] = []
        for _ in 0..<3 {
            talk.now += .milliseconds(100)
            actions += talk.session.tick(at: talk.now)
        }
        #expect(!actions.isEmpty && !talk.session.flow.awaitsTime)
        talk.seek(50, seq: 1)
        #expect(talk.session.flow.awaitsTime)
    }
}
