import Foundation
import TestSupport
import Testing

@Suite("The repository's shape")
struct ShapeTests {
    static let topLevel: Set<String> = [
        "CONTRIBUTING.md", "LICENSE", "Makefile", "Package.swift", "README.md", "Sources",
        "Tests", "docs", "samples", "web",
    ]

    static let code: Set<String> = ["swift", "js", "html", "css", "py", "sh", "h"]

    @Test func `nothing else stands at the top`() throws {
        let entries = try FileManager.default.contentsOfDirectory(atPath: Repository.root)
        let others = Set(entries.filter { !$0.hasPrefix(".") }).subtracting(Self.topLevel)
        #expect(others.isEmpty)
    }

    @Test(arguments: ["Sources", "Tests", "samples", "web"])
    func `a file is short enough to be read at once`(folder: String) throws {
        for file in try SourceFile.all(below: folder, extensions: Self.code) {
            #expect(file.lineCount <= 300, "\(file)")
        }
    }

    @Test(arguments: zip(["README.md", "CONTRIBUTING.md"], [150, 90]))
    func `a newcomer reads it to the end`(name: String, lines: Int) throws {
        let text = try String(contentsOfFile: "\(Repository.root)/\(name)", encoding: .utf8)
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count - 1 <= lines)
    }

    @Test func `every module has its tests`() throws {
        let modules = Set(try SourceFile.all(below: "Sources").map(\.module))
        let tests = Set(try SourceFile.all(below: "Tests").map(\.module))
        for module in modules {
            let target = module == "vernier" ? "CommandTests" : module + "Tests"
            #expect(tests.contains(target), "\(module)")
        }
    }
}
