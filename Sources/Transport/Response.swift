package import Wire

/// An answer to a request.
package struct Response {
    package var status: Int

    /// The header fields, names in lower case.
    ///
    /// The transport adds the length, the `Connection` field and
    /// ``ResponseHead/defaults``, which a field of the same name here replaces.
    package var headers: [(String, String)]

    package var body: Body

    package init(status: Int, headers: [(String, String)] = [], body: Body = .none) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// What follows the head of an answer; a HEAD request gets only its length.
package enum Body {
    case none

    case bytes([UInt8])

    /// `length` bytes that are made, or read, by another thread while the client takes them.
    ///
    /// `take` puts some of them into the buffer, on the loop's thread. Where there are none yet, it
    /// is called again after ``ServiceLoop/resume(_:)``.
    case made(length: Int64, take: (UnsafeMutableRawBufferPointer) -> Piece)

    /// What there is of a body by now.
    package enum Piece: Equatable {
        /// So many bytes, at least one.
        case bytes(Int)
        /// Nothing yet.
        case notYet
        /// Nothing any more, which cuts the connection.
        case failed
    }

    var length: Int64 {
        switch self {
        case .none: 0
        case .bytes(let bytes): Int64(bytes.count)
        case .made(let length, _): length
        }
    }
}

extension Response {
    /// An error in the form of RFC 9457.
    package static func problem(
        _ status: Int,
        title: String,
        detail: String,
        headers: [(String, String)] = []
    ) -> Response {
        Response(Problem(title: title, status: status, detail: detail), headers: headers)
    }

    /// A problem document; no cache may keep it.
    package init(_ problem: Problem, headers: [(String, String)] = []) {
        let kept = [("content-type", Problem.contentType), ("cache-control", "no-store")]
        self.init(status: problem.status, headers: kept + headers, body: .bytes(problem.json()))
    }
}

/// The bytes in front of an answer's body.
struct ResponseHead {
    /// Fields of every answer that does not set them itself.
    ///
    /// They allow the server's own pages to load its resources, and no other page to load or frame
    /// them.
    static let defaults: [(String, String)] = [
        ("content-security-policy", "default-src 'none'; frame-ancestors 'none'"),
        ("cross-origin-embedder-policy", "require-corp"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
        ("referrer-policy", "no-referrer"),
        ("x-content-type-options", "nosniff"),
    ]

    let status: Int
    let fields: [(String, String)]

    init(_ response: Response, closes: Bool) {
        let names = Set(response.headers.map(\.0))
        status = response.status
        var fields = response.headers + Self.defaults.filter { !names.contains($0.0) }
        // 204 and 304 have no body, and a length would mean that of the full response.
        if status != 204, status != 304 {
            fields.append(("content-length", String(response.body.length)))
        }
        if closes { fields.append(("connection", "close")) }
        self.fields = fields
    }

    var bytes: [UInt8] {
        var bytes = Array("HTTP/1.1 \(status) \(Self.reason(for: status))\r\n".utf8)
        bytes += Self.encode(fields)
        bytes += [0x0D, 0x0A]
        return bytes
    }

    /// The lines for `fields`; control characters in values become spaces.
    static func encode(_ fields: [(String, String)]) -> [UInt8] {
        var bytes: [UInt8] = []
        for (name, value) in fields {
            bytes += name.utf8
            bytes += [0x3A, 0x20]
            // A value may hold a file's name, in which a line break would start a new field.
            bytes += value.utf8.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }
            bytes += [0x0D, 0x0A]
        }
        return bytes
    }

    private static func reason(for status: Int) -> String {
        reasons[status] ?? (status < 400 ? "OK" : "Error")
    }

    private static let reasons = [
        200: "OK", 204: "No Content", 206: "Partial Content",
        303: "See Other", 304: "Not Modified",
        400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 409: "Conflict", 410: "Gone",
        411: "Length Required", 412: "Precondition Failed",
        413: "Content Too Large", 416: "Range Not Satisfiable", 421: "Misdirected Request",
        422: "Unprocessable Content",
        426: "Upgrade Required", 428: "Precondition Required", 429: "Too Many Requests",
        500: "Internal Server Error", 501: "Not Implemented", 503: "Service Unavailable",
        504: "Gateway Timeout", 505: "HTTP Version Not Supported",
    ]
}
