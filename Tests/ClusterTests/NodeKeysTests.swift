import Testing

@testable import Cluster

@Suite("The keys of servers")
struct NodeKeysTests {
    private let keys = NodeKeys(prefix: "p:")

    @Test func `are those that the documents name`() {
        #expect(keys.channel == "p:nodes" && keys.node(7) == "p:node:7")
        let state = NodeState(clients: 12, isDraining: true)
        let tell = keys.tell(state, of: 7, for: .seconds(5))
        #expect(tell[0] == "EVAL")
        #expect(Array(tell[2...]) == ["1", "p:node:7", "p:nodes", "5000", "12", "1", "7"])
    }

    @Test(arguments: [("7 0 0", UInt16(7), 0, false), ("65535 12 1", 65_535, 12, true)])
    func `come with what each server tells`(
        _ text: String,
        _ node: UInt16,
        _ clients: Int,
        _ drains: Bool
    ) throws {
        let news = try #require(NodeKeys.news(Array(text.utf8)))
        #expect(news.node == node)
        #expect(news.state == NodeState(clients: clients, isDraining: drains))
    }

    @Test(arguments: [
        "", "7", "7 0", "7 0 2", "7 0 0 0", "65536 0 0", "7 -1 0", "7 x 0", "7  0 0",
        "7 99999999999999999999 0", "7 16777217 0",
    ])
    func `and of other messages nothing comes`(_ text: String) {
        #expect(NodeKeys.news(Array(text.utf8)) == nil)
    }
}
