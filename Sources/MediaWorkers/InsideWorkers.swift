import Media
import System

extension WorkerPool {
    /// Workers on threads of this process, without a sandbox; for tests only.
    package static var inside: WorkerPool {
        WorkerPool(.thread { WorkThread.start(named: "vernier-worker", $0) })
    }
}
