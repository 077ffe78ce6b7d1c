import Testing

@testable import Server

@Suite("A hand that goes back over pictures that are nearly right")
struct PassingHandTests {
    @Test func `has nothing decoded while it passes, and its own frame once it rests`() throws {
        var viewer = try Viewer()
        viewer.memory = [100, 106, 112]
        viewer.aim(at: 110, seq: 1, goesBack: true, isDue: false)
        viewer.wait(milliseconds: 100)
        viewer.aim(at: 107, seq: 2, goesBack: true, isDue: false)
        #expect(viewer.decodes.isEmpty)
        viewer.wait(milliseconds: 100)
        #expect(viewer.decodes.isEmpty, "it moved since the last look")
        viewer.wait(milliseconds: 100)
        #expect(viewer.decodes == [107])
    }

    @Test func `has its frame decoded at once where no picture is near`() throws {
        var viewer = try Viewer()
        viewer.memory = [90]
        viewer.aim(at: 110, seq: 1, goesBack: true, isDue: false)
        #expect(viewer.decodes == [110])
    }

    @Test func `has its frame decoded at once when it lets go`() throws {
        var viewer = try Viewer()
        viewer.memory = [106]
        viewer.aim(at: 107, seq: 1, goesBack: true, isDue: false)
        viewer.aim(at: 107, seq: 2, goesBack: true, isDue: true)
        #expect(viewer.decodes == [107])
    }

    @Test func `has its frame decoded at once when it goes forward`() throws {
        var viewer = try Viewer()
        viewer.memory = [106]
        viewer.aim(at: 107, seq: 1, isDue: false)
        #expect(viewer.decodes == [107])
    }
}
