import Testing

@testable import Cluster

@Suite("The keys of marks")
struct MarkKeysTests {
    private let keys = MarkKeys(prefix: "p:")

    @Test func `are those that the documents name`() {
        #expect(keys.channel == "p:marks" && keys.marks("abc-0-f00") == "p:marks:abc-0-f00")
        #expect(keys.ask("a") == ["HGET", "p:marks:a", "history"])
        let put = keys.put("a", version: 9, over: 4)
        #expect(
            put[0] == "EVAL" && Array(put[2...]) == ["1", "p:marks:a", "p:marks", "4", "9", "a"]
        )
    }

    @Test(arguments: [
        ("65537 abc-0-f00", "abc-0-f00", 65_537), ("1 ", "", 1),
    ])
    func `come with each new version`(_ text: String, _ media: String, _ version: Int) throws {
        let news = try #require(MarkKeys.news(Array(text.utf8)))
        #expect((news.media, news.version) == (media, version))
    }

    @Test(arguments: ["", "x", "1", "0 a", "-1 a", "1 a b", "99999999999999999999 a", "1\u{0}a"])
    func `and of other messages nothing comes`(_ text: String) {
        #expect(MarkKeys.news(Array(text.utf8)) == nil)
        #expect(MarkKeys.news([0xff, 0x20, 0x41]) == nil)
    }
}
