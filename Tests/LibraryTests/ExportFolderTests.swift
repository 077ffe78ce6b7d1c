import Foundation
import Glibc
import TestSupport
import Testing
import Wire

@testable import Library

@Suite("The folder for exports", .scratchDirectory)
struct ExportFolderTests {
    private func folder() throws -> ExportFolder {
        try FileManager.default.createDirectory(
            atPath: Folder.path("out"),
            withIntermediateDirectories: true
        )
        return try ExportFolder(Folder.path("out"))
    }

    @Test(
        arguments: [
            ("../x.mp4", .folder("../x.mp4")), ("a/b.mp4", .folder("a/b.mp4")),
            ("/etc/passwd", .folder("/etc/passwd")), ("..", .folder("..")), (".", .badName(".")),
            ("", .badName("")), (".x.mp4", .badName(".x.mp4")),
            ("x\u{7}.mp4", .badName("x\u{7}.mp4")), ("x\0.mp4", .badName("x\0.mp4")),
            (String(repeating: "é", count: 101), .longName(limit: 200)),
        ] as [(String, ExportError)]
    )
    func `a name that leads elsewhere or is not printable is rejected`(
        _ name: String,
        _ error: ExportError
    ) throws {
        let folder = try folder()
        #expect(throws: error) { try folder.path(of: name) }
        #expect(throws: error) { try folder.open(name) }
    }

    @Test(arguments: ["x.mp4", "Über uns – 50 %.mov", "a..b.mkv", "x y.ts", "#?&.mp4"])
    func `any other name is accepted`(_ name: String) throws {
        let folder = try folder()
        let path = try folder.path(of: name)
        try Data([1, 2]).write(to: URL(filePath: path))
        #expect(try Data(contentsOf: URL(filePath: Folder.path("out/" + name))) == Data([1, 2]))
        #expect(folder.contains(name) && folder.files.map(\.name) == [name])
    }

    @Test func `only media files are listed, opened and deleted`() throws {
        let folder = try folder()
        try Folder.write("out/x.mp4", bytes: 5)
        try Folder.write("out/notes.txt")
        try Folder.write("out/.x.mp4.1.part")
        try Folder.write("secret.mp4")
        try Folder.link("out/link.mp4", to: Folder.path("secret.mp4"))
        #expect(folder.files == [.init(name: "x.mp4", bytes: 5)])
        for name in ["notes.txt", "link.mp4", "none.mp4"] {
            #expect(throws: ExportError.noFile(name)) { try folder.delete(name) }
        }
        #expect(throws: ExportError.noFile("link.mp4")) { try folder.open("link.mp4") }
        try folder.delete("x.mp4")
        #expect(folder.files.isEmpty)
        #expect(throws: ExportError.noFile("x.mp4")) { try folder.delete("x.mp4") }
    }

    @Test func `the folder stays the same when its path leads elsewhere`() throws {
        let folder = try folder()
        try Folder.write("out/x.mp4")
        try Folder.move("out", to: "moved")
        try Folder.write("out/y.mp4")
        #expect(folder.files.map(\.name) == ["x.mp4"])
    }

    @Test func `a folder that is not there, or is a file, is refused`() throws {
        try Folder.write("file")
        for name in ["nowhere", "file"] {
            #expect(throws: LibraryError.self) { try ExportFolder(Folder.path(name)) }
        }
    }
}
