import Foundation
import Testing

@testable import vernier

@Suite("The manual")
struct ManualTests {
    @Test(arguments: Manual.Name.allCases)
    func `each option of a page changes what its command does`(_ name: Manual.Name) throws {
        // That nobody needs a token on this machine leaves no trace.
        for option in Manual.page(name).options where option.name != "--no-token" {
            var words = example(name)
            if let place = words.firstIndex(of: option.name) {
                words.removeSubrange(place...place + (option.isFlag ? 0 : 1))
            }
            if option.isFlag {
                #expect(text(words) != text(words + [option.name]), "\(option.name)")
            } else {
                let error = UsageError("\(option.name) needs a value", command: name.rawValue)
                #expect(throws: error) { try Command(words + [option.name]) }
            }
        }
    }

    @Test func `an option of another command cannot be read`() async {
        await #expect(processExitsWith: .failure) {
            _ = try Arguments(["--stream", "1"], of: .cache)[Options.stream]
        }
    }

    @Test(arguments: Manual.Name.allCases)
    func `a page has an option once`(_ name: Manual.Name) {
        let page = Manual.page(name)
        let names = (page.options + page.further).map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: Manual.Name.allCases)
    func `a page explains each of its options`(_ name: Manual.Name) {
        let page = Manual.page(name)
        let explained = page.text.split(separator: "\n").filter { $0.hasPrefix("  -") }
        #expect(explained.map { String($0).words[0] } == page.options.map(\.name))
    }

    @Test(arguments: Manual.Name.allCases)
    func `a page fits a terminal of 100 columns`(_ name: Manual.Name) throws {
        let lines = Manual.page(name).text.components(separatedBy: "\n")
        #expect(lines.allSatisfy { $0.count <= 100 })
        #expect(lines[0].hasPrefix("vernier \(name.rawValue) — "))
    }

    @Test(arguments: Manual.Name.allCases)
    func `the example of a page is a command`(_ name: Manual.Name) throws {
        #expect(throws: Never.self) { try Command(example(name)) }
    }

    @Test func `the page for man lists the options of each command, in order`() {
        let commands = Manual.roff.components(separatedBy: "\n.RE")
        for (name, text) in zip(Manual.Name.allCases, commands) {
            let heads = text.replacing("\\-", with: "-").matches(of: /\n\.BI? "?(-[a-z0-9-]+)/)
            #expect(heads.map { String($0.1) } == Manual.page(name).options.map(\.name))
            #expect(text.contains(".TP\n.B \(name.rawValue)\n"))
        }
    }

    @Test func `the overview names every command and every exit code`() {
        let lines = Manual.overview.components(separatedBy: "\n")
        #expect(lines.allSatisfy { $0.count <= 100 })
        let entries = lines.filter { $0.hasPrefix("  ") }.map { $0.words[0] }
        let commands = [
            "serve", "index", "seek", "frame", "verify", "replay", "bench", "record",
            "warm", "marks", "cache", "cut", "waveform",
        ]
        #expect(entries == commands + ["0", "1", "64", "65", "66", "69", "70", "73", "130"])
    }

    /// The words of a page's example, as far as they are for the program.
    private func example(_ name: Manual.Name) -> [String] {
        Array(String(Manual.page(name).example.prefix { $0 != ">" }).words.dropFirst())
    }

    /// What words ask for, as text; empty where they ask for nothing.
    private func text(_ words: [String]) -> String {
        var text = ""
        if let command = try? Command(words) { dump(command, to: &text) }
        return text
    }
}
