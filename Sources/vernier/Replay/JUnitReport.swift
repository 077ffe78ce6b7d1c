import Foundation
import FoundationXML
import Wire

/// A replay as test runners read it: a suite for each trace, a case for each gesture or seek.
enum JUnitReport {
    /// The whole document.
    static func text(_ traces: [JudgedTrace]) -> String {
        let passages = traces.flatMap(\.passages)
        let root = element("testsuites", [("name", "vernier replay")] + counts(passages))
        for trace in traces { root.addChild(suite(trace)) }
        let document = XMLDocument(rootElement: root)
        (document.version, document.characterEncoding) = ("1.0", "UTF-8")
        let data = document.xmlData(options: .nodePrettyPrint)
        return String(decoding: data, as: UTF8.self)
    }

    private static func suite(_ trace: JudgedTrace) -> XMLElement {
        let suite = element("testsuite", [("name", trace.name)] + counts(trace.passages))
        for passage in trace.passages { suite.addChild(testCase(passage, of: trace)) }
        return suite
    }

    private static func testCase(_ passage: JudgedPassage, of trace: JudgedTrace) -> XMLElement {
        let attributes = [
            ("classname", trace.name), ("name", passage.name), ("time", seconds([passage])),
        ]
        let testCase = element("testcase", attributes)
        for fault in passage.faults {
            let failure = element("failure", [("message", fault)])
            failure.stringValue = fault
            testCase.addChild(failure)
        }
        return testCase
    }

    private static func counts(_ passages: [JudgedPassage]) -> [(String, String)] {
        [
            ("tests", "\(passages.count)"),
            ("failures", "\(passages.count { !$0.faults.isEmpty })"),
            ("errors", "0"), ("time", seconds(passages)),
        ]
    }

    /// The time that was waited for pictures.
    private static func seconds(_ passages: [JudgedPassage]) -> String {
        let milliseconds = passages.compactMap(\.shown).reduce(0) { $0 + $1.latency }
        return String(format: "%.6f", milliseconds / 1000)
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
