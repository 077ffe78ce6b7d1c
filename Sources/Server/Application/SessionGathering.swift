import Scrubbing

/// Copies the sessions that are to be kept on disk, some with each tick, as a crowd's take long.
///
/// A session may lose its socket meanwhile, or be resumed: it is copied as it is when its turn comes.
struct SessionGathering {
    /// How many are copied in a tick: each takes some ten microseconds.
    static let perTick = 128

    private var waiting: ArraySlice<String>
    /// The copies, and the token of each.
    private var (copies, tokens): ([SessionSnapshot], [String]) = ([], [])

    /// Has yet to copy the sessions with these tokens.
    init(of tokens: [String]) { waiting = tokens[...] }

    /// All copies, in the order of their tokens, once no session waits.
    var all: [SessionSnapshot]? { waiting.isEmpty ? copies : nil }

    /// Copies the next sessions, but for those that are gone.
    mutating func take(_ count: Int, _ copy: (String) -> SessionSnapshot?) {
        let next = waiting.prefix(count)
        waiting.removeFirst(next.count)
        for token in next {
            guard let session = copy(token) else { continue }
            copies.append(session)
            tokens.append(token)
        }
    }

    /// Leaves out a session that has ended.
    mutating func drop(_ token: String) {
        guard let index = tokens.firstIndex(of: token) else { return }
        copies.remove(at: index)
        tokens.remove(at: index)
    }
}
