import CSeccomp
import CSystem
import Glibc

/// The system calls that a process may make while it reads what others have made: those that
/// reading, decoding and answering need, or those that asking a network needs.
///
/// All others fail with `EPERM`: executing programs, making memory executable; without a network
/// also opening files and sockets, so that no allowed call takes a path or affects another process.
/// Calls by the numbers of another architecture kill the process.
package struct CallFilter: ~Copyable {
    /// The calls that are allowed with any arguments.
    private static let allowed = [
        // Files and sockets that are open.
        "read", "readv", "pread64", "write", "writev", "pwrite64", "lseek", "close", "fstat",
        "ftruncate", "fallocate", "fsync", "fdatasync", "sendmsg", "recvmsg", "ppoll", "poll",
        // Memory.
        "munmap", "mremap", "madvise", "brk",
        // Threads, and the end of the process.
        "futex", "membarrier", "set_robust_list", "rseq", "sched_yield", "sched_getaffinity",
        "getpid", "gettid", "exit", "exit_group",
        // Clocks, usage, random numbers.
        "clock_gettime", "clock_nanosleep", "nanosleep", "gettimeofday", "getrusage", "getrandom",
        // Handlers of signals.
        "sigaltstack", "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "restart_syscall",
    ]

    /// What asking a network needs besides: connections, and the files that Landlock leaves.
    ///
    /// Nobody can connect to the process, as it cannot listen.
    private static let networked = [
        "connect", "bind", "getsockname", "getpeername", "getsockopt", "setsockopt", "sendto",
        "recvfrom", "sendmmsg", "shutdown", "socketpair", "pipe2", "eventfd2",
        "openat", "newfstatat", "access", "readlink", "getdents64", "uname", "getuid", "geteuid",
        "getgid", "getegid",
    ]

    /// The families of sockets that a network needs; the last tells which addresses there are.
    private static let families = [AF_INET, AF_INET6, AF_NETLINK]

    /// The calls that are allowed with some arguments only.
    private static func conditions(for process: CInt) -> [Condition] {
        [
            // Threads, no processes.
            Condition("clone", argument: 0, has: CLONE_THREAD),
            // No executable memory.
            Condition("mmap", argument: 2, lacks: PROT_EXEC),
            Condition("mprotect", argument: 2, lacks: PROT_EXEC),
            // No F_SETOWN or F_SETSIG, which make a descriptor send signals.
            Condition("fcntl", argument: 1, is: F_GETFD),
            Condition("fcntl", argument: 1, is: F_SETFD),
            Condition("fcntl", argument: 1, is: F_GETFL),
            Condition("fcntl", argument: 1, is: F_SETFL),
            Condition("fcntl", argument: 1, is: F_DUPFD_CLOEXEC),
            // Signals to the process itself, as abort() sends.
            Condition("tgkill", argument: 0, is: process),
            // Thread names.
            Condition("prctl", argument: 0, is: PR_SET_NAME),
        ]
    }

    /// An argument that a call has to have.
    ///
    /// The lower 32 of its 64 bits are looked at, as the kernel does, which takes it for an `int`.
    private struct Condition {
        let call: String
        let comparison: scmp_arg_cmp

        init(_ call: String, argument: UInt32, is value: CInt) {
            self.init(call, argument, bits: UInt32.max, are: UInt32(bitPattern: value))
        }

        init(_ call: String, argument: UInt32, has bit: CInt) {
            self.init(call, argument, bits: UInt32(bit), are: UInt32(bit))
        }

        init(_ call: String, argument: UInt32, lacks bit: CInt) {
            self.init(call, argument, bits: UInt32(bit), are: 0)
        }

        private init(_ call: String, _ argument: UInt32, bits: UInt32, are value: UInt32) {
            self.call = call
            comparison = scmp_arg_cmp(
                arg: argument,
                op: SCMP_CMP_MASKED_EQ,
                datum_a: UInt64(bits),
                datum_b: UInt64(value)
            )
        }
    }

    /// Without memory there is none, which the functions below refuse.
    private let filter: scmp_filter_ctx?

    /// Makes the filter of a process.
    ///
    /// - Parameters:
    ///   - process: The process.
    ///   - machine: The machine; in tests, one that libseccomp names.
    ///   - isNetworked: Whether it asks a network, and reads no untrusted file.
    /// - Throws: Why libseccomp cannot make it.
    package init(
        for process: CInt,
        on machine: String? = nil,
        networked isNetworked: Bool = false
    ) throws(SystemFailure) {
        filter = seccomp_init(vn_fail_with(EPERM))
        if let machine { try target(seccomp_arch_resolve_name(machine)) }
        try set(SCMP_FLTATR_ACT_BADARCH, to: SCMP_ACT_KILL_PROCESS)
        // The kernel finds a call by binary search.
        try set(SCMP_FLTATR_CTL_OPTIMIZE, to: 2)
        let calls = Self.allowed + (isNetworked ? Self.networked : [])
        for call in calls { try add(SCMP_ACT_ALLOW, call, []) }
        let sockets =
            Self.families.map { Condition("socket", argument: 0, is: $0) }
            // The resolver asks how long an answer is.
            + [Condition("ioctl", argument: 1, is: CInt(FIONREAD))]
        for condition in Self.conditions(for: process) + (isNetworked ? sockets : []) {
            try add(SCMP_ACT_ALLOW, condition.call, [condition.comparison])
        }
        // Its flags are in memory, which a filter cannot read; on ENOSYS glibc calls clone().
        try add(vn_fail_with(ENOSYS), "clone3", [])
    }

    deinit { seccomp_release(filter) }

    /// Applies the filter to the calling thread, and those that it starts, for ever.
    package func load() throws(SystemFailure) { try check(seccomp_load(filter)) }

    /// Writes the filter's program, an array of `sock_filter`, so that tests can follow it.
    package func export(to descriptor: CInt) throws(SystemFailure) {
        try check(seccomp_export_bpf(filter, descriptor))
    }

    private func target(_ machine: UInt32) throws(SystemFailure) {
        let native = seccomp_arch_native()
        guard machine != native else { return }
        try check(seccomp_arch_add(filter, machine))
        try check(seccomp_arch_remove(filter, native))
    }

    private func set(_ attribute: scmp_filter_attr, to value: UInt32) throws(SystemFailure) {
        try check(seccomp_attr_set(filter, attribute, value))
    }

    /// Adds a rule; none for a call that this machine lacks, as `poll` on aarch64.
    private func add(
        _ action: UInt32,
        _ call: String,
        _ conditions: [scmp_arg_cmp]
    ) throws(SystemFailure) {
        let number = seccomp_syscall_resolve_name(call)
        let count = UInt32(conditions.count)
        try check(seccomp_rule_add_array(filter, action, number, count, conditions))
    }

    private func check(_ result: CInt) throws(SystemFailure) {
        if result < 0 { throw SystemFailure(code: -result) }
    }
}
