import Media
import Wire

extension Response {
    /// A media file, or the part of it that was asked for.
    init(_ file: OpenFile, name: String, _ request: Request) {
        let tag = "\"\(file.identityNow)\""
        let length = file.size
        guard !request.matches(tag) else {
            self.init(status: 304, headers: [("etag", tag), Self.revalidate])
            return
        }
        let headers = [
            ("content-type", MediaTypes.type(of: name)), ("etag", tag), ("accept-ranges", "bytes"),
            Self.revalidate,
        ]
        // A client that continues an older copy must get all of the new one.
        let isSame = request.ifRange.map { $0 == tag } ?? true
        switch ByteRange(isSame ? request.range : nil, length: length) {
        case .whole:
            self.init(status: 200, headers: headers, body: Self.bytes(0..<length, of: file))
        case .part(let range):
            let place = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length)"
            self.init(
                status: 206,
                headers: headers + [("content-range", place)],
                body: Self.bytes(range, of: file)
            )
        case .unsatisfiable:
            self = .problem(
                416,
                title: "Range not satisfiable",
                detail: "the file has \(length) bytes",
                headers: [("content-range", "bytes */\(length)"), ("cache-control", "no-store")]
            )
        }
    }

    /// A file that the client is to keep, and not to show.
    init(download file: OpenFile, name: String, _ request: Request) {
        self.init(file, name: name, request)
        headers.append(Self.attachment(name))
    }

    /// Has browsers keep what follows, by a name (RFC 6266).
    static func attachment(_ name: String) -> (String, String) {
        let escaped = name.utf8.map { byte in
            let isPlain = unreserved.contains(byte)
            return isPlain
                ? String(UnicodeScalar(byte))
                : "%" + (byte < 16 ? "0" : "")
                    + String(byte, radix: 16, uppercase: true)
        }
        return ("content-disposition", "attachment; filename*=UTF-8''\(escaped.joined())")
    }

    private static let unreserved = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8
    )

    private static func bytes(_ range: Range<Int64>, of file: OpenFile) -> Body {
        .stream(length: range.upperBound - range.lowerBound) { offset, buffer in
            file.read(at: range.lowerBound + offset, into: buffer)
        }
    }
}
