/// How soon those who follow were shown what their leaders have done.
///
/// A state that takes a follower to its leader names the frame and not the leader's move, so it is
/// matched with the first of the leader's own answers that shows this frame, after those that the
/// follower was shown already. Where a frame comes again, that makes a time too long, never too
/// short. Whichever of the two comes first may wait for the other.
struct FollowerTally {
    /// An answer to a leader, by which the frame in view was another than before.
    private struct Shown {
        let frame: Int
        /// When the move was meant to leave.
        let due: Duration
    }

    private struct Follower {
        /// How many of the leader's frames it has been shown, or has been led beyond.
        var reached = 0
        /// Where it was led, and when, before the leader's own answer has come.
        var early: [(frame: Int, time: Duration)] = []
    }

    private struct Room {
        var shown: [Shown] = []
        var followers: [Follower]
    }

    private var rooms: [Room]
    private(set) var latencies = LatencyHistogram()
    private(set) var answered = 0
    /// Frames that a follower was led beyond.
    private(set) var superseded = 0

    init(_ roles: LoadRoles) {
        let room = Room(followers: Array(repeating: Follower(), count: roles.members - 1))
        rooms = Array(repeating: room, count: roles.rooms)
    }

    /// Frames that followers were to be shown.
    var due: Int { rooms.reduce(0) { $0 + $1.shown.count * $1.followers.count } }

    /// Frames that they were not shown, nor led beyond.
    var dropped: Int { due - answered }

    /// Notes which frame the answer to a leader's move shows.
    mutating func show(_ frame: Int, ofMoveDueAt due: Duration, in room: Int) {
        // Where the leader has not moved, nobody is told.
        if rooms[room].shown.last?.frame == frame { return }
        rooms[room].shown.append(Shown(frame: frame, due: due))
        for follower in rooms[room].followers.indices { match(follower, in: room) }
    }

    /// Notes that a follower was led to a frame.
    mutating func lead(_ follower: Int, in room: Int, to frame: Int, at time: Duration) {
        rooms[room].followers[follower].early.append((frame, time))
        match(follower, in: room)
    }

    /// Counts what is known of both sides; what is older than that has no answer of the leader's.
    private mutating func match(_ follower: Int, in room: Int) {
        var state = rooms[room].followers[follower]
        let shown = rooms[room].shown
        var used = 0
        for (place, led) in state.early.enumerated() {
            let rest = shown[state.reached...]
            guard let found = rest.firstIndex(where: { $0.frame == led.frame }) else { continue }
            latencies.observe(led.time - shown[found].due)
            answered += found + 1 - state.reached
            superseded += found - state.reached
            (state.reached, used) = (found + 1, place + 1)
        }
        state.early.removeFirst(used)
        rooms[room].followers[follower] = state
    }
}
