import Basics
import ClipSupport
import Library
import Media
import Testing

@testable import Pictures

@Suite("Clips assigned to workers")
struct ClipAssignmentsTests {
    @Test(arguments: [(clips: 8, workers: 2, most: 4), (7, 2, 4), (3, 4, 1), (9, 3, 3)])
    func `are shared evenly, and stay where they are`(
        _ example: (clips: Int, workers: Int, most: Int)
    ) throws {
        var assignments = ClipAssignments(among: example.workers)
        let keys = try (0..<example.clips).map(key)
        let workers = keys.map { assignments.worker(for: $0) }
        for worker in 0..<example.workers {
            #expect(workers.count { $0 == worker } <= example.most)
        }
        #expect(keys.map { assignments.worker(for: $0) } == workers)
    }

    @Test func `make room where one has gone`() throws {
        var assignments = ClipAssignments(among: 2)
        let keys = try (0..<4).map(key)
        let workers = keys.map { assignments.worker(for: $0) }
        assignments.forget(keys[1])
        #expect(assignments.worker(for: try key(9)) == workers[1])
    }

    /// The clip's own worker is the first of two.
    @Test(arguments: [
        ([0, 0], glance: 0, storyboard: 1), ([1, 0], 1, 1), ([0, 1], 0, 0), ([1, 1], 0, 1),
        ([2, 1], 1, 1),
    ])
    func `have glances made by whoever is idle, and other pictures by their own`(
        _ pending: [Int],
        _ glance: Int,
        _ storyboard: Int
    ) throws {
        var assignments = ClipAssignments(among: 2)
        let source = try ClipSource.unread()
        let socket = SocketID(connection: Slot(index: 0, generation: 0))
        let jobs = [
            (PictureJob.Requester.glance(socket, at: 0), glance),
            (.storyboard(source.key), storyboard), (.socket(socket), 0),
        ].map { requester, worker in
            (PictureJob(0, of: source, Storyboard.format, .none, for: requester), worker)
        }
        for (job, worker) in jobs {
            #expect(assignments.assign(job, pending: pending) == worker)
            #expect(assignments.worker(of: job) == worker)
        }
        for (job, worker) in jobs { #expect(assignments.finish(job) == worker) }
        #expect(jobs.map { assignments.worker(of: $0.0) } == [0, 0, 0])
    }

    private func key(_ number: Int) throws -> ClipKey {
        try ClipSource.unread(id: "clip\(number)").key
    }
}
