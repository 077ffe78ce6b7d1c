import Media

/// Where a proxy in front finds media files, which it then sends itself: `X-Accel-Redirect`.
///
/// Below the prefix, the proxy has the files where the server has them.
package struct AccelPrefix: Equatable, Sendable {
    private let path: String

    /// Takes an absolute path of plain names, such as `/accel`; `nil` for anything else.
    package init?(_ text: String) {
        let names = text.split(separator: "/")
        let isPlain = names.allSatisfy { name in
            name.utf8.allSatisfy(Self.isUnreserved) && name != "." && name != ".."
        }
        guard text.hasPrefix("/"), !names.isEmpty, isPlain else { return nil }
        path = "/" + names.joined(separator: "/")
    }

    /// The proxy's address of the file at an absolute path.
    ///
    /// Whatever a name holds, it stays a part of the path, and the proxy finds that very name.
    func address(of file: String) -> String {
        path + file.utf8.map(Self.encoded).joined()
    }

    private static func encoded(_ byte: UInt8) -> String {
        guard !isUnreserved(byte), byte != UInt8(ascii: "/") else {
            return String(UnicodeScalar(byte))
        }
        let digits = String(byte, radix: 16, uppercase: true)
        return byte < 16 ? "%0\(digits)" : "%\(digits)"
    }

    /// Whether a byte stands for itself wherever it is in an address (RFC 3986, section 2.3).
    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: "-._~".utf8.contains(byte)
        }
    }
}

extension Response {
    /// Has the proxy send a file, or the part that its client asks for.
    ///
    /// Tags and ranges are the proxy's: it opens the file itself, and knows which one it got.
    init(_ file: MediaLibrary.Entry, handedTo prefix: AccelPrefix) {
        self.init(
            status: 200,
            headers: [
                ("content-type", MediaTypes.type(of: file.name)),
                ("x-accel-redirect", prefix.address(of: file.path)), Self.revalidate,
            ]
        )
    }
}
