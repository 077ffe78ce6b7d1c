extension StringProtocol {
    /// The text without the spaces and tabs around it.
    ///
    /// Works on bytes: in HTTP, configuration files and lists of marks a blank ends a value, also
    /// where the next character would combine with it.
    package var trimmed: Substring {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let start = Substring(self).utf8.drop(while: isBlank)
        guard let last = start.lastIndex(where: { !isBlank($0) }) else { return Substring() }
        return Substring(start[...last])
    }

    /// The text as a part of an address: every byte that is not unreserved becomes `%XX`, except
    /// those in `kept`.
    package func percentEncoded(keeping kept: [UInt8] = []) -> String {
        utf8.percentEncoded(keeping: kept)
    }
}

extension StringProtocol {
    /// The bytes that a part of an address stands for; a percent sign without two digits stays.
    package var percentDecoded: [UInt8] {
        var (bytes, rest) = ([UInt8](), Substring(self).utf8)
        while let first = rest.popFirst() {
            let digits = Substring(rest.prefix(2))
            if first == UInt8(ascii: "%"), digits.utf8.count == 2, digits.first != "+",
                let byte = UInt8(digits, radix: 16)
            {
                bytes.append(byte)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(first)
            }
        }
        return bytes
    }
}

extension Sequence<UInt8> {
    /// The bytes as a part of an address; see the same of a text.
    package func percentEncoded(keeping kept: [UInt8] = []) -> String {
        reduce(into: "") { text, byte in
            if byte.isUnreserved || kept.contains(byte) {
                text.unicodeScalars.append(UnicodeScalar(byte))
            } else {
                text += "%" + byte.padded(to: 2, radix: 16, uppercase: true)
            }
        }
    }
}

extension UInt8 {
    /// Whether a byte is a hexadecimal digit, in lower case.
    package var isHexDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
        default: false
        }
    }

    /// Whether a byte needs no encoding anywhere in an address (RFC 3986, section 2.3).
    package var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: "-._~".utf8.contains(self)
        }
    }
}

extension UnsignedInteger {
    /// The number's digits, with zeros before them where there are fewer than `width`.
    package func padded(to width: Int, radix: Int = 10, uppercase: Bool = false) -> String {
        let digits = String(self, radix: radix, uppercase: uppercase)
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}

extension Sequence<UInt8> {
    /// Two hexadecimal digits for each byte.
    package var hexadecimal: String { map { $0.padded(to: 2, radix: 16) }.joined() }
}
