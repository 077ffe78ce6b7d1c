import Library
import Media
import Pictures
import System
import Timeline
import Transport
import Wire

extension LosslessQuery {
    /// Reads the address below a media's, and the query; `nil` when it is about something else.
    init?(_ path: [String], _ query: [String: String]) throws(RequestError) {
        switch path {
        case ["frames.raw"]:
            self.init(
                try Self.frames(query),
                step: try Route.integer("step", in: 1...Int(Int32.max), query) ?? 1,
                .raw,
                try Self.format(query)
            )
        case ["frames.y4m"]: self.init(try Self.frames(query), .y4m)
        case _ where path.count == 2 && path[0] == "frames" && path[1].hasSuffix(".png"):
            self.init(try Route.pictureNumber(path[1], as: "png"), .png, .png)
        case _ where path.count == 2 && path[0] == "frames" && path[1].hasSuffix(".raw"):
            self.init(try Route.pictureNumber(path[1], as: "raw"), .raw, try Self.format(query))
        default: return nil
        }
    }

    private static func frames(_ query: [String: String]) throws(RequestError) -> Range<Int> {
        guard let from = try Route.integer("from", in: Route.frames, query) else {
            throw .badQuery("from: expected the number of the first frame")
        }
        guard let to = try Route.integer("to", in: Route.frames, query), to > from else {
            throw .badQuery("to: expected the number after that of the last frame")
        }
        return from..<to
    }

    private static func format(_ query: [String: String]) throws(RequestError) -> LosslessFormat {
        guard let text = query["format"] else { return .decoded }
        guard let format = LosslessFormat.conversions.first(where: { $0.rawValue == text }) else {
            let names = LosslessFormat.conversions.map(\.rawValue).joined(separator: ", ")
            throw .badQuery("format: expected one of \(names)")
        }
        return format
    }
}

extension RequestCost {
    /// What it costs to take the pixels of frames.
    init(_ query: LosslessQuery, of clip: Clip) {
        self = .pictures(1, of: clip.info.size)
        frames = query.count
    }
}

extension AnswerCost {
    /// Bytes of memory that taking pixels needs: for two pictures with 8 bytes for each pixel, and
    /// where it lasts, for a decoder and the bytes that wait for the client.
    init(_ query: LosslessQuery, of clip: Clip, for client: Client) {
        let size = clip.info.size
        let (pixels, isTooMuch) = size.width.multipliedReportingOverflow(by: size.height)
        let rows =
            query.isSingle ? pixels / 2 : pixels.addingReportingOverflow(4 << 20).partialValue
        self.init(.pixels, rows: isTooMuch ? .max : rows, of: 16, for: client)
    }
}

extension Response {
    /// The pixels of one frame.
    init(
        _ picture: LosslessPicture,
        _ query: LosslessQuery,
        of source: ClipSource,
        tag: String
    ) {
        let isPNG = query.form == .png
        self.init(
            pixels: .bytes(Array(picture.bytes)),
            as: isPNG ? "image/png" : "application/octet-stream",
            tag: tag
        )
        let document = picture.document(query, of: source)
        let remark = isPNG ? Self.remark(picture.type, picture.isConcealed) : document.field
        if let remark { headers.append(("vernier-picture", remark)) }
    }

    /// The pixels of several frames, of which the first is there.
    init(
        _ first: LosslessPicture,
        _ query: LosslessQuery,
        of source: ClipSource,
        tag: String,
        _ bytes: PictureBytes
    ) {
        let film = query.form == .y4m ? first.film(of: source.index.info) : nil
        let head = film.map { $0.head.count } ?? 0
        let each = first.bytes.count + (film == nil ? 0 : Y4M.frameHead.count)
        let body = Body.made(length: Int64(head) + Int64(each) * Int64(query.count)) { buffer in
            switch bytes.take(into: buffer) {
            case .bytes(let count): .bytes(count)
            case .nothing: .notYet
            case .ended: .failed
            }
        }
        let type = film == nil ? "application/octet-stream" : Y4M.contentType
        self.init(pixels: body, as: type, tag: tag)
        headers.append(("vernier-pictures", first.document(query, of: source).field))
    }

    private init(pixels body: Body, as type: String, tag: String) {
        self.init(
            status: 200,
            headers: [("content-type", type), ("etag", tag), Self.revalidate],
            body: body
        )
    }
}
