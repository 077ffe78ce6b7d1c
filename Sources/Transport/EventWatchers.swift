import CWebSockets
import System

/// Calls its action at a fixed interval on the loop's thread.
package final class LoopTimer {
    private let timer = UnsafeMutablePointer<ev_timer>.allocate(capacity: 1)
    private let loop: OpaquePointer
    private let action: () -> Void

    package init(every seconds: Double, on loop: OpaquePointer, _ action: @escaping () -> Void) {
        self.loop = loop
        self.action = action
        timer.initialize(to: ev_timer())
        vn_timer_start(loop, timer, timerFired, seconds)
        timer.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit {
        ev_timer_stop(loop, timer)
        timer.deallocate()
    }

    fileprivate func fire() { action() }
}

/// Calls its action on the loop's thread whenever a descriptor can be read, or can be written to.
package final class LoopWatcher {
    private let io = UnsafeMutablePointer<ev_io>.allocate(capacity: 1)
    private let loop: OpaquePointer
    private let action: () -> Void

    init(
        _ descriptor: Descriptor,
        until readiness: Descriptor.Readiness = .readable,
        on loop: OpaquePointer,
        _ action: @escaping () -> Void
    ) {
        self.loop = loop
        self.action = action
        io.initialize(to: ev_io())
        vn_io_init(io, descriptorReady, descriptor.number, readiness == .writable ? 1 : 0)
        io.pointee.data = Unmanaged.passUnretained(self).toOpaque()
        resume()
    }

    deinit {
        pause()
        io.deallocate()
    }

    /// Watches no longer.
    package func pause() { ev_io_stop(loop, io) }

    /// Watches again.
    package func resume() { ev_io_start(loop, io) }

    fileprivate func fire() { action() }
}

/// Calls its action on the loop's thread after a delay, exact to the microsecond; libev's own
/// timers are exact to the millisecond.
package final class LoopAlarm {
    private let alarm = AlarmDescriptor()
    private let reader: LoopWatcher

    package init(on loop: OpaquePointer, _ action: @escaping () -> Void) {
        let descriptor = alarm.descriptor
        reader = LoopWatcher(descriptor, on: loop) {
            AlarmDescriptor.clear(descriptor)
            action()
        }
    }

    deinit { reader.pause() }

    /// Calls the action after `delay`, in place of any time that was set before.
    package func set(after delay: Duration) { alarm.set(after: delay) }
}

private func timerFired(_: OpaquePointer?, timer: UnsafeMutablePointer<ev_timer>?, _: CInt) {
    guard let data = timer?.pointee.data else { return }
    Unmanaged<LoopTimer>.fromOpaque(data).takeUnretainedValue().fire()
}

private func descriptorReady(_: OpaquePointer?, io: UnsafeMutablePointer<ev_io>?, _: CInt) {
    guard let data = io?.pointee.data else { return }
    Unmanaged<LoopWatcher>.fromOpaque(data).takeUnretainedValue().fire()
}
