import CLibXML2
import System

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
        let document = xmlNewDoc("1.0")
        defer { xmlFreeDoc(document) }
        let root = element("testsuites", [("name", name)] + counts(suites.flatMap(\.cases)))
        xmlDocSetRootElement(document, root)
        for suite in suites { xmlAddChild(root, element(suite)) }
        return indented(document)
    }

    private static func indented(_ document: xmlDocPtr?) -> String {
        var bytes: UnsafeMutablePointer<UInt8>?
        var count: Int32 = 0
        xmlDocDumpFormatMemoryEnc(document, &bytes, &count, "UTF-8", 1)
        defer { vn_xml_free(bytes) }
        return String(decoding: UnsafeBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
    }

    private static func element(_ suite: Suite) -> xmlNodePtr? {
        let element = element("testsuite", [("name", suite.name)] + counts(suite.cases))
        for testCase in suite.cases { xmlAddChild(element, self.element(testCase, of: suite)) }
        return element
    }

    private static func element(_ testCase: Case, of suite: Suite) -> xmlNodePtr? {
        let attributes = [
            ("classname", suite.name), ("name", testCase.name), ("time", seconds([testCase])),
        ]
        let element = element("testcase", attributes)
        for fault in testCase.faults { xmlAddChild(element, reason("failure", fault)) }
        if let error = testCase.error { xmlAddChild(element, reason("error", error)) }
        return element
    }

    private static func reason(_ kind: String, _ text: String) -> xmlNodePtr? {
        let element = element(kind, [("message", text)])
        xmlNodeAddContent(element, readable(text))
        return element
    }

    private static func counts(_ cases: [Case]) -> [(String, String)] {
        [
            ("tests", "\(cases.count)"), ("failures", "\(cases.count { !$0.faults.isEmpty })"),
            ("errors", "\(cases.count { $0.error != nil })"), ("time", seconds(cases)),
        ]
    }

    private static func seconds(_ cases: [Case]) -> String {
        cases.reduce(0) { $0 + $1.seconds }.decimals(6)
    }

    private static func element(_ name: String, _ attributes: [(String, String)]) -> xmlNodePtr? {
        let element = xmlNewNode(nil, name)
        for (name, value) in attributes { xmlNewProp(element, name, readable(value)) }
        return element
    }

    /// The text without characters that XML cannot hold.
    private static func readable(_ text: String) -> String {
        var scalars = text.unicodeScalars
        scalars.removeAll { $0.value < 0x20 && !"\t\n\r".unicodeScalars.contains($0) }
        return String(scalars)
    }
}
