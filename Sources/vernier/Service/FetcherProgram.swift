import MediaWorkers
import Remote
import System

/// This program as a fetcher: asks servers for media that lies elsewhere, without any other right.
struct FetcherProgram {
    static let name = "fetcher"
    static let certificates = "--trusting"

    private let trusted: String?

    /// The fetcher that is started with these words; `nil` where they are for somebody else.
    init?(_ words: [String]) {
        guard words.first == Self.name else { return nil }
        switch words.count {
        case 1: trusted = nil
        case 3 where words[1] == Self.certificates: trusted = words[2]
        default: return nil
        }
    }

    /// Works until the program that started it goes.
    func run() throws {
        // The other program stops it; a terminal would signal both, and too early.
        for signal in Signal.ending + [.hangUp, .brokenPipe] { signal.ignore() }
        let loop = try FetcherLoop(
            owning: WorkerLaunch.descriptor,
            trusting: trusted,
            by: ProxySettings(ThisProcess.variable)
        )
        let lacking = Sandbox.enter(
            networkedReading: loop.files,
            boundingMemory: WorkerProgram.isBounded
        )
        loop.run(lacking: lacking)
    }
}
