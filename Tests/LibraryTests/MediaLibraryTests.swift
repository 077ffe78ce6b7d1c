import Foundation
import Media
import TestSupport
import Testing

@testable import Library

@Suite("The media that can be opened", .scratchDirectory)
struct MediaLibraryTests {
    @Test func `media files are listed by name, with their lengths`() throws {
        try Folder.write("media/b.mp4", bytes: 5)
        try Folder.write("media/a.MKV", bytes: 3)
        try Folder.write("media/more/deep/c.ts", bytes: 9)
        let library = try MediaLibrary([Folder.path()])
        #expect(library.listing.map(\.name) == ["a.MKV", "b.mp4", "more/deep/c.ts"])
        #expect(library.listing.map(\.bytes) == [3, 5, 9])
    }

    @Test func `what is hidden, no media, a link, a pipe or too deep is not listed`() throws {
        try Folder.write("media/seen.mp4")
        try Folder.write("media/.hidden.mp4")
        try Folder.write("media/.hidden/a.mp4")
        try Folder.write("media/notes.txt")
        try Folder.write("media/mp4")
        try Folder.write("media/1/2/3/4/5/6/7/8/seen too.mp4")
        try Folder.write("media/1/2/3/4/5/6/7/8/9/too deep.mp4")
        try Folder.link("media/link.mp4", to: Folder.path("media/seen.mp4"))
        try Folder.link("media/folder", to: Folder.path("media/1"))
        try Folder.link("media/round", to: "..")
        Folder.pipe("media/pipe.mp4")
        let library = try MediaLibrary([Folder.path()])
        #expect(library.listing.map(\.name) == ["1/2/3/4/5/6/7/8/seen too.mp4", "seen.mp4"])
    }

    @Test func `an id says nothing of where the file lies`() throws {
        try Folder.write("media/holiday.mp4")
        let id = try #require(MediaLibrary([Folder.path()]).listing.first?.id.description)
        #expect(id.count == 32)
        #expect(id.allSatisfy { "0123456789abcdef".contains($0) })
    }

    @Test func `an id is the same after a restart and for each way of naming the file`() throws {
        try Folder.write("media/a.mp4")
        try Folder.link("link", to: Folder.path())
        let names = ["media", "media/", "media/../media", "link", "media/a.mp4", "link/a.mp4"]
        let ids = try names.map { try MediaLibrary([Folder.path($0)]).listing.map(\.id) }
        #expect(Set(ids).count == 1)
        #expect(ids[0].count == 1)
    }

    @Test func `files of the same name in two roots are two media`() throws {
        try Folder.write("one/a.mp4")
        try Folder.write("two/a.mp4")
        let roots = [Folder.path("one"), Folder.path("two"), Folder.path("one/a.mp4")]
        let library = try MediaLibrary(roots)
        #expect(library.listing.map(\.name) == ["a.mp4", "a.mp4"])
        #expect(Set(library.listing.map(\.id)).count == 2)
    }

    @Test func `a file that has gone cannot be opened`() throws {
        try Folder.write("media/a.mp4")
        let entry = try #require(MediaLibrary([Folder.path()]).listing.first)
        try Folder.remove("media/a.mp4")
        #expect(throws: MediaError.self) { try entry.open() }
    }

    @Test(arguments: ["file", "folder"])
    func `a link that replaces a listed file is not followed`(_ kind: String) throws {
        try Folder.write("media/sub/a.mp4")
        try Folder.write("secret/a.mp4")
        let entry = try #require(MediaLibrary([Folder.path()]).listing.first)
        #expect(throws: Never.self) { try entry.open() }
        let name = kind == "file" ? "sub/a.mp4" : "sub"
        try Folder.remove("media/" + name)
        let secret = kind == "file" ? "secret/a.mp4" : "secret"
        try Folder.link("media/" + name, to: Folder.path(secret))
        #expect(throws: MediaError.self) { try entry.open() }
    }

    @Test func `a pipe that replaces a listed file is refused at once`() throws {
        try Folder.write("media/a.mp4")
        let entry = try #require(MediaLibrary([Folder.path()]).listing.first)
        try Folder.remove("media/a.mp4")
        Folder.pipe("media/a.mp4")
        #expect(throws: MediaError.notAFile(file: "a.mp4")) { try entry.open() }
    }

    @Test func `a root that moves away keeps its files`() throws {
        try Folder.write("media/a.mp4")
        let entry = try #require(MediaLibrary([Folder.path()]).listing.first)
        try Folder.move("media", to: "elsewhere")
        try Folder.write("media/a.mp4", bytes: 9)
        #expect(try entry.open().size == 1, "the folder that was named, not its name")
    }

    @Test func `a root that is not there is an error that says what to do`() {
        let path = Folder.path("missing")
        let error = #expect(throws: LibraryError.self) { try MediaLibrary([path]) }
        #expect(error?.description.contains(path) == true)
        #expect(error?.description.contains("name a media file") == true)
    }
}

@Suite("A root", .scratchDirectory)
struct MediaRootTests {
    @Test func `files below it are opened`() throws {
        try Folder.write("media/sub/a.mp4", bytes: 4)
        let root = try MediaRoot(Folder.path())
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
        let root = try MediaRoot(Folder.path())
        #expect(throws: Never.self) { try root.open("a.mp4") }
        #expect(throws: MediaError.self) { try root.open(name) }
    }

    @Test func `an absolute name is one below the root`() throws {
        try Self.makeMaze()
        let root = try MediaRoot(Folder.path())
        #expect(throws: MediaError.self) { try root.open(Folder.path("secret.mp4")) }
        #expect(try root.open("/a.mp4").size == 1)
    }

    @Test func `a root that is a file is that file alone`() throws {
        try Self.makeMaze()
        let root = try MediaRoot(Folder.path("media/a.mp4"))
        #expect(try MediaLibrary([root.path + "/a.mp4"]).listing.map(\.name) == ["a.mp4"])
        #expect(throws: Never.self) { try root.open("a.mp4") }
        for name in ["sub/b.mp4", "secret.mp4", "../secret.mp4", "/a.mp4"] {
            #expect(throws: MediaError.self) { try root.open(name) }
        }
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
