import TestSupport
import Testing

@testable import Server
@testable import Transport

@Suite("Readiness", .scratchDirectory)
struct ReadinessTests {
    @Test(
        arguments: [
            (false, true, nil, .ready), (false, true, 10, .ready),
            (false, true, 11, .workersStalled),
            (false, false, nil, .noRoot), (true, true, nil, .draining),
            (true, false, 99, .draining),
        ] as [(Bool, Bool, Int?, Readiness)]
    )
    func `a server is ready that takes clients, has media and delivers pictures`(
        _ isStopping: Bool,
        _ hasRoot: Bool,
        _ age: Int?,
        _ readiness: Readiness
    ) {
        let now = ContinuousClock.now
        let judged = Readiness(
            isStopping: isStopping,
            hasRoot: hasRoot,
            oldest: age.map { now - .seconds($0) },
            at: now
        )
        #expect(judged == readiness)
        #expect(judged.response.status == (readiness == .ready ? 200 : 503))
    }

    @Test func `a server without any root is not ready`() throws {
        try Folder.write("media/a.mp4")
        let server = try TestApplication(Folder.path())
        #expect(server.application.readiness(at: .now) == .ready)
        try Folder.remove("media")
        #expect(server.application.readiness(at: .now) == .noRoot)
    }

    @Test func `a root that is a file is one while it is there`() throws {
        try Folder.write("media/a.mp4")
        let root = try MediaRoot(Folder.path("media/a.mp4"))
        #expect(root.canBeRead)
        try Folder.move("media/a.mp4", to: "media/b.mp4")
        #expect(!root.canBeRead)
    }

    @Test func `an empty folder is a root that can be read`() throws {
        try Folder.write("media/a.mp4")
        let root = try MediaRoot(Folder.path())
        try Folder.remove("media/a.mp4")
        #expect(root.canBeRead)
    }

    @Test func `a server that is asked to stop is not ready`() throws {
        let server = try TestApplication()
        server.application.stopper.stop()
        #expect(server.application.readiness(at: .now) == .draining)
    }
}

@Suite("Pictures that workers have not delivered")
struct PendingOpensTests {
    private let start = ContinuousClock.now
    private func after(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }

    @Test func `the oldest job counts, until it is delivered`() {
        var pending = PendingPictures<String>()
        #expect(pending.oldest == nil)
        pending.add("a", to: 0, at: after(1))
        pending.add("b", to: 1, at: after(2))
        #expect(pending.oldest == after(1))
        #expect(pending.finish("a", by: 0, at: after(5)) == .seconds(4))
        #expect(pending.oldest == after(2))
        #expect(pending.finish("b", by: 1, at: after(5)) == .seconds(3))
        #expect(pending.oldest == nil)
    }

    @Test func `a job that replaces another keeps its time`() {
        var pending = PendingPictures<String>()
        pending.add("a", to: 0, at: after(1))
        pending.add("a", to: 0, at: after(9))
        #expect(pending.oldest == after(1))
    }

    @Test func `a stalled worker is noticed though its clients have gone`() {
        var pending = PendingPictures<String>()
        pending.add("a", to: 0, at: after(1))
        pending.add("b", to: 0, at: after(2))
        pending.withdraw("b")
        pending.withdraw("a")
        #expect(pending.oldest == after(1))
        #expect(pending.finish("c", by: 1, at: after(3)) == nil)
        #expect(pending.oldest == after(1), "another worker has delivered")
    }

    @Test func `what was withdrawn is forgotten when its worker delivers or is idle`() {
        var pending = PendingPictures<String>()
        pending.add("a", to: 0, at: after(1))
        pending.withdraw("a")
        #expect(pending.finish("preparation", by: 0, at: after(2)) == nil)
        #expect(pending.oldest == nil)
        pending.add("a", to: 0, at: after(3))
        pending.withdraw("a")
        pending.idle(0)
        #expect(pending.oldest == nil)
    }

    @Test func `an idle worker has not delivered what somebody still waits for`() {
        var pending = PendingPictures<String>()
        pending.add("a", to: 0, at: after(1))
        pending.idle(0)
        #expect(pending.oldest == after(1))
    }
}
