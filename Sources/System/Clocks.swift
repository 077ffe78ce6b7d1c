import CSystem
import Glibc

/// The time of day, which its keepers may set forward and back.
package enum WallClock {
    /// The time since 1970.
    package static var now: Duration { Duration(sinceEpoch: time) }

    /// Whole seconds since 1970; none before.
    package static var seconds: UInt64 { UInt64(clamping: now.components.seconds) }

    static var time: timespec { Self.time(of: CLOCK_REALTIME) }

    fileprivate static func time(of clock: clockid_t) -> timespec {
        var time = timespec()
        clock_gettime(clock, &time)
        return time
    }
}

/// Time in which a processor worked, for a thread or a process.
package enum ProcessorTime {
    /// What the calling thread has used.
    package static var ofThread: Duration {
        Duration(sinceEpoch: WallClock.time(of: CLOCK_THREAD_CPUTIME_ID))
    }

    /// What another process has used so far; `nil` where it cannot be known.
    static func of(process id: pid_t) -> Duration? {
        var (clock, time) = (clockid_t(), timespec())
        guard clock_getcpuclockid(id, &clock) == 0, clock_gettime(clock, &time) == 0 else {
            return nil
        }
        return Duration(sinceEpoch: time)
    }
}

extension Duration {
    /// The time since a clock's zero; unlike 64 bits of nanoseconds, a `Duration` holds all that a
    /// file may have.
    init(sinceEpoch time: timespec) {
        self = .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// As C has it; not negative.
    var timespec: Glibc.timespec {
        let (seconds, attoseconds) = max(self, .zero).components
        return Glibc.timespec(
            tv_sec: Int(clamping: seconds),
            tv_nsec: Int(attoseconds / 1_000_000_000)
        )
    }
}

/// A descriptor that can be read when a time has come, exact to the microsecond.
package struct AlarmDescriptor: ~Copyable {
    private let owned: OwnedDescriptor

    /// An alarm that is not set.
    package init() {
        owned = OwnedDescriptor(
            timerfd_create(CLOCK_MONOTONIC, CInt(TFD_NONBLOCK) | CInt(TFD_CLOEXEC))
        )
    }

    /// What can be read when the time has come.
    package var descriptor: Descriptor { owned.descriptor }

    /// Sets it, in place of any time that was set before.
    package func set(after delay: Duration) {
        var time = itimerspec()
        // A time of zero would mean never.
        time.it_value = max(delay, .microseconds(1)).timespec
        timerfd_settime(descriptor.number, 0, &time, nil)
    }

    /// Takes note that the time has come.
    package static func clear(_ descriptor: Descriptor) {
        var count = [UInt8](repeating: 0, count: MemoryLayout<UInt64>.size)
        _ = try? descriptor.read(into: &count)
    }
}
