import Glibc
import Media

/// This program as a worker: reads media for a server, without any right but that.
enum WorkerProgram {
    /// The words by which a server starts it.
    static let words = ["worker"]

    /// How a server starts it.
    static let launch = WorkerLaunch.process(path: "/proc/self/exe", words: words)

    /// Works until the server goes.
    static func run() {
        // Who stops the server stops its workers; a terminal tells them all, and too early.
        for one in [SIGINT, SIGTERM, SIGHUP] { signal(one, SIG_IGN) }
        let loop = WorkerLoop(owning: WorkerLaunch.descriptor)
        loop.run(lacking: Sandbox.enter())
    }
}
