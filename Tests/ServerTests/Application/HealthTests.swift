import TestSupport
import Testing

@testable import Library
@testable import Pictures
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
