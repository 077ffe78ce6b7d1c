/// JSON that is put together byte by byte, for messages that are sent too often, or are too long, for
/// Foundation's encoder.
struct PlainJSON {
    /// What has been written so far, in UTF-8.
    private(set) var bytes: [UInt8] = []

    /// Begins with nothing, and room for so many bytes.
    init(reserving count: Int) { bytes.reserveCapacity(count) }

    /// Writes what is the same in each message.
    ///
    /// Of a `StaticString` all bytes are copied at once, without asking how the text is kept.
    mutating func put(_ text: StaticString) {
        text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    }

    /// Writes text as it is.
    mutating func put(text: String) { bytes += text.utf8 }

    /// Writes what stands before a number, and the number.
    mutating func put(_ name: StaticString, _ value: Double?) {
        put(name)
        guard let value else { return put("null") }
        put(text: value.description)
        // Swift writes 1.0 where JSON's 1 will do.
        let (dot, zero) = (bytes.count - 2, bytes.count - 1)
        guard bytes[zero] == UInt8(ascii: "0"), bytes[dot] == UInt8(ascii: ".") else { return }
        bytes.removeSubrange(dot...)
    }

    /// The same of a whole number.
    mutating func put(_ name: StaticString, _ value: Int?) {
        put(name)
        guard let value else { return put("null") }
        // The library's generic encoder takes as long as all of the rest.
        let start = bytes.count
        var rest = value.magnitude
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        bytes[start...].reverse()
    }

    /// The same of a truth value.
    mutating func put(_ name: StaticString, _ value: Bool) {
        put(name)
        put(value ? "true" : "false")
    }

    /// Writes text between quotes, with the escapes of Foundation's encoder.
    mutating func put(quoted text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x08: put(#"\b"#)
            case 0x09: put(#"\t"#)
            case 0x0A: put(#"\n"#)
            case 0x0C: put(#"\f"#)
            case 0x0D: put(#"\r"#)
            case 0..<0x20: put(text: (byte < 0x10 ? #"\u000"# : #"\u00"#) + String(byte, radix: 16))
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

extension String {
    /// Whether none of its characters needs an escape.
    var isPlain: Bool {
        utf8.allSatisfy {
            $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
    }
}
