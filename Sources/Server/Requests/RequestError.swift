import Media
import Wire

/// Why a request cannot be answered as asked.
enum RequestError: Error, Equatable {
    /// Nothing is there.
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

    /// The link has been used, or is too old.
    case usedUp
    /// What is put was made for what is no longer there.
    case conflict(String)
    /// What is put cannot be used.
    case unusable(String)
    /// Nothing is exported of this name, or nothing at all.
    case noExport(String)

    /// What a media is refused for.
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
        case .unusable(let text): Problem(title: "Unusable marks", status: 422, detail: text)
        case .noExport(let text): Problem(title: "Not found", status: 404, detail: text)
        case .undecodable(let text): Problem(title: "No picture", status: 422, detail: text)
        }
    }
}
