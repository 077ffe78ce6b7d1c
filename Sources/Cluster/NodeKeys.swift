import Basics

/// What the keys and the channel of servers are called: the schema that docs/nodes.md describes.
struct NodeKeys {
    let prefix: String

    /// A server: a hash with `clients` and `drains`.
    func node(_ number: UInt16) -> String { "\(prefix)node:\(number)" }

    /// Where each server tells how it is.
    var channel: String { "\(prefix)nodes" }

    /// The command that tells how a server is, which holds for some time.
    func tell(_ state: NodeState, of number: UInt16, for life: Duration) -> [String] {
        let script = """
            redis.call('HSET', KEYS[1], 'clients', ARGV[3], 'drains', ARGV[4])
            redis.call('PEXPIRE', KEYS[1], ARGV[2])
            redis.call('PUBLISH', ARGV[1], ARGV[5] .. ' ' .. ARGV[3] .. ' ' .. ARGV[4])
            return 1
            """
        let (clients, drains) = ("\(state.clients)", state.isDraining ? "1" : "0")
        let milliseconds = "\(life.components.seconds * 1000)"
        return [
            "EVAL", script, "1", node(number), channel, milliseconds, clients, drains, "\(number)",
        ]
    }

    /// The server that a message of the channel tells of, and how it is; `nil` for what tells none.
    static func news(_ message: [UInt8]) -> (node: UInt16, state: NodeState)? {
        guard let text = String(validating: message, as: UTF8.self) else { return nil }
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, let node = UInt16(words[0]), let clients = Int(words[1]),
            (0...NodeState.mostClients).contains(clients), ["0", "1"].contains(words[2])
        else { return nil }
        return (node, NodeState(clients: clients, isDraining: words[2] == "1"))
    }
}
