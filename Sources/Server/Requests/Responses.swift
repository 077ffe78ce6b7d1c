import Media
import Timeline
import Wire

extension Response {
    /// A year, in the words that caches understand: the content at this address never changes.
    private static let immutable = ("cache-control", "public, max-age=31536000, immutable")
    /// May be kept, must be asked about.
    static let revalidate = ("cache-control", "no-cache")

    /// A JSON document of the present moment.
    init(json: [UInt8]) {
        self.init(
            status: 200,
            headers: [("content-type", "application/json"), Self.revalidate],
            body: .bytes(json)
        )
    }

    /// What is marked, unless the client has it already.
    init(_ marks: MarksDocument, _ request: Request) {
        let tag = "\"marks-\(marks.version ?? 0)\""
        self =
            request.matches(tag)
            ? Response(status: 304, headers: [("etag", tag), Self.revalidate])
            : Response(json: marks.json())
        headers.append(("etag", tag))
    }

    /// What is marked, as a file.
    init(_ bytes: [UInt8], as file: MarkFile, of clip: Clip) {
        let name = clip.name.split(separator: "/").last.map(String.init) ?? clip.name
        self.init(
            status: 200,
            headers: [
                ("content-type", file.contentType), ("cache-control", "no-store"),
                Self.attachment("\(name).\(file.rawValue)"),
            ],
            body: .bytes(bytes)
        )
    }

    /// Plain text of the present moment.
    init(text: String) {
        let type = "text/plain; charset=utf-8"
        self.init(
            status: 200,
            headers: [("content-type", type), ("cache-control", "no-store")],
            body: .bytes(Array(text.utf8))
        )
    }

    /// An error, as a problem document.
    init(_ error: RequestError) {
        let problem = error.problem
        self.init(
            status: problem.status,
            headers: [("content-type", Problem.contentType), ("cache-control", "no-store")],
            body: .bytes(problem.json())
        )
    }

    /// What the page may load: its own files, its own server and pictures it makes itself.
    ///
    /// WebAssembly counts as evaluation, and has a permission that allows no other.
    private static let pagePolicy = (
        "content-security-policy",
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob:;"
            + " media-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none';"
            + " frame-ancestors 'none'"
    )

    /// A file of the page, unless the client has it already.
    init(_ file: PageFiles.File, _ request: Request) {
        let tag = "\"\(file.tag)\""
        // Browsers apply the policy that comes with a 304 to the copy that they have.
        let headers = [("etag", tag), Self.revalidate, Self.pagePolicy]
        guard !request.matches(tag) else {
            self.init(status: 304, headers: headers)
            return
        }
        self.init(
            status: 200,
            headers: headers + [("content-type", file.type)],
            body: .bytes(file.bytes)
        )
    }

    /// The list of tiles for a player's bar.
    init(_ cues: Cues, tag: String) {
        self.init(forever: cues.vtt(), type: Cues.contentType, tag: tag)
    }

    /// The list of sheets of tiles.
    init(_ playlist: TilePlaylist, tag: String) {
        self.init(forever: playlist.m3u8(), type: TilePlaylist.contentType, tag: tag)
    }

    /// Tiles that are bound.
    init(_ bytes: [UInt8], of tiles: TileSet) {
        let type =
            switch tiles.binding {
            case .sheet: "image/jpeg"
            case .bif: BIF.contentType
            }
        self.init(forever: bytes, type: type, tag: tiles.tag)
    }

    /// A frame's picture, and what there is to say of it.
    init(_ preview: Preview, tag: String) {
        self.init(forever: preview.bytes, type: "image/jpeg", tag: tag)
        if let remark = preview.remark { headers.append(("vernier-picture", remark)) }
    }

    private init(forever body: [UInt8], type: String, tag: String) {
        self.init(
            status: 200,
            headers: [("content-type", type), ("etag", tag), Self.immutable],
            body: .bytes(body)
        )
    }

    /// The answer to a client that has the immutable content already.
    init(notModified tag: String) {
        self.init(status: 304, headers: [("etag", tag), Self.immutable])
    }

    /// The frame table of a file, which may go on.
    init(
        _ document: IndexDocument,
        _ format: Route.IndexFormat,
        of source: ClipSource,
        _ request: Request
    ) {
        let tag = "\"\(source.tag)-\(format.rawValue)\""
        guard !request.matches(tag) else {
            self.init(status: 304, headers: [("etag", tag), Self.revalidate])
            return
        }
        let type = format == .csv ? "text/csv; charset=utf-8" : "application/json"
        self.init(
            status: 200,
            headers: [("content-type", type), ("etag", tag), Self.revalidate],
            body: .bytes(format == .csv ? document.csv() : document.json())
        )
    }

    /// The tag of a frame's picture: the file's content, the frame and the format decide it.
    static func tag(of frame: Int, _ format: PreviewFormat, of source: ClipSource) -> String {
        let width = format.width.map(String.init) ?? "full"
        return "\"\(source.tag)-\(frame)-\(width)-\(format.quality)\""
    }
}

extension Request {
    /// Whether the client already has what `tag` names.
    func matches(_ tag: String) -> Bool {
        guard let ifNoneMatch else { return false }
        let tags = ifNoneMatch.split(separator: ",").map { part in
            part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
        }
        return tags.contains { String($0) == "*" || String($0) == tag || String($0) == "W/" + tag }
    }
}

extension Preview {
    /// What kind of picture it is, as a dictionary of RFC 9651; `nil` when there is nothing to say.
    fileprivate var remark: String? {
        let remarks = [type.letter.map { "type=\($0)" }, isConcealed ? "concealed" : nil]
        let all = remarks.compactMap(\.self).joined(separator: ", ")
        return all.isEmpty ? nil : all
    }
}
