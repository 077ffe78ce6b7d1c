import Foundation
import TestSupport
import Testing

@testable import Server

@Suite("The page's files", .scratchDirectory)
struct PageFilesTests {
    @Test func `files are found by their names below the folder`() throws {
        try Self.makePage()
        let page = try PageFiles(folder: Scratch.directory)
        #expect(page["index.html"]?.bytes == Array("<p>".utf8))
        #expect(page["index.html"]?.type == "text/html; charset=utf-8")
        #expect(page["elements/bar.js"]?.type == "text/javascript; charset=utf-8")
    }

    @Test(arguments: [
        "", "other.js", "../secret.js", "elements", "elements/../index.html", "notes.txt",
    ])
    func `there is nothing else`(_ name: String) throws {
        try Self.makePage()
        #expect(try PageFiles(folder: Scratch.directory)[name] == nil)
    }

    @Test func `files that differ have tags that differ`() throws {
        try Self.makePage()
        let before = try PageFiles(folder: Scratch.directory)
        let again = try PageFiles(folder: Scratch.directory)
        _ = try Scratch.write("<q>".utf8, to: "index.html")
        let after = try PageFiles(folder: Scratch.directory)
        #expect(before["index.html"]?.tag == again["index.html"]?.tag)
        #expect(before["index.html"]?.tag != after["index.html"]?.tag)
        #expect(before["elements/bar.js"]?.tag == after["elements/bar.js"]?.tag)
    }

    @Test func `a folder behind a link is read`() throws {
        try Self.makePage()
        let link = Scratch.directory + "/link"
        try FileManager.default.createSymbolicLink(
            atPath: link,
            withDestinationPath: Scratch.directory
        )
        #expect(try PageFiles(folder: link)["index.html"] != nil)
    }

    @Test func `a folder without a page is an error that says what to do`() {
        let path = Scratch.directory
        #expect(throws: PageError.noPage(path)) { try PageFiles(folder: path) }
        #expect(throws: PageError.noPage(path + "/no")) { try PageFiles(folder: path + "/no") }
        #expect("\(PageError.noPage(path))".contains("--web"))
    }

    @Test func `none is no page`() throws {
        #expect(try PageFiles(.none)["index.html"] == nil)
    }

    @Test func `the program has a page of its own`() throws {
        let page = try PageFiles(.own)
        #expect(page["index.html"]?.type == "text/html; charset=utf-8")
        #expect(page["scrub-model.wasm"]?.bytes.starts(with: [0, 0x61, 0x73, 0x6D]) == true)
    }

    private static func makePage() throws {
        let folder = Scratch.directory + "/elements"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        _ = try Scratch.write("<p>".utf8, to: "index.html")
        _ = try Scratch.write("export {};".utf8, to: "elements/bar.js")
        _ = try Scratch.write("not served".utf8, to: "notes.txt")
    }
}
