import Foundation
import TestSupport
import Testing

@testable import vernier

@Suite("The manual")
struct ManualTests {
    /// The types that take options of several commands.
    private let parts = [
        "AccessOptions", "AddressOptions", "IndexCache", "LogForm", "PreviewFolder",
    ]

    @Test(arguments: Manual.Name.allCases)
    func `each option that a parser takes is in its page, and no other`(_ name: Manual.Name) throws
    {
        var code = try source(of: name == .marks ? "ConvertMarks" : name.rawValue.capitalized)
        for part in parts where code.contains("\(part)(&arguments") {
            code += try source(of: part)
        }
        let taken = Set(code.matches(of: /"(--?[a-z][a-z-]*)"/).map { String($0.1) })
        let told = try page(name).options.map(\.0).filter { $0.hasPrefix("-") }
        #expect(!taken.isEmpty)
        #expect(told.map { String($0.prefix { $0 != " " }) }.sorted() == taken.sorted())
    }

    @Test(arguments: Manual.Name.allCases)
    func `a page fits a terminal of 100 columns`(_ name: Manual.Name) throws {
        let lines = try page(name).text.components(separatedBy: "\n")
        #expect(lines.allSatisfy { $0.count <= 100 })
        #expect(lines[0].hasPrefix("vernier \(name.rawValue) — "))
    }

    @Test(arguments: Manual.Name.allCases)
    func `the example of a page is a command`(_ name: Manual.Name) throws {
        let line = try page(name).example.prefix { $0 != ">" }
        #expect(throws: Never.self) { try Command(Array(String(line).words.dropFirst())) }
    }

    @Test func `the overview names every command and every exit code`() {
        let lines = Manual.overview.components(separatedBy: "\n")
        #expect(lines.allSatisfy { $0.count <= 100 })
        let entries = lines.filter { $0.hasPrefix("  ") }.map { $0.words[0] }
        let commands = [
            "serve", "index", "seek", "frame", "verify", "replay", "bench", "record",
            "warm", "marks", "cache", "cut",
        ]
        #expect(entries == commands + ["0", "1", "64", "65", "66", "69", "70", "73", "130"])
    }

    /// The declaration of a type and its extensions.
    private func source(of type: String) throws -> String {
        let declaration = try Regex("(?m)^[a-z ]*(struct|enum|extension) \(type)\\b")
        let files = FileManager.default.enumerator(atPath: Repository.root + "/Sources/vernier")
        let paths = try #require(files?.compactMap { $0 as? String })
        return try paths.filter { $0.hasSuffix(".swift") }.flatMap { path in
            let file = "\(Repository.root)/Sources/vernier/\(path)"
            return try String(contentsOfFile: file, encoding: .utf8)
                .components(separatedBy: "\n}\n").filter { $0.contains(declaration) }
        }.joined()
    }

    private func page(_ name: Manual.Name) throws -> Manual.Page {
        try #require(Manual.page(name.rawValue))
    }
}
