import Media
import ScrubModel
import Wire

/// What a request asks for.
enum Route: Equatable {
    case page(String)
    case api(APIDocument)
    case mediaList
    case media(MediaID)
    case index(MediaID, IndexFormat)
    case target(MediaID, TargetQuery)
    case frame(MediaID, Int, PreviewFormat)
    case tiles(MediaID, TileRequest)
    case file(MediaID)
    case health
    case readiness
    case metrics

    /// How the frame table is written.
    enum IndexFormat: String {
        case json, csv
    }

    /// Reads a request's path and query.
    init(_ request: Request) throws(RequestError) {
        let segments = request.segments
        switch segments.first {
        case "healthz" where segments.count == 1: self = .health
        case "readyz" where segments.count == 1: self = .readiness
        case "metrics" where segments.count == 1: self = .metrics
        case "api": self = try Self.api(Array(segments.dropFirst()), request.query)
        default: self = .page(segments.isEmpty ? "index.html" : segments.joined(separator: "/"))
        }
    }

    private static func api(
        _ segments: [String],
        _ query: [String: String]
    ) throws(RequestError) -> Route {
        if segments.count == 1, let document = APIDocument(rawValue: segments[0]) {
            return .api(document)
        }
        guard segments.starts(with: ["v1", "media"]) else { throw .notFound }
        guard segments.count > 2 else { return .mediaList }
        let id = MediaID(segments[2])
        let path = Array(segments.dropFirst(3))
        if let tiles = try TileRequest(path, query) { return .tiles(id, tiles) }
        switch path {
        case []: return .media(id)
        case ["index"]: return .index(id, try indexFormat(query))
        case ["target"]: return .target(id, try TargetQuery(query))
        case ["file"]: return .file(id)
        case _ where path.count == 2 && path[0] == "frames":
            return .frame(id, try pictureNumber(path[1]), try previewFormat(query))
        default: throw .notFound
        }
    }

    private static func indexFormat(_ query: [String: String]) throws(RequestError) -> IndexFormat {
        guard let text = query["format"] else { return .json }
        guard let format = IndexFormat(rawValue: text) else {
            throw .badQuery("format: expected json or csv")
        }
        return format
    }

    /// Reads the name of a picture, such as `7.jpg`.
    static func pictureNumber(_ name: String) throws(RequestError) -> Int {
        // One picture, one address: 007.jpg and +7.jpg would be cached as others.
        guard let number = Int(name.prefix { $0 != "." }), number >= 0, name == "\(number).jpg"
        else { throw .notFound }
        return number
    }

    private static func previewFormat(
        _ query: [String: String]
    ) throws(RequestError) -> PreviewFormat {
        let width = try integer("width", in: PreviewRequest.widths, query)
        let quality = try integer("quality", in: PreviewRequest.qualities, query)
        return PreviewFormat(width: width, quality: quality ?? 90)
    }

    /// The stream that a query asks for; `nil` is the best one.
    static func stream(in query: [String: String]) throws(RequestError) -> Int? {
        try integer("stream", in: Open.streams, query)
    }

    /// Reads a whole number of the query; `nil` when it is not there.
    static func integer(
        _ name: String,
        in range: ClosedRange<Int>,
        _ query: [String: String]
    ) throws(RequestError) -> Int? {
        guard let text = query[name] else { return nil }
        guard let value = Int(text), range.contains(value) else {
            let end = range.upperBound == .max ? "more" : "\(range.upperBound)"
            throw .badQuery("\(name): expected \(range.lowerBound) to \(end)")
        }
        return value
    }
}

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
        case .undecodable(let text): Problem(title: "No picture", status: 422, detail: text)
        }
    }
}
