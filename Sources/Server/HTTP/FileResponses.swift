import Basics
import Library
import Media
import System
import Transport
import Wire

extension Response {
    /// A media file, or the part of it that was asked for, whose `body` is made from its range.
    init(
        _ file: OpenFile,
        name: String,
        _ request: Request,
        _ body: (Range<Int64>) throws(RequestError) -> Body
    ) throws(RequestError) {
        let tag = "\"\(file.identity)\""
        let length = file.identity.size
        guard !request.matches(tag) else {
            self.init(status: 304, headers: [("etag", tag), Self.revalidate])
            return
        }
        let headers = [
            ("content-type", MediaTypes.type(of: name)), ("etag", tag), ("accept-ranges", "bytes"),
            Self.revalidate,
        ]
        // A client that has a part of an older version must get all of the new one.
        let isSame = request.ifRange.map { $0 == tag } ?? true
        switch ByteRange(isSame ? request.range : nil, length: length) {
        case .whole:
            self.init(status: 200, headers: headers, body: try body(0..<length))
        case .part(let range):
            let contentRange = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length)"
            self.init(
                status: 206,
                headers: headers + [("content-range", contentRange)],
                body: try body(range)
            )
        case .unsatisfiable:
            self = .problem(
                416,
                title: "Range not satisfiable",
                detail: "the file has \(length) bytes",
                headers: [("content-range", "bytes */\(length)")]
            )
        }
    }

    /// A file as a download.
    init(
        download file: OpenFile,
        name: String,
        _ request: Request,
        _ body: (Range<Int64>) throws(RequestError) -> Body
    ) throws(RequestError) {
        try self.init(file, name: name, request, body)
        headers.append(Self.attachment(name))
    }

    /// The header that has browsers save the body under a name (RFC 6266).
    static func attachment(_ name: String) -> (String, String) {
        ("content-disposition", "attachment; filename*=UTF-8''\(name.percentEncoded())")
    }
}

/// The part of a file that a request asks for (RFC 9110, section 14).
enum ByteRange: Equatable {
    /// All of it: no range was asked for, or one that may be ignored.
    case whole
    /// These bytes.
    case part(Range<Int64>)
    /// A range beyond the end.
    case unsatisfiable

    /// Reads a `Range` field for a file of `length` bytes.
    ///
    /// A field that is malformed, of another unit or of several ranges is ignored, as the RFC
    /// allows: players fall back to the whole file. So is any of an empty file, of which there is
    /// no part that `Content-Range` could name.
    init(_ field: String?, length: Int64) {
        guard length > 0, let field, let bounds = Self.bounds(field) else {
            self = .whole
            return
        }
        switch bounds {
        case (let first?, let last):
            let end = min(last.map { $0 < .max ? $0 + 1 : $0 } ?? length, length)
            self = first < length ? .part(first..<end) : .unsatisfiable
        case (nil, let count?):
            self = count > 0 ? .part(max(0, length - count)..<length) : .unsatisfiable
        case (nil, nil):
            self = .whole
        }
    }

    /// The numbers on both sides of the dash; `nil` where the field is not a single range.
    private static func bounds(_ field: String) -> (first: Int64?, last: Int64?)? {
        guard field.lowercased().hasPrefix("bytes=") else { return nil }
        let parts = field.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let first = number(parts[0]), let last = number(parts[1]) else {
            return nil
        }
        if let from = first.value, let to = last.value, to < from { return nil }
        return (first.value, last.value)
    }

    /// A number, or `(nil, ())` for an empty text; `nil` for anything else.
    private static func number(_ text: Substring) -> (value: Int64?, Void)? {
        if text.isEmpty { return (nil, ()) }
        guard text.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
        return (Int64(text) ?? .max, ())
    }
}

/// The MIME types of media files.
enum MediaTypes {
    /// The type for a file name, by its ending; `application/octet-stream` for unknown ones.
    static func type(of name: String) -> String {
        let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        return types[ending] ?? "application/octet-stream"
    }

    private static let types = [
        "mp4": "video/mp4", "m4v": "video/mp4", "mov": "video/quicktime", "webm": "video/webm",
        "mkv": "video/x-matroska", "ts": "video/mp2t", "m2ts": "video/mp2t", "mts": "video/mp2t",
        "avi": "video/x-msvideo", "ogv": "video/ogg", "mpg": "video/mpeg", "mpeg": "video/mpeg",
        "flv": "video/x-flv", "wmv": "video/x-ms-wmv", "m4a": "audio/mp4", "aac": "audio/aac",
        "mp3": "audio/mpeg", "ogg": "audio/ogg", "oga": "audio/ogg", "opus": "audio/ogg",
        "wav": "audio/wav", "flac": "audio/flac", "png": "image/png", "jpg": "image/jpeg",
        "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "apng": "image/apng",
    ]
}

/// The prefix of the addresses from which a reverse proxy sends media files: `X-Accel-Redirect`.
///
/// Below the prefix, the proxy maps addresses to the same absolute paths as the server's.
package struct AccelPrefix: Equatable, Sendable {
    private let path: String

    /// Takes an absolute path of plain names, such as `/accel`; `nil` for anything else.
    package init?(_ text: String) {
        let names = text.split(separator: "/")
        let isPlain = names.allSatisfy { name in
            name.utf8.allSatisfy(\.isUnreserved) && name != "." && name != ".."
        }
        guard text.hasPrefix("/"), !names.isEmpty, isPlain else { return nil }
        path = "/" + names.joined(separator: "/")
    }

    /// The proxy's address of the file at an absolute path.
    ///
    /// Names are percent-encoded, so each decodes to the same name and nothing ends the path.
    func address(of file: String) -> String {
        path + file.fileName.percentEncoded(keeping: [UInt8(ascii: "/")])
    }
}

extension Response {
    /// Has the proxy send a file, or the part that its client asks for.
    ///
    /// ETag and ranges are the proxy's, because it opens the file itself.
    ///
    /// `nil` for a file that lies elsewhere.
    init?(_ file: MediaLibrary.Entry, redirectedBy prefix: AccelPrefix) {
        guard let path = file.path else { return nil }
        self.init(
            status: 200,
            headers: [
                ("content-type", MediaTypes.type(of: file.name)),
                ("x-accel-redirect", prefix.address(of: path)), Self.revalidate,
            ]
        )
    }
}
