import ClipSupport
import Foundation
import Media
import TestSupport
import Testing

@testable import Library
@testable import Pictures
@testable import Server
@testable import Transport

@Suite("Answers", .scratchDirectory)
struct ResponsesTests {
    /// What a file of ten bytes answers to a request's fields; TAG stands for its tag.
    struct Case: Sendable, CustomTestStringConvertible {
        var range: String?
        var ifRange: String?
        var ifNoneMatch: String?
        let status: Int
        var body: String?
        var contentRange: String?
        var testDescription: String {
            [range, ifRange, ifNoneMatch].map { $0 ?? "-" }.joined(separator: " ")
        }
    }

    static let cases = [
        Case(status: 200, body: "0123456789"),
        Case(range: "bytes=2-4", status: 206, body: "234", contentRange: "bytes 2-4/10"),
        Case(range: "bytes=-3", status: 206, body: "789", contentRange: "bytes 7-9/10"),
        Case(range: "bytes=10-", status: 416, contentRange: "bytes */10"),
        Case(range: "bytes=0-1,3-4", status: 200, body: "0123456789"),
        Case(
            range: "bytes=2-4",
            ifRange: "TAG",
            status: 206,
            body: "234",
            contentRange: "bytes 2-4/10"
        ),
        Case(range: "bytes=2-4", ifRange: "\"old\"", status: 200, body: "0123456789"),
        Case(range: "bytes=2-4", ifRange: "W/TAG", status: 200, body: "0123456789"),
        Case(range: "bytes=10-", ifRange: "\"old\"", status: 200, body: "0123456789"),
        Case(
            range: "bytes=2-4",
            ifRange: "Mon, 01 Jan 2024 00:00:00 GMT",
            status: 200,
            body: "0123456789"
        ),
        Case(ifNoneMatch: "TAG", status: 304),
        Case(ifNoneMatch: "W/TAG", status: 304),
        Case(ifNoneMatch: "\"a\" ,  TAG", status: 304),
        Case(ifNoneMatch: "*", status: 304),
        Case(ifNoneMatch: "\"old\"", status: 200, body: "0123456789"),
        Case(range: "bytes=2-4", ifNoneMatch: "TAG", status: 304),
    ]

    @Test(arguments: cases)
    func `a file is sent whole, in part or not at all`(_ example: Case) throws {
        let file = try OpenFile(path: Scratch.write("0123456789".utf8, to: "ten.mp4"))
        let tag = "\"\(file.identity)\""
        var request = Request(path: "/")
        request.range = example.range
        request.ifRange = example.ifRange?.replacing("TAG", with: tag)
        request.ifNoneMatch = example.ifNoneMatch?.replacing("TAG", with: tag)
        var range: Range<Int64>?
        let response = try Response(file, name: "ten.mp4", request) {
            range = $0
            return .none
        }
        #expect(response.status == example.status)
        #expect(response["content-range"] == example.contentRange)
        let types = [200: "video/mp4", 206: "video/mp4", 416: "application/problem+json"]
        #expect(response["content-type"] == types[example.status])
        #expect(response["etag"] == (example.status == 416 ? nil : tag))
        #expect(response["accept-ranges"] == ([200, 206].contains(example.status) ? "bytes" : nil))
        let part = range.map { Array("0123456789".utf8)[Int($0.lowerBound)..<Int($0.upperBound)] }
        #expect(part.map { String(decoding: $0, as: UTF8.self) } == example.body)
    }

    @Test func `a replaced file has another tag`() throws {
        let path = try Scratch.write([1], to: "a.mp4")
        let whole = { () throws in
            try Response(OpenFile(path: path), name: "a.mp4", Request(path: "/")) { _ in .none }
        }
        let first = try whole()
        try FileManager.default.removeItem(atPath: path)
        _ = try Scratch.write([1, 2], to: "a.mp4")
        let second = try whole()
        #expect(first["etag"] != second["etag"])
    }

    @Test func `each picture has a tag of its own, which never changes`() throws {
        let (one, other) = (try ClipSource.unread(), try ClipSource.unread(id: "other"))
        let formats = [
            PreviewFormat(width: nil), .init(width: 320), .init(width: 320, quality: 10),
        ]
        let tags = (0..<3).flatMap { frame in
            formats.map { Response.tag(of: frame, $0, of: one) }
        }
        #expect(Set(tags).count == 9)
        #expect(tags.allSatisfy { $0.hasPrefix("\"") && $0.hasSuffix("\"") })
        #expect(Response.tag(of: 0, formats[0], of: other) == tags[0], "content decides, not names")
    }

    @Test func `an upgrade of any of FFmpeg's libraries changes the tag of a picture`() throws {
        var source = try ClipSource.unread()
        let tags = [
            LibraryVersions(release: "5.1.9-0+deb12u1", numbers: [59, 59, 57, 6]),
            LibraryVersions(release: "5.1.9-0+deb12u2", numbers: [59, 59, 57, 6]),
            LibraryVersions(release: "5.1.9-0+deb12u1", numbers: [59, 59, 57, 7]),
        ].map { versions in
            source.versions = versions
            return Response.tag(of: 0, PreviewFormat(width: 320), of: source)
        }
        #expect(Set(tags).count == 3)
    }

    @Test func `caches must ask about what names no version, and keep no errors`() {
        #expect(Response(.fake(), tag: "\"a\"")["cache-control"] == "no-cache")
        #expect(Response(json: [])["cache-control"] == "no-cache")
        #expect(Response(.notFound)["cache-control"] == "no-store")
        #expect(Response(text: "")["cache-control"] == "no-store")
    }

    @Test(arguments: [
        ("a.MP4", "video/mp4"), ("b.mov", "video/quicktime"), ("c.d.webm", "video/webm"),
        ("mp4", "video/mp4"), ("e.xyz", "application/octet-stream"),
        ("", "application/octet-stream"), ("f.", "application/octet-stream"),
    ])
    func `a name's ending tells the type`(_ name: String, _ type: String) {
        #expect(MediaTypes.type(of: name) == type)
    }
}

extension Response {
    fileprivate subscript(name: String) -> String? { headers.first { $0.0 == name }?.1 }
}
