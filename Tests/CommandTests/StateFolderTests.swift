import Testing

@testable import vernier

@Suite("Where what people did is kept")
struct StateFolderTests {
    @Test(
        arguments: [
            (["STATE_DIRECTORY": "/s", "XDG_STATE_HOME": "/x", "HOME": "/h"], "/s"),
            (["STATE_DIRECTORY": "/s:/t", "HOME": "/h"], "/s"),
            (["STATE_DIRECTORY": "s", "XDG_STATE_HOME": "/x"], "/x/vernier"),
            (["STATE_DIRECTORY": "", "XDG_STATE_HOME": "/x"], "/x/vernier"),
            (["XDG_STATE_HOME": "x", "HOME": "/h"], "/h/.local/state/vernier"),
            (["HOME": "/h"], "/h/.local/state/vernier"),
            (["HOME": "h"], nil), ([:], nil),
        ] as [([String: String], String?)]
    )
    func `systemd says, or XDG, or the user's home`(
        _ environment: [String: String],
        _ path: String?
    ) {
        #expect(StateFolder { environment[$0] }.path == path)
    }
}
