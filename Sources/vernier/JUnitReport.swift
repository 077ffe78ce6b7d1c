import System
import XML

/// A report as test runners read it.
enum JUnitReport {
    /// Cases that belong together.
    struct Suite {
        let name: String
        var cases: [Case]
    }

    /// One thing that is right or not.
    struct Case {
        let name: String
        var seconds = 0.0
        /// What is wrong, in sentences; empty if nothing is.
        let faults: [String]
        /// Why it could not be found out, if so.
        var error: String?
    }

    /// The whole document.
    static func text(_ name: String, _ suites: [Suite]) -> String {
        let counts = counts(suites.flatMap(\.cases))
        return XMLElement("testsuites", [.init("name", name)] + counts, suites.map(element))
            .document
    }

    private static func element(_ suite: Suite) -> XMLElement {
        XMLElement(
            "testsuite",
            [.init("name", suite.name)] + counts(suite.cases),
            suite.cases.map { element($0, of: suite) }
        )
    }

    private static func element(_ testCase: Case, of suite: Suite) -> XMLElement {
        let faults = testCase.faults.map { ("failure", $0) }
        let reasons = faults + (testCase.error.map { [("error", $0)] } ?? [])
        return XMLElement(
            "testcase",
            [
                .init("classname", suite.name), .init("name", testCase.name),
                .init("time", seconds([testCase])),
            ],
            reasons.map { XMLElement($0, [.init("message", $1)], text: $1) }
        )
    }

    private static func counts(_ cases: [Case]) -> [XMLElement.Attribute] {
        [
            .init("tests", "\(cases.count)"),
            .init("failures", "\(cases.count { !$0.faults.isEmpty })"),
            .init("errors", "\(cases.count { $0.error != nil })"), .init("time", seconds(cases)),
        ]
    }

    private static func seconds(_ cases: [Case]) -> String {
        cases.reduce(0) { $0 + $1.seconds }.decimals(6)
    }
}
