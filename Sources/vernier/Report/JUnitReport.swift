import Foundation
import FoundationXML

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
        let root = element("testsuites", [("name", name)] + counts(suites.flatMap(\.cases)))
        for suite in suites { root.addChild(element(suite)) }
        let document = XMLDocument(rootElement: root)
        (document.version, document.characterEncoding) = ("1.0", "UTF-8")
        let data = document.xmlData(options: .nodePrettyPrint)
        return String(decoding: data, as: UTF8.self)
    }

    private static func element(_ suite: Suite) -> XMLElement {
        let element = element("testsuite", [("name", suite.name)] + counts(suite.cases))
        for testCase in suite.cases { element.addChild(self.element(testCase, of: suite)) }
        return element
    }

    private static func element(_ testCase: Case, of suite: Suite) -> XMLElement {
        let attributes = [
            ("classname", suite.name), ("name", testCase.name), ("time", seconds([testCase])),
        ]
        let element = element("testcase", attributes)
        for fault in testCase.faults { element.addChild(reason("failure", fault)) }
        if let error = testCase.error { element.addChild(reason("error", error)) }
        return element
    }

    private static func reason(_ kind: String, _ text: String) -> XMLElement {
        let element = element(kind, [("message", text)])
        element.stringValue = text
        return element
    }

    private static func counts(_ cases: [Case]) -> [(String, String)] {
        [
            ("tests", "\(cases.count)"), ("failures", "\(cases.count { !$0.faults.isEmpty })"),
            ("errors", "\(cases.count { $0.error != nil })"), ("time", seconds(cases)),
        ]
    }

    private static func seconds(_ cases: [Case]) -> String {
        String(format: "%.6f", cases.reduce(0) { $0 + $1.seconds })
    }

    private static func element(_ name: String, _ attributes: [(String, String)]) -> XMLElement {
        let element = XMLElement(name: name)
        for (name, value) in attributes {
            let attribute = XMLNode(kind: .attribute)
            (attribute.name, attribute.stringValue) = (name, value)
            element.addAttribute(attribute)
        }
        return element
    }
}
