import Glibc

/// Names of files as text, whatever bytes they are made of.
///
/// A name need not be UTF-8. A byte that is no part of UTF-8 stands in the text as a scalar of the
/// private use area, U+F780 to U+F7FF; so does each byte of such a scalar in a name, so that every
/// name comes back as it was. (MirBSD's OPTU-8 does so, and Python's `surrogateescape` alike.)
extension String {
    /// The text of a name's bytes.
    public init(fileName bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        if let text = String(validating: bytes, as: UTF8.self), !text.hasStandIns {
            self = text
            return
        }
        var text = UnicodeScalarView()
        var (parser, rest, start) = (Unicode.UTF8.ForwardParser(), bytes.makeIterator(), 0)
        parsing: while true {
            let length: Int
            switch parser.parseScalar(from: &rest) {
            case .valid(let encoded):
                let scalar = Unicode.UTF8.decode(encoded)
                length = encoded.count
                if !FileNameByte.isOne(scalar) {
                    text.append(scalar)
                    start += length
                    continue parsing
                }
            case .error(let count): length = count
            case .emptyInput: break parsing
            }
            text += bytes[start..<start + length].map(FileNameByte.scalar)
            start += length
        }
        self.init(text)
    }

    /// The text of a name as C has it.
    public init(fileName: UnsafePointer<CChar>) {
        self.init(
            fileName: UnsafeBufferPointer(start: fileName, count: strlen(fileName)).map(
                UInt8.init(bitPattern:)
            )
        )
    }

    /// The bytes that this is the text of.
    public var fileName: [UInt8] {
        guard hasStandIns else { return Array(utf8) }
        return unicodeScalars.flatMap { scalar -> [UInt8] in
            FileNameByte.isOne(scalar)
                ? [FileNameByte.value(of: scalar)] : Array(Unicode.UTF8.encode(scalar)!)
        }
    }

    /// The text as people may read it: with U+FFFD for what is no part of UTF-8.
    public var readable: String {
        hasStandIns ? String(decoding: fileName, as: UTF8.self) : self
    }

    /// Whether a scalar stands for a byte; each begins with 0xEF in UTF-8, which few names have.
    private var hasStandIns: Bool {
        utf8.contains(0xEF) && unicodeScalars.contains(where: FileNameByte.isOne)
    }

    /// Calls C with the name's bytes.
    public func withFileName<Value>(_ call: (UnsafePointer<CChar>) -> Value) -> Value {
        guard hasStandIns else { return withCString(call) }
        return (fileName.map(CChar.init(bitPattern:)) + [0]).withUnsafeBufferPointer {
            call($0.baseAddress!)
        }
    }
}

/// A byte of a name that is no part of UTF-8, as a scalar.
private enum FileNameByte {
    static func isOne(_ scalar: UnicodeScalar) -> Bool { (0xF780...0xF7FF).contains(scalar.value) }

    static func scalar(_ byte: UInt8) -> UnicodeScalar { UnicodeScalar(0xF700 + UInt32(byte))! }

    static func value(of scalar: UnicodeScalar) -> UInt8 { UInt8(scalar.value - 0xF700) }
}
