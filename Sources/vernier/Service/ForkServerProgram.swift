import System

/// This program as a fork server: has loaded what workers need, and becomes one for each request.
struct ForkServerProgram {
    static let name = "fork-server"

    /// The fork server that is started with these words; `nil` where they are for somebody else.
    init?(_ words: [String]) {
        guard words == [Self.name] else { return nil }
    }

    /// Becomes workers until the program that started it goes.
    func run() {
        for signal in Signal.ending + [.hangUp] { signal.ignore() }
        guard let words = ForkServer.nextCopy(on: ForkServer.descriptor),
            let worker = WorkerProgram(words)
        else { return }
        Vernier.show(WorkerProgram.name)
        worker.run()
    }
}
