import Library
import Media
import Pictures
import Timeline
import Transport
import Wire

extension Response {
    /// For content that never changes at its address: caches may keep it for a year.
    static let immutable = ("cache-control", "public, max-age=31536000, immutable")
    /// For the same at a signed address: caches keep it until the signature expires.
    static func immutable(for seconds: Int64) -> (String, String) {
        ("cache-control", "public, max-age=\(min(max(seconds, 0), 31_536_000)), immutable")
    }

    /// Caches may keep it, and must revalidate it.
    static let revalidate = ("cache-control", "no-cache")
    /// No cache may keep it.
    static let unkept = ("cache-control", "no-store")

    /// A JSON document of the current state.
    init(json: [UInt8]) {
        self.init(
            status: 200,
            headers: [("content-type", "application/json"), Self.revalidate],
            body: .bytes(json)
        )
    }

    /// The head of the marks of a version, or 304 if the client has them already.
    init(marks version: Int, _ request: Request) {
        let tag = Self.tag(ofMarks: version)
        self =
            request.matches(tag)
            ? Response(status: 304, headers: [("etag", tag), Self.revalidate])
            : Response(json: [])
        headers.append(("etag", tag))
    }

    /// The ETag of the marks of a version.
    static func tag(ofMarks version: Int) -> String { "\"marks-\(version)\"" }

    /// The head of the marks as a file.
    init(_ file: MarkFile, of clip: Clip) {
        let name = clip.name.split(separator: "/").last.map(String.init) ?? clip.name
        self.init(
            status: 200,
            headers: [
                ("content-type", file.contentType), Self.unkept,
                Self.attachment("\(name).\(file.rawValue)"),
            ]
        )
    }

    /// Plain text of the current state.
    init(text: String) {
        let type = "text/plain; charset=utf-8"
        self.init(
            status: 200,
            headers: [("content-type", type), Self.unkept],
            body: .bytes(Array(text.utf8))
        )
    }

    /// The head of a list of tiles or of sheets.
    init(list type: String, tag: String) { self.init(tagged: [], type: type, tag: tag) }

    /// Tiles composed into one file.
    init(_ bytes: [UInt8], of tiles: TileSet) {
        let type =
            switch tiles.container {
            case .sheet: "image/jpeg"
            case .bif: BIF.contentType
            case .iFrame: JPEGTrack.segmentType
            }
        self.init(tagged: bytes, type: type, tag: tiles.tag)
    }

    /// A frame's picture, with its type and whether it is concealed in a header.
    init(_ preview: Preview, tag: String) {
        self.init(tagged: preview.bytes, type: "image/jpeg", tag: tag)
        if let remark = Self.remark(preview.type, preview.isConcealed) {
            headers.append(("vernier-picture", remark))
        }
    }

    private init(tagged body: [UInt8], type: String, tag: String) {
        self.init(
            status: 200,
            headers: [("content-type", type), ("etag", tag), Self.revalidate],
            body: .bytes(body)
        )
    }

    /// The answer to a client that has the content already.
    init(notModified tag: String) {
        self.init(status: 304, headers: [("etag", tag), Self.revalidate])
    }

    /// The head of the table of some frames of a file, which may still grow; 304 if the client has it.
    init(
        _ format: Route.IndexFormat,
        _ frames: Range<Int>,
        of source: ClipSource,
        _ request: Request
    ) {
        let isPart = frames.count < source.index.table.count
        let part = isPart ? "-\(frames.lowerBound)-\(frames.upperBound)" : ""
        let tag = "\"\(source.tag)-\(format.rawValue)\(part)\""
        guard !request.matches(tag) else {
            self.init(status: 304, headers: [("etag", tag), Self.revalidate])
            return
        }
        let type = format == .csv ? "text/csv; charset=utf-8" : "application/json"
        self.init(
            status: 200,
            headers: [("content-type", type), ("etag", tag), Self.revalidate]
        )
    }

    /// The ETag of a frame's picture, from the file's content, the frame and the format.
    static func tag(of frame: Int, _ format: PreviewFormat, of source: ClipSource) -> String {
        let width = format.width.map(String.init) ?? "full"
        return "\"\(source.tag)-\(frame)-\(width)-\(format.quality)\""
    }
}

extension Request {
    /// Whether the client already has the version with ETag `tag`.
    func matches(_ tag: String) -> Bool {
        guard let ifNoneMatch else { return false }
        let tags = ifNoneMatch.split(separator: ",").map { part in
            part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
        }
        return tags.contains { String($0) == "*" || String($0) == tag || String($0) == "W/" + tag }
    }
}

extension Response {
    /// A picture's type and concealment, as a dictionary of RFC 9651; `nil` when it has neither.
    static func remark(_ type: PictureType, _ isConcealed: Bool) -> String? {
        let remarks = [type.letter.map { "type=\($0)" }, isConcealed ? "concealed" : nil]
        let all = remarks.compactMap(\.self).joined(separator: ", ")
        return all.isEmpty ? nil : all
    }
}
