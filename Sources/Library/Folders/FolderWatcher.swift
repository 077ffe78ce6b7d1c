package import Basics
import Dispatch
import Synchronization
import System

/// What a client waits for until the files are known as they are now.
package enum ClientRequest: Hashable, Sendable {
    case socket(SocketID)
    case exchange(ExchangeID)
}

/// What a ``FolderWatcher`` reports.
package struct FolderUpdate: Sendable {
    /// The files that there are.
    package let listing: MediaListing
    /// Those who have waited for it.
    package let requesters: [ClientRequest]
    /// Whether the operator's names were resolved again.
    package let isReloaded: Bool
}

/// A thread that keeps the list of files below the roots: it walks through them once, and then
/// lists those folders again that the kernel tells changes of.
///
/// Folders that cannot be watched are walked through from time to time. Safe on every thread.
final class FolderWatcher: Sendable {
    private let inbox = FolderInbox()
    /// The files that the first walk has found.
    let first: MediaListing

    /// Walks through the folders, and starts the thread, which ends with this object.
    ///
    /// Blocks until the first walk has ended. `others` are the files that lie elsewhere; `report` is
    /// called on the thread.
    init(
        _ roots: [MediaRoot],
        _ limits: FolderLimits = FolderLimits(),
        others: @escaping @Sendable () -> [MediaLibrary.Entry] = { [] },
        report: @escaping @Sendable (FolderUpdate) -> Void
    ) {
        let found = Mutex<MediaListing?>(nil)
        let isDone = DispatchSemaphore(value: 0)
        WorkThread.start(named: "vernier-folders") { [inbox] in
            var walker = FolderWalker(roots, limits, others)
            inbox.note(listed: walker.listed)
            found.withLock { $0 = walker.listing }
            isDone.signal()
            while let asks = inbox.next(for: walker) {
                let update = walker.carryOut(asks)
                inbox.note(listed: walker.listed)
                if let update { report(update) }
            }
        }
        isDone.wait()
        first = found.withLock { $0 ?? MediaListing([], roots, isCutOff: false, isWatched: true) }
    }

    deinit { inbox.post { $0.isClosed = true } }

    /// Reports the files as they are now to someone who waits for them.
    func ask(_ requester: ClientRequest) { inbox.post { $0.requesters.append(requester) } }

    /// Lists the files that lie elsewhere again.
    func listOthers() { inbox.post { $0.hasOthers = true } }

    /// Replaces the roots, and walks through all of them.
    func reload(_ roots: [MediaRoot]) { inbox.post { $0.roots = roots } }

    /// How often a folder has been listed.
    var listed: Int { inbox.listed }
}

/// The work of a folder watcher's thread.
private struct FolderWalker: ~Copyable {
    private var tree: FolderTree
    private let limits: FolderLimits
    private let others: @Sendable () -> [MediaLibrary.Entry]
    private var schedule: WalkSchedule
    /// The files as they were last reported.
    private(set) var listing: MediaListing
    /// The list before, so that the last one to release it is this thread, not the loop.
    private var former: MediaListing?
    /// How long the next look at what has changed is put off.
    private(set) var pause = WalkSchedule.settling

    init(
        _ roots: [MediaRoot],
        _ limits: FolderLimits,
        _ others: @escaping @Sendable () -> [MediaLibrary.Entry]
    ) {
        let began = ContinuousClock.now
        (self.limits, self.others) = (limits, others)
        tree = FolderTree(roots, limits)
        listing = tree.listing(with: others())
        schedule = WalkSchedule(from: began, to: .now)
    }

    var descriptor: Descriptor? { tree.descriptor }

    var listed: Int { tree.listed }

    /// When folders are to be walked through that nothing is told of; `nil` for never.
    var nextWalk: ContinuousClock.Instant? {
        listing.isWatched && !listing.isCutOff ? nil : schedule.next
    }

    /// Lists what has to be listed; returns `nil` when nobody has to be told.
    mutating func carryOut(_ asks: FolderInbox.Asks) -> FolderUpdate? {
        let began = ContinuousClock.now
        let hasChanged = refresh(asks, at: began) || asks.hasOthers
        if hasChanged { (former, listing) = (listing, tree.listing(with: others())) }
        pause = max(WalkSchedule.settling, (.now - began) * 10)
        guard hasChanged || !asks.requesters.isEmpty else { return nil }
        return FolderUpdate(
            listing: listing,
            requesters: asks.requesters,
            isReloaded: asks.roots != nil
        )
    }

    private mutating func refresh(
        _ asks: FolderInbox.Asks,
        at began: ContinuousClock.Instant
    ) -> Bool {
        let isAsked = !asks.requesters.isEmpty && !listing.isWatched
        if let roots = asks.roots {
            tree = FolderTree(roots, limits)
        } else if nextWalk != nil, schedule.isDue(at: began, isAsked: isAsked) {
            tree.walk()
        } else {
            return tree.update()
        }
        schedule = WalkSchedule(from: began, to: .now)
        return true
    }
}

/// When folders are walked through again of which the kernel tells nothing.
struct WalkSchedule {
    private let askedNext: ContinuousClock.Instant
    /// When they are walked through although nobody asks.
    let next: ContinuousClock.Instant

    /// How long changes are collected before a folder is listed.
    static let settling = Duration.milliseconds(50)

    /// A walk has ended: the next begins after a time that grows with how long it has taken.
    init(from began: ContinuousClock.Instant, to end: ContinuousClock.Instant) {
        askedNext = end + max(.seconds(1), (end - began) * 10)
        next = end + max(.seconds(10), (end - began) * 20)
    }

    /// Whether to walk now; for someone who asks, sooner.
    func isDue(at now: ContinuousClock.Instant, isAsked: Bool) -> Bool {
        now >= (isAsked ? askedNext : next)
    }
}

/// What is asked of a folder watcher's thread, and the signal that wakes it.
private final class FolderInbox: Sendable {
    struct Asks {
        var requesters: [ClientRequest] = []
        var roots: [MediaRoot]?
        var hasOthers = false
        var isClosed = false

        var isEmpty: Bool { requesters.isEmpty && roots == nil && !hasOthers && !isClosed }
    }

    private let asks = Mutex(Asks())
    private let count = Atomic(0)
    private let signal = WakeupSignal()

    var listed: Int { count.load(ordering: .relaxed) }

    func note(listed: Int) { count.store(listed, ordering: .relaxed) }

    /// Adds to what is asked, on any thread.
    func post(_ add: (inout Asks) -> Void) {
        asks.withLock { add(&$0) }
        signal.send()
    }

    /// Waits until something is asked, has changed or is due; `nil` once this is closed.
    ///
    /// What has changed is collected for a while, unless someone asks.
    func next(for walker: borrowing FolderWalker) -> Asks? {
        signal.wait(orFor: walker.descriptor, atMost: walker.nextWalk.map { $0 - .now })
        if asks.withLock({ $0.isEmpty }) { signal.wait(atMost: walker.pause) }
        let taken = take()
        return taken.isClosed ? nil : taken
    }

    private func take() -> Asks {
        signal.clear()
        return asks.withLock { asks in
            defer { asks = Asks() }
            return asks
        }
    }
}
