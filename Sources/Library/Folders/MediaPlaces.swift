package import Media
package import Remote
import Synchronization
import System

/// What the operator has named: files and folders here, and places elsewhere.
package struct MediaPlaces: Sendable {
    /// The files and folders.
    package let roots: [MediaRoot]
    /// The places elsewhere.
    package let remote: [RemotePlace]

    /// Tells addresses from paths, and opens these.
    ///
    /// - Throws: ``LibraryError`` for a path that leads to nothing, and an address that is none.
    package init(_ names: [String]) throws(LibraryError) {
        roots = try MediaRoot.all(names.filter { !RemotePlace.isOne($0) })
        var remote: [RemotePlace] = []
        for name in names { if let place = try Self.remotePlace(name) { remote.append(place) } }
        self.remote = remote
    }

    /// The place elsewhere that a name is; `nil` for a path.
    ///
    /// - Throws: ``LibraryError/noAddress(reason:)``.
    package static func remotePlace(_ name: String) throws(LibraryError) -> RemotePlace? {
        guard RemotePlace.isOne(name) else { return nil }
        do throws(RemoteAddress.Refusal) {
            return try RemotePlace(name)
        } catch {
            // Not the address itself, which may let in whoever reads it.
            throw .noAddress(reason: "\(error)")
        }
    }

    /// How many there are.
    package var count: Int { roots.count + remote.count }
}

/// The files at the places that the operator has named, as their servers last told of them.
///
/// Safe on every thread.
final class RemoteListing: Sendable {
    private let inbox: Inbox
    private let places: [RemotePlace]
    private let remote: RemoteMedia

    /// Asks the servers of places; blocks until each has answered or failed.
    ///
    /// `nil` where there is no place.
    init?(_ places: [RemotePlace], _ remote: RemoteMedia?) {
        guard !places.isEmpty, let remote else { return nil }
        (self.places, self.remote) = (places, remote)
        inbox = Inbox(remote.entries(at: places, before: []))
    }

    /// Starts a thread that asks the servers again from time to time, and ends with this object.
    ///
    /// `changed` is called on it when a file has changed, or can be reached again.
    func follow(changed: @escaping @Sendable () -> Void) {
        WorkThread.start(named: "vernier-remote") { [inbox, places, remote] in
            while inbox.wait() {
                let entries = remote.entries(at: places, before: inbox.entriesOfPlaces)
                if inbox.replace(by: entries) { changed() }
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
            /// Those of each place.
            var entries: [[MediaLibrary.Entry]]
            var isClosed = false
        }

        private let state: Mutex<State>
        private let signal: WakeupSignal
        /// The longest and the shortest time between two looks.
        private static let (pause, rest) = (Duration.seconds(15), Duration.seconds(1))

        init(_ entries: [[MediaLibrary.Entry]]) {
            state = Mutex(State(entries: entries))
            signal = WakeupSignal()
        }

        var entriesOfPlaces: [[MediaLibrary.Entry]] { state.withLock { $0.entries } }

        var entries: [MediaLibrary.Entry] { Array(entriesOfPlaces.joined()) }

        func ask() { signal.send() }

        func close() {
            state.withLock { $0.isClosed = true }
            signal.send()
        }

        /// Waits until the next look is due; `false` once this is closed.
        func wait() -> Bool {
            let began = ContinuousClock.now
            signal.wait(atMost: Self.pause)
            signal.clear()
            guard !state.withLock({ $0.isClosed }) else { return false }
            _ = Latch().wait(atMost: Self.rest - (.now - began))
            return !state.withLock { $0.isClosed }
        }

        /// Takes the files as they are now; returns whether any of them has changed.
        func replace(by entries: [[MediaLibrary.Entry]]) -> Bool {
            state.withLock { state in
                let isSame = zip(state.entries, entries).allSatisfy { before, now in
                    before.elementsEqual(now) { $0.isSame(as: $1) }
                }
                // Those of before keep what is known of them.
                if !isSame { state.entries = entries }
                return !isSame
            }
        }
    }
}

extension RemoteMedia {
    /// The files at a place, as its server tells of them; blocks.
    ///
    /// - Throws: Why it does not.
    package func entries(at place: RemotePlace) throws(RemoteFault) -> [MediaLibrary.Entry] {
        let content = content(of: [place], where: FolderListing.isMedia)
        return try content[0].get().map { MediaLibrary.Entry($0, by: self) }
    }

    /// The files at places; blocks.
    ///
    /// One that is not listed now has the files that it had before, or itself as one that says why.
    fileprivate func entries(
        at places: [RemotePlace],
        before: [[MediaLibrary.Entry]]
    ) -> [[MediaLibrary.Entry]] {
        zip(places, content(of: places, where: FolderListing.isMedia)).enumerated()
            .map { number, found in
                let (place, content) = found
                return switch content {
                case .success(let items): items.map { MediaLibrary.Entry($0, by: self) }
                case .failure where before.indices.contains(number): before[number]
                case .failure(let fault): [MediaLibrary.Entry(place, fault, by: self)]
                }
            }
    }
}
