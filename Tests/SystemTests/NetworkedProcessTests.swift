import Glibc
import System
import Testing

@Suite("A process with a network", .timeLimit(.minutes(1)))
struct NetworkedProcessTests {
    @Test func `it opens the files that it was given, and no others`() async throws {
        let result = try await #require(
            processExitsWith: .success,
            observing: [\.standardOutputContent]
        ) {
            let given = ["/etc/hosts", "/usr/bin", "/nowhere"]
            let lacking = Sandbox.enter(networkedReading: given, boundingMemory: false)
            let tried = [
                "/etc/hosts", "/usr/bin/env", "/etc/passwd", "/etc", "/proc/self/maps",
            ]
            let codes = tried.map { open($0, O_RDONLY) >= 0 ? 0 : errno }
            let written = open("/etc/hosts", O_RDWR) >= 0 ? 0 : errno
            let said = (codes + [written]).map { "\($0)" } + lacking.map { "lacks \($0)" }
            try? Descriptor.standardOutput.write(Array(said.joined(separator: "\n").utf8))
            _exit(0)
        }
        let said = String(decoding: result.standardOutputContent, as: UTF8.self)
            .split(separator: "\n").map(String.init)
        // Where the system has no Landlock, which is told of, all is open that its user may open.
        guard !said.contains("lacks Landlock") else { return }
        #expect(said == ["0", "0"] + [String](repeating: "\(EACCES)", count: 4))
    }
}
