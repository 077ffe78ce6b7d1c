import Media
import TestSupport
import Testing

@testable import Server

@Suite("Clips shared among workers")
struct ClipSharesTests {
    @Test(arguments: [(clips: 8, workers: 2, most: 4), (7, 2, 4), (3, 4, 1), (9, 3, 3)])
    func `are shared evenly, and stay where they are`(
        _ example: (clips: Int, workers: Int, most: Int)
    ) throws {
        var shares = ClipShares(among: example.workers)
        let keys = try (0..<example.clips).map(key)
        let workers = keys.map { shares.worker(for: $0) }
        for worker in 0..<example.workers {
            #expect(workers.count { $0 == worker } <= example.most)
        }
        #expect(keys.map { shares.worker(for: $0) } == workers)
    }

    @Test func `make room where one has gone`() throws {
        var shares = ClipShares(among: 2)
        let keys = try (0..<4).map(key)
        let workers = keys.map { shares.worker(for: $0) }
        shares.forget(keys[1])
        #expect(shares.worker(for: try key(9)) == workers[1])
    }

    private func key(_ number: Int) throws -> ClipKey {
        try ClipSource.unread(id: "clip\(number)").key
    }
}
