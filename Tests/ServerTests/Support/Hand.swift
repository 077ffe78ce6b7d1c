import Wire

@testable import Server

/// A session with a client that numbers its messages, on a track 100 units long.
///
/// On a clip of a hundred frames one unit of x is worth one frame.
struct Hand {
    var session: ScrubSession
    private(set) var seq: UInt32 = 0

    init(on clip: Clip = .regular()) { session = ScrubSession(clip: clip) }

    var state: StateMessage { session.state }
    var frame: Int { state.target.frame }

    mutating func begin(_ gesture: Int = 1, x: Double = 0) throws {
        try session.apply(.begin(Begin(gesture: gesture, x: x, y: 0, extent: 100)))
    }

    mutating func move(_ gesture: Int = 1, to x: Double, y: Double = 0, at t: Double = 0) throws {
        seq += 1
        let sample = Wire.Sample(t: t, x: x, y: y)
        try session.apply(.move(Move(gesture: gesture, seq: seq, samples: [sample])))
    }

    mutating func end(_ gesture: Int = 1) throws {
        seq += 1
        try session.apply(.end(gesture: gesture, seq: seq))
    }

    mutating func cancel(_ gesture: Int = 1) throws {
        seq += 1
        try session.apply(.cancel(gesture: gesture, seq: seq))
    }

    mutating func seek(_ destination: Destination) throws {
        seq += 1
        try session.apply(.seek(seq: seq, to: destination))
    }

    mutating func configure(_ change: ConfigurationChange) throws {
        try session.apply(.configure(change))
    }

    /// The frames that undoing leads to, one after the other, as far as the history goes.
    func undone(_ count: Int) throws -> [Int] {
        var hand = self
        return try (0..<count).map { _ in
            try hand.seek(.undo)
            return hand.frame
        }
    }
}
