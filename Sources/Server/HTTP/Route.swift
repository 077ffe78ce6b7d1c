import Marks
import Media
import Pictures
import ScrubModel
import Scrubbing
import Transport
import Wire

/// The routes: what each path and query asks for, validated.
enum Route: Equatable {
    case page(String)
    case api(APIDocument)
    case mediaList
    case media(MediaID)
    case index(MediaID, IndexFormat, of: ClosedRange<Double>? = nil)
    case target(MediaID, TargetQuery)
    case frame(MediaID, Int, PreviewFormat)
    case tiles(MediaID, TileRequest)
    case lossless(MediaID, LosslessQuery)
    case sound(MediaID, SoundRequest)
    case storyboard(MediaID, StoryboardQuery)
    case file(MediaID)
    case marks(MediaID, MarkFile?)
    case newMarks(MediaID, NewMarks)
    case exports
    case export(String)
    case invitation(String)
    case access
    case health
    case readiness
    case metrics

    /// How the frame table is written.
    enum IndexFormat: String {
        case json, csv, torchcodec
    }

    /// Reads a request's path and query.
    init(_ request: Request) throws(RequestError) {
        let segments = request.segments
        if request.method == .put {
            self = try Self.change(segments, request)
            return
        }
        switch segments.first {
        case "healthz" where segments.count == 1: self = .health
        case "readyz" where segments.count == 1: self = .readiness
        case "metrics" where segments.count == 1: self = .metrics
        case Invitations.path where segments.count == 2: self = .invitation(segments[1])
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
        switch segments.prefix(2) {
        case ["v1", "access"] where segments.count == 2: return .access
        case ["v1", "media"] where segments.count == 2: return .mediaList
        case ["v1", "media"]:
            return try media(MediaID(segments[2]), Array(segments.dropFirst(3)), query)
        case ["v1", "exports"] where segments.count == 2: return .exports
        case ["v1", "exports"] where segments.count == 3: return .export(segments[2])
        default: throw .notFound
        }
    }

    private static func media(
        _ id: MediaID,
        _ path: [String],
        _ query: [String: String]
    ) throws(RequestError) -> Route {
        if let tiles = try TileRequest(path, query) { return .tiles(id, tiles) }
        if let pixels = try LosslessQuery(path, query) { return .lossless(id, pixels) }
        if let sound = try SoundRequest(path, query) { return .sound(id, sound) }
        switch path {
        case []: return .media(id)
        case ["index"]:
            let isPart = query["from"] != nil || query["to"] != nil
            let format = try indexFormat(query)
            guard format != .torchcodec || !isPart else {
                throw .badQuery("from, to: torchcodec needs every frame")
            }
            return .index(id, format, of: isPart ? try stretch(query) : nil)
        case ["target"]: return .target(id, try TargetQuery(query))
        case ["storyboard"]: return .storyboard(id, try StoryboardQuery(query))
        case ["file"]: return .file(id)
        case ["marks"]: return .marks(id, try markFile(query))
        case _ where path.count == 2 && path[0] == "frames":
            return .frame(id, try pictureNumber(path[1]), try previewFormat(query))
        default: throw .notFound
        }
    }

    /// Whether `PUT` is allowed at a path.
    static func canPut(_ path: String) -> Bool {
        canPut(path.split(separator: "/").map(String.init))
    }

    private static func canPut(_ segments: [String]) -> Bool {
        segments.count == 5 && segments.starts(with: ["api", "v1", "media"])
            && segments[4] == "marks"
    }

    /// The route of a `PUT` request.
    private static func change(
        _ segments: [String],
        _ request: Request
    ) throws(RequestError) -> Route {
        guard canPut(segments) else { throw .notFound }
        let version = try integer("version", in: 0...MarkSet.idLimit, request.query)
        let file = try markFile(request.query)
        return .newMarks(
            MediaID(segments[3]),
            try NewMarks(request, file: file, version: version)
        )
    }

    private static func markFile(_ query: [String: String]) throws(RequestError) -> MarkFile? {
        guard let text = query["format"] else { return nil }
        guard let file = MarkFile(rawValue: text) else {
            let names = MarkFile.allCases.map(\.rawValue).joined(separator: ", ")
            throw .badQuery("format: expected one of \(names)")
        }
        return file
    }

    private static func indexFormat(_ query: [String: String]) throws(RequestError) -> IndexFormat {
        guard let text = query["format"] else { return .json }
        guard let format = IndexFormat(rawValue: text) else {
            throw .badQuery("format: expected json, csv or torchcodec")
        }
        return format
    }

    /// Reads the name of a picture, such as `7.jpg`.
    static func pictureNumber(
        _ name: String,
        as ending: String = "jpg"
    ) throws(RequestError) -> Int {
        // One address for each picture: 007.jpg and +7.jpg would be cached separately.
        guard let number = Int(name.prefix { $0 != "." }), frames.contains(number),
            name == "\(number).\(ending)"
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

    /// A stretch of the track: all of it, unless `from` and `to` say otherwise, in either order.
    static func stretch(_ query: [String: String]) throws(RequestError) -> ClosedRange<Double> {
        let from = try position("from", query) ?? 0
        let to = try position("to", query) ?? 1
        return min(from, to)...max(from, to)
    }

    private static func position(
        _ name: String,
        _ query: [String: String]
    ) throws(RequestError) -> Double? {
        guard let text = query[name] else { return nil }
        guard let value = Double(text), (0...1).contains(value) else {
            throw .badQuery("\(name): expected a number in 0…1")
        }
        return value
    }

    /// The numbers that a frame may have: no film has more frames than fit into 32 bits.
    static let frames = 0...Int(Int32.max)

    /// The stream in a query; `nil` is the best one.
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
            throw .badQuery("\(name): expected \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }
}
