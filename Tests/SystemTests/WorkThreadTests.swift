import Glibc
import Synchronization
import Testing

@testable import System

@Suite("Threads for work", .timeLimit(.minutes(1)))
struct WorkThreadTests {
    @Test func `work runs on a thread of its own, which bears its name`() async {
        let caller = UInt(pthread_self())
        let (name, thread) = await withCheckedContinuation { done in
            WorkThread.start(named: "vernier-test") {
                done.resume(returning: (Self.ownName(), UInt(pthread_self())))
            }
        }
        #expect(name == "vernier-test\n" && thread != caller)
    }

    /// The calling thread's name, as the kernel has it.
    private static func ownName() -> String {
        let file = open("/proc/thread-self/comm", O_RDONLY)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = max(0, read(file, &bytes, bytes.count))
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}

@Suite("Failures of the system")
struct SystemFailureTests {
    @Test(arguments: [(ENOENT, "No such file or directory"), (EPIPE, "Broken pipe")])
    func `a failure has the number and the system's words`(code: CInt, words: String) {
        let failure = SystemFailure(code: code)
        #expect(failure.code == code && failure.reason == words)
    }

    @Test func `all is written, however little is taken at a time`() throws {
        var ends: [CInt] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { close(ends[0]) }
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
        let writer = ends[1]
        WorkThread.start(named: "vernier-test") {
            // What cannot be written is missing from what is read.
            try? Descriptor(writer).write(bytes)
            close(writer)
        }
        var got: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = read(ends[0], &buffer, buffer.count), count > 0 {
            got += buffer[..<count]
        }
        #expect(got == bytes)
    }

    @Test func `what cannot be written is an error with its number`() throws {
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        let failure = #expect(throws: SystemFailure.self) { try Descriptor(full).write([1]) }
        #expect(failure?.code == ENOSPC)
    }

    @Test func `of several messages the first is logged`() {
        let lines = Mutex<[String]>([])
        let log = LogOnce { line in lines.withLock { $0.append(line) } }
        for number in 0..<3 { log.report("line \(number)") }
        #expect(lines.withLock { $0 } == ["line 0"])
    }
}
