import Basics
import Pictures
import Scrubbing
import Transport

/// The targets of clients whose pictures are still to be looked for, some in each turn of the loop.
///
/// A move is answered at once, and its picture looked for when the messages of the turn have been
/// taken. So in a crowd no state waits for a picture, and of moves that come faster than they are
/// looked for, only the newest is. Belongs to the loop's thread.
final class PictureSearches {
    /// How many are looked for in a turn: fewer than the clients that it serves, so that there is time
    /// for states where there is not enough for both.
    private static let perTurn = 12

    private var targets: [SocketID: PreviewTarget] = [:]
    /// Who waits, the longest first; those who have gone are still among them.
    private var waiting: [SocketID] = []

    /// Whether any wait.
    var isEmpty: Bool { waiting.isEmpty }

    /// Has a client's picture looked for; its newest target counts, in the place of the one before.
    func add(_ target: PreviewTarget, of socket: SocketID) {
        if targets.updateValue(target, forKey: socket) == nil { waiting.append(socket) }
    }

    /// Looks no more for the picture of a client that goes.
    func remove(_ socket: SocketID) { targets[socket] = nil }

    /// Takes those whose pictures are looked for in this turn.
    func take() -> [(socket: SocketID, target: PreviewTarget)] {
        let next = waiting.prefix(Self.perTurn)
        waiting.removeFirst(next.count)
        return next.compactMap { socket in
            targets.removeValue(forKey: socket).map { (socket, $0) }
        }
    }
}

extension Application {
    /// Gives each session whose turn it is the cached picture that is nearest to its target, or none.
    func searchNextPictures() {
        guard !clients.searches.isEmpty else { return }
        for (socket, target) in clients.searches.take() {
            guard let wanted = wanted(target, by: socket) else { continue }
            let (frame, isIdle) = (pictures.find(wanted), pictures.isIdle)
            perform(on: socket) { $0.found(frame, isIdle: isIdle, at: .now) }
        }
        // Or the loop would wait until something else happens.
        if !clients.searches.isEmpty { stopper.wake() }
    }
}
