import CSystem
import Glibc
import System
import Testing

@Suite("A process behind the filter", .timeLimit(.minutes(1)))
struct SandboxTests {
    /// What a process tries, and the error number that comes of it.
    static let tried: KeyValuePairs<String, CInt> = [
        "status": 0, "status-of-bad": EBADF, "stat-name": EPERM, "stat-empty": EPERM,
        "signal-self": 0, "signal-parent": EPERM, "kill-parent": EPERM, "kill-self": EPERM,
        "flags": 0, "set-flags": 0, "duplicate": 0, "own-signals": EPERM, "choose-signal": EPERM,
        "name-thread": 0, "die-with-parent": EPERM, "new-process": EPERM, "new-memory": 0,
        "executable-memory": EPERM, "open": EPERM,
    ]

    @Test func `it asks for no file by name and signals nobody else`() async throws {
        let result = try await #require(
            processExitsWith: .success,
            observing: [\.standardOutputContent]
        ) {
            try ConfinedProcess().tryAll()
        }
        let said = String(decoding: result.standardOutputContent, as: UTF8.self)
        let lines = Self.tried.map { "\($0.key) \($0.value)" }
        #expect(said.split(separator: "\n").map(String.init) == lines)
    }
}

/// Gives up what a worker gives up, and tries what it may not.
private struct ConfinedProcess {
    /// syscall(), which Swift does not import: its arguments are passed as any others.
    private typealias Call = @convention(c) (Int, Int, Int, Int, Int, Int, Int) -> Int
    private let call: Call
    private let file = Int(open("/", O_RDONLY))

    init() throws {
        call = unsafeBitCast(try #require(dlsym(nil, "syscall")), to: Call.self)
    }

    /// Writes of each call what came of it.
    func tryAll() throws -> Never {
        let (parent, own) = (Int(getppid()), Int(getpid()))
        let (name, path, room) = (address(of: "x"), address(of: "/etc/passwd"), malloc(4096))
        let (empty, status) = (address(of: ""), Int(bitPattern: room))
        let (current, needsNoName) = (Int(AT_FDCWD), 0x1000)
        let (setOwner, setSignal) = (8, 10)
        guard vn_drop_privileges() == 0 else { throw SystemFailure() }
        try CallFilter(for: getpid()).load()
        say("status", vn_status(CInt(file), room))
        say("status-of-bad", vn_status(99, room))
        say("stat-name", SYS_newfstatat, current, path, status, needsNoName)
        say("stat-empty", SYS_newfstatat, file, empty, status, needsNoName)
        say("signal-self", SYS_tgkill, own, own, 0)
        say("signal-parent", SYS_tgkill, parent, parent, 0)
        say("kill-parent", SYS_kill, parent, 0)
        say("kill-self", SYS_kill, own, 0)
        say("flags", SYS_fcntl, file, Int(F_GETFL))
        say("set-flags", SYS_fcntl, file, Int(F_SETFL), Int(O_NONBLOCK))
        say("duplicate", SYS_fcntl, file, Int(F_DUPFD_CLOEXEC), 0)
        say("own-signals", SYS_fcntl, file, setOwner, parent)
        say("choose-signal", SYS_fcntl, file, setSignal, Int(SIGKILL))
        say("name-thread", SYS_prctl, Int(PR_SET_NAME), name)
        say("die-with-parent", SYS_prctl, Int(PR_SET_PDEATHSIG), 0)
        say("new-process", SYS_clone, Int(SIGCHLD))
        say("new-memory", SYS_mprotect, map(PROT_READ), 4096, Int(PROT_READ | PROT_WRITE))
        say("executable-memory", SYS_mprotect, map(PROT_READ), 4096, Int(PROT_READ | PROT_EXEC))
        say("open", SYS_openat, current, path, Int(O_RDONLY))
        _exit(0)
    }

    private func map(_ rights: CInt) -> Int {
        Int(bitPattern: mmap(nil, 4096, rights, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    }

    /// A text's address in C, for the rest of the process.
    private func address(of text: String) -> Int { Int(bitPattern: strdup(text)) }

    private func say(_ what: String, _ number: CInt, _ words: Int...) {
        let all = words + [Int](repeating: 0, count: 6 - words.count)
        say(what, CInt(clamping: call(Int(number), all[0], all[1], all[2], all[3], all[4], all[5])))
    }

    private func say(_ what: String, _ result: CInt) {
        let code = result < 0 ? errno : 0
        // Nothing is left to tell it to.
        try? Descriptor.standardOutput.write(Array("\(what) \(code)\n".utf8))
    }
}
