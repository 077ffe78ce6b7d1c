import Media
import TestSupport
import Testing

@testable import Server

@Suite("A root", .scratchDirectory)
struct RootTests {
    @Test func `files below it are opened`() throws {
        try Folder.write("media/sub/a.mp4", bytes: 4)
        let root = try Root(Folder.path())
        #expect(try root.open("sub/a.mp4").size == 4)
        #expect(try root.open("sub/a.mp4").name == "sub/a.mp4")
    }

    @Test(arguments: [
        "../secret.mp4", "sub/../../secret.mp4", "sub/../a.mp4", "..", ".", "./a.mp4", "", "/",
        "out.mp4", "out/secret.mp4", "in.mp4", "in/b.mp4", "missing.mp4", "sub", "a.mp4/b.mp4",
        "pipe.mp4", "empty.mp4",
    ])
    func `neither dots nor links nor what is no file lead anywhere`(_ name: String) throws {
        try Self.makeMaze()
        let root = try Root(Folder.path())
        #expect(throws: Never.self) { try root.open("a.mp4") }
        #expect(throws: MediaError.self) { try root.open(name) }
    }

    @Test func `an absolute name is one below the root`() throws {
        try Self.makeMaze()
        let root = try Root(Folder.path())
        #expect(throws: MediaError.self) { try root.open(Folder.path("secret.mp4")) }
        #expect(try root.open("/a.mp4").size == 1)
    }

    @Test func `a root that is a file is that file alone`() throws {
        try Self.makeMaze()
        let root = try Root(Folder.path("media/a.mp4"))
        #expect(root.files(atMost: 10).map(\.name) == ["a.mp4"])
        #expect(throws: Never.self) { try root.open("a.mp4") }
        for name in ["sub/b.mp4", "secret.mp4", "../secret.mp4", "/a.mp4"] {
            #expect(throws: MediaError.self) { try root.open(name) }
        }
    }

    @Test func `no more files are listed than asked for`() throws {
        for number in 0..<20 { try Folder.write("media/\(number % 4)/\(number).mp4") }
        let root = try Root(Folder.path())
        #expect(root.files(atMost: 7).count == 7)
        #expect(root.files(atMost: 0).isEmpty)
        #expect(root.files(atMost: 100).count == 20)
    }

    @Test(arguments: [
        ("a.mp4", true), ("a.MP4", true), ("a.b.webm", true), ("a.h264", true), ("a.png", true),
        ("a", false), ("mp4", false), ("a.", false), ("a.mp4.txt", false), ("a.m3u8", false),
    ])
    func `a name's ending decides what is listed`(_ name: String, _ isMedia: Bool) {
        #expect(FolderListing.isMedia(name) == isMedia)
    }

    /// Media in a folder, with a secret beside it and links to both sides.
    private static func makeMaze() throws {
        try Folder.write("secret.mp4")
        try Folder.write("secrets/secret.mp4")
        try Folder.write("media/a.mp4")
        try Folder.write("media/sub/b.mp4")
        try Folder.write("media/empty.mp4", bytes: 0)
        try Folder.link("media/out.mp4", to: "../secret.mp4")
        try Folder.link("media/out", to: Folder.path("secrets"))
        try Folder.link("media/in.mp4", to: "a.mp4")
        try Folder.link("media/in", to: "sub")
        Folder.pipe("media/pipe.mp4")
    }
}
