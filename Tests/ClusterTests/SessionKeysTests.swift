import Testing

@testable import Cluster

@Suite("The keys of sessions")
struct SessionKeysTests {
    private let keys = SessionKeys(prefix: "p:")

    @Test func `are those that the documents name`() {
        #expect(keys.channel == "p:sessions" && keys.session("a-b") == "p:session:a-b")
        #expect(keys.drop("t") == ["HDEL", "p:session:t", "s"])
        let keep = keys.keep("t", for: .seconds(150))
        #expect(keep[0] == "EVAL" && Array(keep[2...]) == ["1", "p:session:t", "150000"])
        let take = keys.take("t", on: 7)
        #expect(Array(take[2...]) == ["1", "p:session:t", "p:sessions", "7 t"])
    }

    @Test(arguments: [("7 a-b", UInt16(7), "a-b"), ("65535 x", 65_535, "x")])
    func `come with each session that is taken`(
        _ text: String,
        _ node: UInt16,
        _ token: String
    )
        throws
    {
        let news = try #require(SessionKeys.news(Array(text.utf8)))
        #expect((news.node, news.token) == (node, token))
    }

    @Test(arguments: ["", "7", "7 ", "65536 a", "-1 a", "7 a b", "x a", "7 ü"])
    func `and of other messages nothing comes`(_ text: String) {
        #expect(SessionKeys.news(Array(text.utf8)) == nil)
    }

    /// What a client sends as its token becomes the name of a key.
    @Test(arguments: [
        ("a", true), ("0-zz-9", true), ("", false), ("a b", false), ("a\n", false), ("a:b", false),
        ("ü", false), (String(repeating: "x", count: 64), true),
        (String(repeating: "x", count: 65), false),
    ])
    func `have no token in them that no server made`(_ text: String, _ isToken: Bool) {
        #expect(SessionKeys.isToken(text) == isToken)
    }
}
