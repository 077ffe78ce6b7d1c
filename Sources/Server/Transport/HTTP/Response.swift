/// An answer to a request.
package struct Response {
    package var status: Int

    /// The header fields, names in lower case.
    ///
    /// The transport adds the length, the connection's fate and
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

    /// `length` bytes, fetched piece by piece as the client takes them.
    ///
    /// `read` puts the bytes from `offset` on into the buffer, on the loop's thread,
    /// and returns how many; 0 or less is a failure, which cuts the connection.
    case stream(
        length: Int64,
        read: (_ offset: Int64, _ into: UnsafeMutableRawBufferPointer) -> Int
    )

    var length: Int64 {
        switch self {
        case .none: 0
        case .bytes(let bytes): Int64(bytes.count)
        case .stream(let length, _): length
        }
    }
}

extension Response {
    /// An error in the form of RFC 9457.
    ///
    /// `title` and `detail` are our own words: nothing a client sent goes into them.
    static func problem(
        _ status: Int,
        title: String,
        detail: String,
        headers: [(String, String)] = []
    ) -> Response {
        let text = #"{"title":"\#(title)","status":\#(status),"detail":"\#(detail)"}"#
        return Response(
            status: status,
            headers: [("content-type", "application/problem+json")] + headers,
            body: .bytes(Array(text.utf8))
        )
    }
}
