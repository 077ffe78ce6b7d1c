import CWebSockets
import Synchronization

/// Wakes, stops or reloads a running loop from other threads.
///
/// Safe on every thread, and for any time: once the loop has stopped, it does nothing.
package final class Waker: Sendable {
    fileprivate struct State {
        var context: ContextReference?
        var isPending = false
        var isStopping = false
        var isHurried = false
        var wantsReload = false
    }

    private let state = Mutex(State())
    private let beats = Atomic<Int>(0)

    init() {}

    /// Makes the loop call ``LoopHandler/woken()`` soon.
    ///
    /// Several calls may lead to one.
    package func wake() {
        state.withLock { state in
            guard !state.isPending else { return }
            state.isPending = true
            state.cancelWait()
        }
    }

    /// Makes the loop close its clients and return from ``ServiceLoop/run(_:)``.
    ///
    /// The second call ends a drain at once.
    package func stop() {
        state.withLock { state in
            state.isHurried = state.isStopping
            state.isStopping = true
            state.cancelWait()
        }
    }

    /// Makes the application reload what its operator may have changed.
    package func reload() {
        state.withLock { state in
            state.wantsReload = true
            state.cancelWait()
        }
    }

    /// How often the loop has ticked: a watchdog sees it grow by ten a second.
    package var heartbeat: Int { beats.load(ordering: .relaxed) }

    // MARK: Called on the loop's thread

    /// Whether ``wake()`` was called since the last time.
    func takeWake() -> Bool {
        state.withLock { state in
            defer { state.isPending = false }
            return state.isPending
        }
    }

    /// Whether ``reload()`` was called since the last time.
    package func takeReload() -> Bool {
        state.withLock { state in
            defer { state.wantsReload = false }
            return state.wantsReload
        }
    }

    package var isStopping: Bool { state.withLock { $0.isStopping } }

    var isHurried: Bool { state.withLock { $0.isHurried } }

    func beat() { beats.add(1, ordering: .relaxed) }

    /// Makes libwebsockets return from its wait, to notice timers and requests.
    func cancelWait() { state.withLock { $0.cancelWait() } }

    func attach(_ context: OpaquePointer) {
        let reference = ContextReference(pointer: context)
        state.withLock { $0.context = reference }
    }

    /// Forgets the context, which no other thread touches after this.
    func detach() { state.withLock { $0.context = nil } }
}

extension Waker.State {
    /// Runs under the lock, which keeps the context alive; the call only writes to a pipe.
    fileprivate func cancelWait() {
        if let context { lws_cancel_service(context.pointer) }
    }
}

/// A context, for the one function that libwebsockets allows on every thread.
private struct ContextReference: @unchecked Sendable {
    let pointer: OpaquePointer
}
