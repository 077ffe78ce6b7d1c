import ClipSupport
import Library
import Testing

@testable import Scrubbing
@testable import Server

@Suite("Sessions that are gathered for the disk")
struct SessionGatheringTests {
    private func session(_ token: String) throws -> SessionSnapshot {
        let parked = ParkedSession(scrub: ScrubSession(clip: Clip(.regular(10))), preview: nil)
        return .live(parked, token: token, on: try ClipSource.unread().key, until: 1)
    }

    private func tokens(_ gathering: SessionGathering) -> [String]? {
        gathering.all?.map(\.stored.token)
    }

    @Test(arguments: [(0, 0), (1, 1), (128, 1), (129, 2), (10_000, 79)])
    func `are copied some at a time, in their order`(_ count: Int, takes: Int) throws {
        let all = (0..<count).map(String.init)
        let session = try session("any")
        var gathering = SessionGathering(of: all)
        var copied: [String] = []
        var needed = 0
        while gathering.all == nil {
            let before = copied.count
            gathering.take(SessionGathering.perTick) { token in
                copied.append(token)
                return session
            }
            #expect(copied.count - before <= 128)
            needed += 1
        }
        #expect((copied, gathering.all?.count, needed) == (all, count, takes))
    }

    @Test func `are left out where they have ended, before or after their turn`() throws {
        var gathering = SessionGathering(of: ["a", "b", "c", "d"])
        let sessions = try ["a", "b", "d"].map(session)
        let copy = { (token: String) in sessions.first { $0.stored.token == token } }
        gathering.take(2, copy)
        #expect(tokens(gathering) == nil)
        gathering.drop("a")
        gathering.drop("c")
        gathering.take(2, copy)
        #expect(tokens(gathering) == ["b", "d"])
    }
}
