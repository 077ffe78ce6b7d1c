import Testing
import XML

@Suite("XML") struct XMLElementTests {
    @Test func `is read with names, attributes, children and text`() throws {
        let text = """
            <?xml version="1.0"?>
            <!-- a list --><a:list xmlns:a="urn:x" n="1"><item>&lt;x&gt;<![CDATA[&amp;]]></item>
            <item k="&quot;v&quot;"/></a:list>
            """
        let list = try XMLElement(document: Array(text.utf8))
        #expect(list.name == "list")
        #expect(list.attributes == [.init("n", "1")])
        #expect(list.children(named: "item").map(\.text) == ["<x>&amp;", ""])
        #expect(list.children[1].attributes == [.init("k", "\"v\"")])
        #expect(list.text(of: "item") == "<x>&amp;")
        #expect(list.text(of: "other") == nil)
    }

    @Test(arguments: ["", "x", "<a>", "<a/><b/>", "<a>&x;</a>", "<a b=c/>", "<a>\u{0}</a>"])
    func `that is not well-formed is refused`(text: String) {
        #expect(throws: XMLError.malformed) { try XMLElement(document: Array(text.utf8)) }
    }

    @Test func `that declares entities is refused`() {
        let text = "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><a>&x;</a>"
        #expect(throws: XMLError.declaresEntities) { try XMLElement(document: Array(text.utf8)) }
    }

    @Test func `that is nested without end is refused`() {
        let text =
            String(repeating: "<a>", count: 10_000) + String(repeating: "</a>", count: 10_000)
        #expect(throws: XMLError.malformed) { try XMLElement(document: Array(text.utf8)) }
    }

    @Test func `is read as it was written, but for what it cannot hold`() throws {
        let item = XMLElement("item", [.init("k", "<\"&\u{1}'>")], text: "a\u{2}\t]]>\u{1F600}")
        let list = XMLElement("list", [], [item, XMLElement("empty")])
        let read = try XMLElement(document: Array(list.document.utf8))
        #expect(read.children[0].attributes == [.init("k", "<\"&'>")])
        #expect(read.children[0].text == "a\t]]>\u{1F600}")
        #expect(read.children[1] == XMLElement("empty"))
    }
}
