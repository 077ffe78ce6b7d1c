/// What a server is put under.
package struct Load: Sendable {
    /// What a client says before it has a hand, and how it is answered.
    package enum Peer: Sendable {
        /// Vernier: a client opens a media and puts its hand on the bar; a state names its message.
        case vernier(open: [UInt8], begin: [UInt8])
        /// A server that answers whatever it is sent, once each.
        case echo
    }

    package let peer: Peer
    /// Clients that stay silent once they are there.
    package let idle: Int
    package let plan: LoadPlan
    /// What every hand sends, numbered from 1.
    package let moves: [[UInt8]]

    /// Creates a load; there is a move for each message of the plan.
    package init(of moves: [[UInt8]], by plan: LoadPlan, idle: Int, on peer: Peer) {
        precondition(moves.count >= plan.messages || plan.hands == 0, "a move for each message")
        (self.moves, self.plan, self.idle, self.peer) = (moves, plan, idle, peer)
    }
}
