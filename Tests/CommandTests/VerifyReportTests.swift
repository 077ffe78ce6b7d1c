import Foundation
import FoundationXML
import Testing
import Wire

@testable import vernier

@Suite("The report of a verification")
struct VerifyReportTests {
    private func part(_ name: String, wrong: Int = 0, concealed: Int = 0) -> VerifiedFrames.Part {
        var tally = VerifyReport.Tally()
        (tally.targets, tally.wrong, tally.concealed) = (20, wrong, concealed)
        (tally.decoded, tally.seconds) = (130, 0.25)
        return VerifiedFrames.Part(name: name, tally: tally, faults: wrong > 0 ? ["bad"] : [])
    }

    private func file(_ name: String, wrong: Int = 0, concealed: Int = 0) -> VerifiedFile {
        let parts = [part("random"), part("reverse", wrong: wrong, concealed: concealed)]
        return VerifiedFile(name: name, outcome: .verified(VerifiedFrames(count: 7, parts: parts)))
    }

    private let silent = VerifiedFile(name: "s", outcome: .soundOnly)
    private let unreadable = VerifiedFile(
        name: "u",
        outcome: .unreadable(Failure(.badData, "u: not media"))
    )

    @Test func `a summary adds up`() {
        let all = [file("a", wrong: 3), file("b", concealed: 1), silent, unreadable]
        let summary = VerifyReport.Summary(all, seed: 5)
        #expect((summary.files, summary.soundOnly, summary.unreadable) == (4, 1, 1))
        #expect((summary.frames, summary.total.targets, summary.total.decoded) == (14, 80, 520))
        #expect((summary.total.wrong, summary.total.concealed) == (3, 1))
        #expect(summary.total.seconds == 1)
    }

    @Test func `a frame that is not right counts more than a file that cannot be read`() {
        #expect(Failure(of: [file("a"), silent]) == nil)
        #expect(Failure(of: [file("a"), unreadable])?.code == .badData)
        #expect(Failure(of: [unreadable, file("a", wrong: 1)])?.code == .different)
        #expect(Failure(of: [file("a", concealed: 1)])?.code == .different)
    }

    @Test func `a table has a row a file, with the frames decoded for each seek`() {
        let row = VerifyTable.text(file("a.ts", wrong: 3)).split(separator: "\n")
        let columns = row[0].split(separator: " ").map(String.init)
        #expect(columns == ["7", "40", "3", "0", "0", "6.5", "0", "0.5", "a.ts"])
        #expect(row[1].contains("bad"))
    }

    @Test func `test runners see a case an order, and an error for what cannot be read`() throws {
        let text = ReportForm.junit.closing([file("a", wrong: 3), unreadable], seed: 1)
        let root = try #require(try XMLDocument(data: Data(text.utf8)).rootElement())
        let count = { (name: String) in root.attribute(forName: name)?.stringValue }
        #expect([count("tests"), count("failures"), count("errors")] == ["3", "1", "1"])
        #expect(text.contains("u: not media"))
    }

    @Test(arguments: [(0.0, 0), (0.5, 15), (1.0, 30), (7.0, 30), (-1.0, 0)])
    func `a bar is as full as the work is done`(_ share: Double, _ full: Int) {
        let line = ProgressBar.line(share, "f")
        #expect(line.count { $0 == "#" } == full)
        #expect(line.prefix(32).count { $0 == "." } == 30 - full)
    }
}
