import Media
import MediaWorkers
import System

/// This program as a worker: reads media for a server, without any right but that.
struct WorkerProgram {
    static let name = "worker"
    static let path = "/proc/self/exe"

    /// How a server starts it.
    static var launch: WorkerLaunch {
        #if SANITIZED
            .process(path: path, words: [name])
        #else
            .fork(by: ForkServer(path, [ForkServerProgram.name]), words: [name])
        #endif
    }

    /// How long a file may become that it is given to write.
    private let bytes: UInt64

    /// The worker that a server starts with these words; `nil` where they are for somebody else.
    init?(_ words: [String]) {
        guard words.first == Self.name else { return nil }
        switch words.count {
        case 1: bytes = 0
        case 3 where words[1] == WorkerLaunch.bytesOption:
            guard let bytes = UInt64(words[2]) else { return nil }
            self.bytes = bytes
        default: return nil
        }
    }

    /// Works until the server goes.
    func run() {
        // The server stops its workers; a terminal would signal them all, and too early.
        for signal in Signal.ending + [.hangUp] { signal.ignore() }
        // Else a cold drag's decodes would hold up the answers of all other clients.
        WorkThread.yieldToInteraction()
        let loop = WorkerLoop(owning: WorkerLaunch.descriptor)
        loop.run(lacking: Sandbox.enter(writing: bytes, boundingMemory: Self.isBounded))
    }

    #if SANITIZED
        /// A sanitizer takes terabytes of addresses before the program begins.
        static let isBounded = false
    #else
        static let isBounded = true
    #endif
}
