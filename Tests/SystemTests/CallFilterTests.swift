import Testing

/// Which system calls the filter lets through on each machine, by that machine's own numbers.
///
/// These are of the kernel's tables: `syscall_64.tbl` of x86 and `asm-generic/unistd.h`.
@Suite("The filter of system calls")
struct CallFilterTests {
    @Test(arguments: Machine.all)
    func `these calls and no other are free`(_ machine: Machine) throws {
        let filter = try machine.filter
        let free = (0..<1024).filter { filter($0, []) == .allowed }
        #expect(Set(free) == machine.free.union([machine.mmap, machine.mprotect]))
    }

    @Test(arguments: Machine.all)
    func `what opens, executes or traces is refused, whatever it asks for`(
        _ machine: Machine
    ) throws {
        let filter = try machine.filter
        for (name, number) in machine.never {
            for argument: UInt64 in [0, 1, 0xFFFF_FFFF, .max] {
                let arguments = [UInt64](repeating: argument, count: 6)
                #expect(filter(number, arguments) == .notPermitted, "\(name)")
            }
        }
    }

    @Test(arguments: Machine.all)
    func `no memory becomes executable`(_ machine: Machine) throws {
        let (filter, executable) = (try machine.filter, UInt64(4))
        for number in [machine.mmap, machine.mprotect] {
            for rights: UInt64 in 0..<8 {
                let outcome: FilterProgram.Outcome =
                    rights & executable == 0 ? .allowed : .notPermitted
                #expect(filter(number, [0, 4096, rights, 0x22]) == outcome)
                #expect(filter(number, [0, 4096, rights | 1 << 32, 0x22]) == outcome)
            }
        }
    }

    @Test(arguments: Machine.all)
    func `threads are made and processes are not`(_ machine: Machine) throws {
        let (filter, isThread) = (try machine.filter, UInt64(0x10000))
        #expect(filter(machine.clone, [isThread | 0x3D0F00]) == .allowed)
        #expect(filter(machine.clone, [17]) == .notPermitted)
        #expect(filter(machine.clone, [17 | isThread << 32]) == .notPermitted)
        #expect(filter(machine.clone3, [isThread]) == .notImplemented)
    }

    @Test(arguments: Machine.all)
    func `no file is looked at by its name`(_ machine: Machine) throws {
        let filter = try machine.filter
        #expect(filter(machine.newfstatat, [3, 0, 0, 0x1000]) == .notPermitted)
        #expect(filter(machine.newfstatat, [3, 0, 0, 0]) == .notPermitted)
    }

    @Test(arguments: Machine.all)
    func `a signal goes to the own process alone`(_ machine: Machine) throws {
        let (filter, own) = (try machine.filter, UInt64(Machine.process))
        #expect(filter(machine.tgkill, [own, 7, 6]) == .allowed)
        for process in [0, 1, own + 1] {
            #expect(filter(machine.tgkill, [process, 7, 9]) == .notPermitted)
        }
    }

    @Test(arguments: Machine.all)
    func `a descriptor is told to send no signals`(_ machine: Machine) throws {
        let filter = try machine.filter
        let allowed = (0..<2048).filter { filter(machine.fcntl, [3, $0]) == .allowed }
        // F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC
        #expect(allowed == [1, 2, 3, 4, 1030])
    }

    @Test(arguments: Machine.all)
    func `of a process only the names of its threads are set`(_ machine: Machine) throws {
        let (filter, setName) = (try machine.filter, UInt64(15))
        for option: UInt64 in 0..<80 {
            let outcome: FilterProgram.Outcome = option == setName ? .allowed : .notPermitted
            #expect(filter(machine.prctl, [option]) == outcome)
        }
    }

    @Test(arguments: Machine.all)
    func `the calls of another machine end the process`(_ machine: Machine) throws {
        let program = try machine.program
        // Each other, and i386, whose calls have other numbers.
        for audit in Machine.all.map(\.audit) + [0x4000_0003] where audit != machine.audit {
            #expect(program.outcome(of: 0, [], audit: audit) == .killed)
        }
    }

    @Test func `so do those of x32, which are called from the same machine`() throws {
        let filter = try Machine.x86.filter
        for number in Machine.x86.free { #expect(filter(number | 1 << 30, []) == .killed) }
    }
}

/// A kind of machine: its name and number, and those of its system calls.
struct Machine: Sendable, CustomTestStringConvertible {
    let name: String
    let audit: UInt32
    let free: Set<UInt32>
    let mmap: UInt32
    let mprotect: UInt32
    let clone: UInt32
    let clone3: UInt32
    let newfstatat: UInt32
    let prctl: UInt32
    let tgkill: UInt32
    let fcntl: UInt32
    /// Opening, connecting, executing, tracing, and letting others do it.
    let never: [String: UInt32]

    /// The process that the filters are for.
    static let process: Int32 = 4711

    static let all = [x86, arm]

    static let x86 = Machine(
        name: "x86_64",
        audit: 0xC000_003E,
        free: [
            0, 1, 3, 5, 7, 8, 11, 12, 13, 14, 15, 17, 18, 19, 20, 24, 25, 28, 35, 39, 46, 47, 60,
            74, 75, 77, 96, 98, 131, 186, 202, 204, 219, 228, 230, 231, 271, 273, 285, 318, 324,
            334,
        ],
        mmap: 9,
        mprotect: 10,
        clone: 56,
        clone3: 435,
        newfstatat: 262,
        prctl: 157,
        tgkill: 234,
        fcntl: 72,
        never: [
            "open": 2, "openat": 257, "openat2": 437, "socket": 41, "connect": 42, "execve": 59,
            "execveat": 322, "fork": 57, "vfork": 58, "ptrace": 101, "io_uring_setup": 425,
            "bpf": 321, "unlink": 87, "kill": 62, "pkey_mprotect": 329, "memfd_create": 319,
            "ioctl": 16,
        ]
    )

    private static let arm = Machine(
        name: "aarch64",
        audit: 0xC000_00B7,
        free: [
            46, 47, 57, 62, 63, 64, 65, 66, 67, 68, 73, 80, 82, 83, 93, 94, 98, 99, 101, 113, 115,
            123, 124, 128, 132, 134, 135, 139, 165, 169, 172, 178, 211, 212, 214, 215, 216, 233,
            278, 283, 293,
        ],
        mmap: 222,
        mprotect: 226,
        clone: 220,
        clone3: 435,
        newfstatat: 79,
        prctl: 167,
        tgkill: 131,
        fcntl: 25,
        never: [
            "openat": 56, "openat2": 437, "socket": 198, "connect": 203, "execve": 221,
            "execveat": 281, "ptrace": 117, "io_uring_setup": 425, "bpf": 280, "unlinkat": 35,
            "kill": 129, "pkey_mprotect": 288, "memfd_create": 279, "ioctl": 29,
        ]
    )

    var testDescription: String { name }

    /// The filter's program on it.
    var program: FilterProgram {
        get throws { try FilterProgram(for: Self.process, on: name) }
    }

    /// What becomes of a call on it.
    var filter: (UInt32, [UInt64]) -> FilterProgram.Outcome? {
        get throws {
            let program = try program
            return { program.outcome(of: $0, $1, audit: audit) }
        }
    }
}
