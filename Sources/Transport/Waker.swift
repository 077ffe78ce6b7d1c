import CWebSockets
import Synchronization

/// Wakes, stops or reloads a running loop from other threads.
///
/// Safe on every thread, and for any time: once the loop has stopped, it does nothing.
///
/// What the loop asks is behind no lock: who wakes it holds one while the system does that, and may
/// be kept from going on, which the loop would wait for.
package final class Waker: Sendable {
    /// The lock keeps the context alive while another thread is in libwebsockets.
    private let context = Mutex<ContextReference?>(nil)
    private let isPending = Atomic<Bool>(false)
    private let stops = Atomic<Int>(0)
    private let wantsReload = Atomic<Bool>(false)
    private let beats = Atomic<Int>(0)

    init() {}

    /// Makes the loop call ``LoopHandler/woken()`` soon.
    ///
    /// Several calls may lead to one.
    package func wake() {
        if !isPending.exchange(true, ordering: .acquiringAndReleasing) { cancelWait() }
    }

    /// Makes the loop close its clients and return from ``ServiceLoop/run(_:)``.
    ///
    /// The second call ends a drain at once.
    package func stop() {
        stops.add(1, ordering: .acquiringAndReleasing)
        cancelWait()
    }

    /// Makes the application reload what its operator may have changed.
    package func reload() {
        wantsReload.store(true, ordering: .releasing)
        cancelWait()
    }

    /// Makes libwebsockets return from its wait, to notice requests; the call only writes to a pipe.
    private func cancelWait() {
        context.withLock { context in
            if let context { lws_cancel_service(context.pointer) }
        }
    }

    /// How often the loop has ticked: a watchdog sees it grow by ten a second.
    package var heartbeat: Int { beats.load(ordering: .relaxed) }

    // MARK: Called on the loop's thread

    /// Whether ``wake()`` was called since the last time.
    func takeWake() -> Bool { isPending.exchange(false, ordering: .acquiringAndReleasing) }

    /// Whether ``reload()`` was called since the last time.
    package func takeReload() -> Bool {
        wantsReload.exchange(false, ordering: .acquiringAndReleasing)
    }

    package var isStopping: Bool { stops.load(ordering: .acquiring) > 0 }

    var isHurried: Bool { stops.load(ordering: .acquiring) > 1 }

    func beat() { beats.add(1, ordering: .relaxed) }

    func attach(_ context: OpaquePointer) {
        let reference = ContextReference(pointer: context)
        self.context.withLock { $0 = reference }
    }

    /// Forgets the context, which no other thread touches after this.
    func detach() { context.withLock { $0 = nil } }
}

/// A context, for the one function that libwebsockets allows on every thread.
private struct ContextReference: @unchecked Sendable {
    let pointer: OpaquePointer
}
