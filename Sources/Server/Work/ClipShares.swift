/// Which of several workers looks after a clip.
///
/// Always the same while the clip is on the shelf, so that its decoder is reused; a new one goes
/// to the worker that has the fewest.
struct ClipShares {
    private var workers: [ClipKey: Int] = [:]
    private let count: Int

    /// Shares among `count` workers.
    init(among count: Int) { self.count = count }

    /// The number of the clip's worker.
    mutating func worker(for key: ClipKey) -> Int {
        if let worker = workers[key] { return worker }
        let shares = (0..<count).map { worker in workers.values.count { $0 == worker } }
        let worker = shares.enumerated().min { $0.element < $1.element }?.offset ?? 0
        workers[key] = worker
        return worker
    }

    /// Forgets a clip that nobody looks at any more.
    mutating func forget(_ key: ClipKey) { workers[key] = nil }
}
