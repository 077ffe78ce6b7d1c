import CLibXML2

// XML: documents as values; the only importer of libxml2.

/// An element of an XML document, with all that is in it.
package struct XMLElement: Hashable, Sendable {
    /// A name and a value in an element's tag.
    package struct Attribute: Hashable, Sendable {
        package let name, value: String

        package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    }

    /// The name, without the prefix of a namespace.
    package let name: String
    /// The attributes, in their order.
    package private(set) var attributes: [Attribute]
    /// The elements in it, in their order.
    package private(set) var children: [XMLElement]
    /// The text in it, without that of its children.
    package private(set) var text: String

    package init(
        _ name: String,
        _ attributes: [Attribute] = [],
        _ children: [XMLElement] = [],
        text: String = ""
    ) {
        (self.name, self.attributes) = (name, attributes)
        (self.children, self.text) = (children, text)
    }

    /// The children with a name.
    package func children(named name: String) -> [XMLElement] {
        children.filter { $0.name == name }
    }

    /// The text of the first child with a name; `nil` where there is none.
    package func text(of name: String) -> String? {
        children.first { $0.name == name }?.text
    }
}

/// Why bytes are no XML that is read.
package enum XMLError: Error, Equatable, CustomStringConvertible {
    /// They are not well-formed.
    case malformed
    /// They declare entities, which may stand for anything.
    case declaresEntities

    package var description: String {
        switch self {
        case .malformed: "it is not well-formed XML"
        case .declaresEntities: "it declares entities of its own, which are not read"
        }
    }
}

// MARK: - Reading

extension XMLElement {
    /// Reads a document; nothing that it names is read.
    ///
    /// libxml2 refuses more than 256 levels.
    package init(document bytes: [UInt8]) throws(XMLError) {
        let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue
        guard let count = Int32(exactly: bytes.count),
            let document = bytes.withUnsafeBytes({ bytes in
                let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
                return xmlReadMemory(
                    start,
                    count,
                    nil,
                    nil,
                    Int32(options | XML_PARSE_NOWARNING.rawValue)
                )
            })
        else { throw .malformed }
        defer { xmlFreeDoc(document) }
        guard document.pointee.intSubset == nil else { throw .declaresEntities }
        guard let root = xmlDocGetRootElement(document) else { throw .malformed }
        self.init(node: root)
    }

    private init(node: xmlNodePtr) {
        self.init(Self.text(node.pointee.name))
        var attribute = node.pointee.properties
        while let found = attribute {
            let value = found.pointee.children.map { Self.text($0.pointee.content) } ?? ""
            attributes.append(Attribute(Self.text(found.pointee.name), value))
            attribute = found.pointee.next
        }
        var child = node.pointee.children
        while let found = child {
            switch found.pointee.type {
            case XML_ELEMENT_NODE: children.append(XMLElement(node: found))
            case XML_TEXT_NODE, XML_CDATA_SECTION_NODE: text += Self.text(found.pointee.content)
            default: break
            }
            child = found.pointee.next
        }
    }

    private static func text(_ bytes: UnsafePointer<xmlChar>?) -> String {
        bytes.map { String(cString: $0) } ?? ""
    }
}

// MARK: - Writing

extension XMLElement {
    /// The element as a whole document in UTF-8, indented; without characters that XML cannot hold.
    package var document: String {
        let document = xmlNewDoc("1.0")
        defer { xmlFreeDoc(document) }
        xmlDocSetRootElement(document, node)
        var bytes: UnsafeMutablePointer<UInt8>?
        var count: Int32 = 0
        xmlDocDumpFormatMemoryEnc(document, &bytes, &count, "UTF-8", 1)
        defer { vn_xml_free(bytes) }
        return String(decoding: UnsafeBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
    }

    /// A node of libxml2's, which belongs to whoever adds it to a document.
    private var node: xmlNodePtr? {
        let node = xmlNewNode(nil, name)
        for attribute in attributes { xmlNewProp(node, attribute.name, attribute.value.writable) }
        if !text.isEmpty { xmlNodeAddContent(node, text.writable) }
        for child in children { xmlAddChild(node, child.node) }
        return node
    }
}

extension String {
    /// The text without characters that XML cannot hold.
    fileprivate var writable: String {
        var scalars = unicodeScalars
        scalars.removeAll { $0.value < 0x20 && !"\t\n\r".unicodeScalars.contains($0) }
        return String(scalars)
    }
}
