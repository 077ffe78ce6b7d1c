import Media
package import Remote
import Synchronization
import System

/// What the operator has named: files and folders here, and addresses of files that lie elsewhere.
package struct MediaPlaces: Sendable {
    /// The files and folders.
    package let roots: [MediaRoot]
    /// The addresses.
    package let addresses: [RemoteAddress]

    /// Tells addresses from paths, and opens these.
    ///
    /// - Throws: ``LibraryError`` for a path that leads to nothing, and an address that is none.
    package init(_ names: [String]) throws(LibraryError) {
        roots = try MediaRoot.all(names.filter { !RemoteAddress.isOne($0) })
        var addresses: [RemoteAddress] = []
        for name in names { if let address = try Self.address(name) { addresses.append(address) } }
        self.addresses = addresses
    }

    /// The address that a name is; `nil` for a path.
    ///
    /// - Throws: ``LibraryError/noAddress(reason:)``.
    package static func address(_ name: String) throws(LibraryError) -> RemoteAddress? {
        guard RemoteAddress.isOne(name) else { return nil }
        do throws(RemoteAddress.Refusal) {
            return try RemoteAddress(name)
        } catch {
            // Not the address itself, which may let in whoever reads it.
            throw .noAddress(reason: "\(error)")
        }
    }

    /// How many there are.
    package var count: Int { roots.count + addresses.count }
}

/// The files at the addresses that the operator has named, as their servers last told of them.
///
/// Safe on every thread.
final class RemoteListing: Sendable {
    private let inbox: Inbox
    private let addresses: [RemoteAddress]
    private let remote: RemoteMedia

    /// Asks the servers of addresses; blocks until each has answered or failed.
    ///
    /// `nil` where there is no address.
    init?(_ addresses: [RemoteAddress], _ remote: RemoteMedia?) {
        guard !addresses.isEmpty, let remote else { return nil }
        (self.addresses, self.remote) = (addresses, remote)
        inbox = Inbox(remote.entries(of: addresses))
    }

    /// Starts a thread that asks the servers again from time to time, and ends with this object.
    ///
    /// `changed` is called on it when a file has changed, or can be reached again.
    func follow(changed: @escaping @Sendable () -> Void) {
        WorkThread.start(named: "vernier-remote") { [inbox, addresses, remote] in
            while inbox.wait() {
                if inbox.replace(by: remote.entries(of: addresses)) { changed() }
            }
        }
    }

    deinit { inbox.close() }

    /// The files as they were last told of.
    var entries: [MediaLibrary.Entry] { inbox.entries }

    /// Has the servers asked soon.
    func refresh() { inbox.ask() }

    /// What the thread and its owner share.
    private final class Inbox: Sendable {
        private struct State {
            var entries: [MediaLibrary.Entry]
            var isClosed = false
        }

        private let state: Mutex<State>
        private let bell: Bell
        /// The longest and the shortest time between two looks.
        private static let (pause, rest) = (Duration.seconds(15), Duration.seconds(1))

        init(_ entries: [MediaLibrary.Entry]) {
            state = Mutex(State(entries: entries))
            bell = Bell()
        }

        var entries: [MediaLibrary.Entry] { state.withLock { $0.entries } }

        func ask() { bell.ring() }

        func close() {
            state.withLock { $0.isClosed = true }
            bell.ring()
        }

        /// Waits until the next look is due; `false` once this is closed.
        func wait() -> Bool {
            let began = ContinuousClock.now
            bell.wait(atMost: Self.pause)
            bell.clear()
            guard !state.withLock({ $0.isClosed }) else { return false }
            _ = Latch().wait(atMost: Self.rest - (.now - began))
            return !state.withLock { $0.isClosed }
        }

        /// Takes the files as they are now; returns whether any of them has changed.
        func replace(by entries: [MediaLibrary.Entry]) -> Bool {
            state.withLock { state in
                let isSame = zip(state.entries, entries).allSatisfy { $0.isSame(as: $1) }
                // Those of before keep what is known of them.
                if !isSame { state.entries = entries }
                return !isSame
            }
        }
    }
}

extension RemoteMedia {
    /// The files at addresses, as their servers tell of them; blocks.
    package func entries(of addresses: [RemoteAddress]) -> [MediaLibrary.Entry] {
        zip(addresses, look(at: addresses)).map { address, found in
            MediaLibrary.Entry(address, found, by: self)
        }
    }
}
