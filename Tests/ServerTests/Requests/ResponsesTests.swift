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
        let response = Response(file, name: "ten.mp4", request)
        #expect(response.status == example.status)
        #expect(response["content-range"] == example.contentRange)
        let types = [200: "video/mp4", 206: "video/mp4", 416: "application/problem+json"]
        #expect(response["content-type"] == types[example.status])
        #expect(response["etag"] == (example.status == 416 ? nil : tag))
        #expect(response["accept-ranges"] == ([200, 206].contains(example.status) ? "bytes" : nil))
        #expect(response.text == example.body)
    }

    @Test func `a replaced file has another tag`() throws {
        let path = try Scratch.write([1], to: "a.mp4")
        let first = Response(try OpenFile(path: path), name: "a.mp4", Request(path: "/"))
        try FileManager.default.removeItem(atPath: path)
        _ = try Scratch.write([1, 2], to: "a.mp4")
        let second = Response(try OpenFile(path: path), name: "a.mp4", Request(path: "/"))
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

    /// The body, read in pieces of four bytes as a slow client would.
    fileprivate var text: String? {
        guard case .stream(let length, let read) = body else { return nil }
        var bytes: [UInt8] = []
        while bytes.count < length {
            let count = withUnsafeTemporaryAllocation(byteCount: 4, alignment: 1) { buffer in
                let count = read(Int64(bytes.count), buffer)
                bytes += buffer.prefix(max(0, min(count, Int(length) - bytes.count)))
                return count
            }
            guard count > 0 else { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Oracle: RFC 9110, sections 14.1 and 14.2, and its examples for 10,000 bytes.
@Suite("Byte ranges")
struct ByteRangeTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let field: String
        let range: Range<Int64>
        var testDescription: String { field }
    }

    static let parts = [
        Case(field: "bytes=0-499", range: 0..<500),
        Case(field: "bytes=500-999", range: 500..<1000),
        Case(field: "bytes=-500", range: 9500..<10_000),
        Case(field: "bytes=9500-", range: 9500..<10_000),
        Case(field: "bytes=0-0", range: 0..<1),
        Case(field: "bytes=-1", range: 9999..<10_000),
        Case(field: "bytes=0-", range: 0..<10_000),
        Case(field: "bytes=9999-9999", range: 9999..<10_000),
        Case(field: "bytes=9000-10000", range: 9000..<10_000),
        Case(field: "bytes=9000-99999999999999999999", range: 9000..<10_000),
        Case(field: "bytes=9000-9223372036854775807", range: 9000..<10_000),
        Case(field: "bytes=-10001", range: 0..<10_000),
        Case(field: "bytes=-99999999999999999999", range: 0..<10_000),
        Case(field: "bytes=007-009", range: 7..<10),
        Case(field: "Bytes=0-499", range: 0..<500),
    ]

    @Test(arguments: parts)
    func `a range that meets the file is a part of it`(_ example: Case) {
        #expect(ByteRange(example.field, length: 10_000) == .part(example.range))
    }

    @Test(arguments: [
        "bytes=10000-", "bytes=10000-10000", "bytes=10000-20000", "bytes=-0",
        "bytes=99999999999999999999-", "bytes=9223372036854775807-9223372036854775807",
    ])
    func `a range beyond the end cannot be satisfied`(_ field: String) {
        #expect(ByteRange(field, length: 10_000) == .unsatisfiable)
    }

    @Test(arguments: [
        nil, "", "bytes", "bytes=", "bytes=-", "bytes=--1", "bytes=5", "bytes=a-b", "bytes=1-2-3",
        "bytes=-1-2", "bytes=0x1-2", "bytes=+1-2", "bytes=1.0-2", "bytes= 1-2", "bytes=1 - 2",
        "bytes=500-499", "items=0-5", "0-5", "bytes 0-5", "bytes=0-5/10000",
        "bytes=0-1,5-6", "bytes=500-600,601-999", "bytes=0-0,-1", "bytes=,0-1",
    ])
    func `an invalid range, another unit or several ranges are ignored`(_ field: String?) {
        #expect(ByteRange(field, length: 10_000) == .whole)
    }

    @Test(arguments: ["bytes=0-", "bytes=0-0", "bytes=-5", "bytes=-0", "bytes=7-"])
    func `an empty file has no parts`(_ field: String) {
        #expect(ByteRange(field, length: 0) == .whole)
    }
}

@Suite("Files that a proxy sends", .scratchDirectory)
struct AccelPrefixTests {
    @Test(arguments: [
        ("/accel", "/a.mp4", "/accel/a.mp4"), ("/accel/", "/a.mp4", "/accel/a.mp4"),
        ("/a/b", "/srv/media/c.mp4", "/a/b/srv/media/c.mp4"),
    ])
    func `the proxy has them below the prefix, at their absolute paths`(
        _ prefix: String,
        _ file: String,
        _ address: String
    ) throws {
        #expect(try #require(AccelPrefix(prefix)).address(of: file) == address)
    }

    @Test(arguments: [
        "/a b.mp4", "/a?b=c.mp4", "/a#b.mp4", "/100%.mp4", "/%2e%2e.mp4", "/映画.mp4", "/a\r\nb: c",
        "/a\u{1}\u{7F}.mp4", "/a;b&c=d+e.mp4", "/\"'<>\\^`{|}.mp4", "/a@,:!$()*[].mp4",
    ])
    func `a name comes back from its address, and is one path`(_ file: String) throws {
        let address = try #require(AccelPrefix("/accel")).address(of: file)
        let isPlain = address.wholeMatch(of: #/(?:[A-Za-z0-9\/._~-]|%[0-9A-F]{2})+/#) != nil
        #expect(isPlain, "\(address)")
        #expect(address.removingPercentEncoding == "/accel" + file)
    }

    @Test(arguments: [
        "", "/", "//", "accel", "/a b", "/a?b", "/a/../b", "/a/./b", "/a%2e", "http://a/b", "/ä",
    ])
    func `a prefix that is not a plain path is refused`(_ text: String) {
        #expect(AccelPrefix(text) == nil)
    }

    @Test func `the answer names the file, its type, and nothing of its content`() throws {
        let path = try Scratch.write([1, 2, 3], to: "a film.mov")
        let library = try MediaLibrary([Scratch.directory])
        let entry = try #require(library.listing.first)
        let prefix = try #require(AccelPrefix("/accel"))
        let response = try #require(Response(entry, redirectedBy: prefix))
        let fields = Dictionary(uniqueKeysWithValues: response.headers)
        let folder = String(path.dropLast("a film.mov".count))
        #expect(response.status == 200)
        #expect(fields["x-accel-redirect"] == "/accel\(folder)a%20film.mov")
        #expect(fields["content-type"] == "video/quicktime")
        #expect(fields["etag"] == nil && fields["accept-ranges"] == nil)
        #expect(response.body.length == 0)
    }
}
