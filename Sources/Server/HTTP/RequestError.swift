import Media
import Transport
import Wire

/// Why a request cannot be answered as asked.
enum RequestError: Error, Equatable {
    /// There is nothing at this address.
    case notFound
    /// No media has this id.
    case unknownMedia
    /// The media has no such stream.
    case unknownStream(String)
    /// A part of the query is missing or wrong; the text says which and what is expected.
    case badQuery(String)
    /// The media cannot be read.
    case unreadable(String)
    /// The frame cannot be decoded.
    case undecodable(String)
    /// There is no sound, or it cannot be decoded.
    case noSound(String)

    /// The login link has been used, or has expired.
    case usedUp
    /// The body was made for a version that is not the current one.
    case conflict(String)
    /// The address is of a file that is no longer there.
    case replaced(now: String)
    /// The request does not say which marks it replaces.
    case unconditional
    /// The marks are not those that the request replaces.
    case otherMarks(now: Int)
    /// The marks cannot be read at the moment.
    case marksUnread(String)
    /// The body cannot be used.
    case unusable(String)
    /// The answer would cost more than any may; the text names the limit.
    case tooMuch(String)
    /// There is no export of this name, or no export folder.
    case noExport(String)
    /// Too much is being made at once, for all or for this client.
    case busy
    /// New clients cannot be served at the moment; the text says why.
    case notReady(String)

    /// The error for a media that cannot be read.
    init(_ error: MediaError) {
        if case .noSuchStream = error {
            self = .unknownStream("\(error)")
        } else {
            self = .unreadable("\(error)")
        }
    }

    /// The error as the client reads it (RFC 9457).
    var problem: Problem {
        switch self {
        case .notFound:
            Problem(title: "Not found", status: 404, detail: "there is nothing at this address")
        case .unknownMedia:
            Problem(
                title: "Unknown media",
                status: 404,
                detail: "no media has this id; GET /api/v1/media lists those there are"
            )
        case .unknownStream(let text): Problem(title: "Unknown stream", status: 404, detail: text)
        case .badQuery(let text): Problem(title: "Bad request", status: 400, detail: text)
        case .unreadable(let text): Problem(title: "Unreadable media", status: 422, detail: text)
        case .usedUp:
            Problem(
                title: "Used up",
                status: 410,
                detail: "a link works once and for ten minutes; have the server print another"
            )
        case .conflict(let text): Problem(title: "Conflict", status: 409, detail: text)
        case .replaced(let version):
            Problem(
                title: "Replaced",
                status: 409,
                detail: "the file has been replaced or has grown: v=\(version)",
                version: version
            )
        case .unconditional:
            Problem(
                title: "Precondition Required",
                status: 428,
                detail: "name in If-Match the ETag of the marks that these replace, as GET told it"
            )
        case .otherMarks(let version):
            Problem(
                title: "Precondition Failed",
                status: 412,
                detail: "the marks are at version \(version): get those, then put others"
            )
        case .marksUnread(let text):
            Problem(title: "Unread marks", status: 503, detail: text)
        case .unusable(let text): Problem(title: "Unusable marks", status: 422, detail: text)
        case .noExport(let text): Problem(title: "Not found", status: 404, detail: text)
        case .tooMuch(let text): Problem(title: "Too much at once", status: 422, detail: text)
        case .undecodable(let text): Problem(title: "No picture", status: 422, detail: text)
        case .noSound(let text): Problem(title: "No sound", status: 422, detail: text)
        case .notReady(let text): Problem(title: "Not ready", status: 503, detail: text)
        case .busy:
            Problem(
                title: "Service Unavailable",
                status: 503,
                detail: "too many large answers are being made; try again shortly"
            )
        }
    }
}

extension Response {
    /// An error, as a problem document.
    init(_ error: RequestError) {
        let problem = error.problem
        self.init(problem)
        if problem.status == 503 { headers.append(("retry-after", "1")) }
    }
}
