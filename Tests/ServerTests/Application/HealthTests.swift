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
            (false, nil, .ready), (false, 10, .ready), (false, 11, .workersStalled),
            (true, nil, .draining), (true, 99, .draining),
        ] as [(Bool, Int?, Readiness)]
    )
    func `a server is ready that takes clients and delivers pictures`(
        _ isStopping: Bool,
        _ age: Int?,
        _ readiness: Readiness
    ) {
        let now = ContinuousClock.now
        let judged = Readiness(
            isStopping: isStopping,
            oldest: age.map { now - .seconds($0) },
            at: now
        )
        #expect(judged == readiness)
        #expect(judged.response.status == (readiness == .ready ? 200 : 503))
    }

    @Test func `of the roots none can be read once they have gone`() throws {
        try Folder.write("media/a.mp4")
        let server = try TestApplication(Folder.path())
        #expect(server.application.library.roots.canBeRead)
        try Folder.remove("media")
        #expect(!server.application.library.roots.canBeRead)
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
