import Basics
import Library
import Transport

/// What many clients are to be told of, some in each turn of the loop.
///
/// One that waits is told of how things are by then, so it waits once for each kind of news. Belongs to
/// the loop's thread.
final class ClientUpdates {
    /// What a client is told of.
    enum Item: Hashable {
        case clip(ClipKey, SocketID)
        case marks(SocketID)
        case exports(SocketID)
    }

    /// How many are told in a turn: each takes some tens of microseconds.
    static let perTurn = 32

    private var waiting: [Item] = []
    private var known: Set<Item> = []
    private var told = 0

    /// Whether any wait.
    var isEmpty: Bool { waiting.isEmpty }

    /// Adds those who wait, after those who do already.
    func add(_ items: some Sequence<Item>) {
        for item in items where known.insert(item).inserted { waiting.append(item) }
    }

    /// Takes those who are told in this turn.
    func take() -> [Item] {
        let items = Array(waiting.prefix(Self.perTurn - told))
        waiting.removeFirst(items.count)
        known.subtract(items)
        told += items.count
        return items
    }

    /// Notes that the turn has ended.
    func endTurn() { told = 0 }
}

extension Application {
    /// Tells of something at once, or those who are one too many for this turn in the next ones.
    func tell(_ news: some Sequence<ClientUpdates.Item>) {
        clients.news.add(news)
        tellNews()
    }

    /// Tells those whose turn it is, when the turn before has ended.
    func tellNextNews() {
        clients.news.endTurn()
        if !clients.news.isEmpty { tellNews() }
    }

    private func tellNews() {
        for item in clients.news.take() {
            switch item {
            case .clip(let key, let socket):
                if clients.clip(of: socket) == key { announce(key, to: socket) }
            case .marks(let socket): sendMarks(to: socket)
            case .exports(let socket): sendExports(to: socket)
            }
        }
        // Or the loop would wait until something else happens.
        if !clients.news.isEmpty { stopper.wake() }
    }
}
