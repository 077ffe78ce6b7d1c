import Testing

/// Which system calls the filter of a process with a network lets through on x86, by the numbers of
/// `syscall_64.tbl`.
@Suite("The filter of a process with a network")
struct NetworkFilterTests {
    private static let machine = Machine.x86

    private func outcome(_ number: UInt32, _ arguments: [UInt64]) throws -> FilterProgram.Outcome? {
        let program = try FilterProgram(
            for: Machine.process,
            on: Self.machine.name,
            networked: true
        )
        return program.outcome(of: number, arguments, audit: Self.machine.audit)
    }

    @Test(arguments: 0...45 as ClosedRange<UInt64>)
    func `opens sockets of the internet, and those that tell of its addresses`(
        family: UInt64
    ) throws {
        // AF_INET, AF_INET6 and AF_NETLINK
        let isAllowed = [2, 10, 16].contains(family)
        #expect(try outcome(41, [family, 1, 0]) == (isAllowed ? .allowed : .notPermitted))
    }

    @Test(
        arguments: [
            ("listen", 50), ("accept", 43), ("accept4", 288), ("execve", 59), ("execveat", 322),
            ("fork", 57), ("ptrace", 101), ("bpf", 321), ("kill", 62), ("unlink", 87), ("open", 2),
            ("openat2", 437), ("memfd_create", 319), ("io_uring_setup", 425), ("mount", 165),
            ("rename", 82), ("creat", 85),
        ] as [(String, UInt32)]
    )
    func `refuses what listens, executes, traces or changes files`(
        name: String,
        number: UInt32
    ) throws {
        for argument: UInt64 in [0, 1, 2, 0xFFFF_FFFF] {
            let arguments = [UInt64](repeating: argument, count: 6)
            #expect(try outcome(number, arguments) == .notPermitted, "\(name)")
        }
    }

    @Test func `asks of a descriptor how much can be read, and nothing else`() throws {
        #expect(try outcome(16, [3, 0x541B]) == .allowed)
        // TIOCSTI, which types at a terminal, and TIOCLINUX
        for request: UInt64 in [0x5412, 0x541C, 0] {
            #expect(try outcome(16, [3, request]) == .notPermitted)
        }
    }

    @Test func `makes no memory executable`() throws {
        for number in [Self.machine.mmap, Self.machine.mprotect] {
            #expect(try outcome(number, [0, 4096, 4, 0x22]) == .notPermitted)
        }
    }
}
