import Foundation
import FoundationXML
import Testing
import Wire

@testable import vernier

@Suite("A report for test runners")
struct JUnitTests {
    private func section(_ name: String, faults: [String] = []) -> JudgedSection {
        let picture = TraceReport.Picture(exact: true, frame: 7, latency: 12.5, decoded: 3)
        return JudgedSection(name: name, answers: [], picture: .shown(picture), faults: faults)
    }

    @Test func `has a suite for each trace and a case for each gesture`() throws {
        let hostile = "<a & \"b\" 'c' ]]>\u{1}\n👋"
        let text = ReportForm.junit.closing([
            JudgedTrace(name: "t", sections: [section("gesture 1"), section("seek 2")]),
            JudgedTrace(name: hostile, sections: [section("gesture 1", faults: [hostile])]),
        ])
        let root = try #require(try XMLDocument(data: Data(text.utf8)).rootElement())
        #expect(root.values("tests", "failures", "time") == ["3", "1", "0.037500"])
        let suites = root.elements(forName: "testsuite")
        #expect(suites.map { $0.values("tests", "failures") } == [["2", "0"], ["1", "1"]])
        let cases = suites.flatMap { $0.elements(forName: "testcase") }
        #expect(cases.map { $0.values("name") } == [["gesture 1"], ["seek 2"], ["gesture 1"]])
        let failures = cases.flatMap { $0.elements(forName: "failure") }
        let readable = hostile.replacing("\u{1}", with: "")
        #expect(failures.map(\.stringValue) == [readable])
        #expect(suites[1].values("name") == [readable])
    }
}

extension XMLElement {
    fileprivate func values(_ names: String...) -> [String?] {
        names.map { attribute(forName: $0)?.stringValue }
    }
}
