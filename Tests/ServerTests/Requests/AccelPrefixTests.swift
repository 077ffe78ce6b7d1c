import Foundation
import Media
import TestSupport
import Testing

@testable import Server

@Suite("Files that a proxy sends", .scratchDirectory)
struct AccelPrefixTests {
    @Test(arguments: [
        ("/accel", "/a.mp4", "/accel/a.mp4"), ("/accel/", "/a.mp4", "/accel/a.mp4"),
        ("/a/b", "/srv/media/c.mp4", "/a/b/srv/media/c.mp4"),
    ])
    func `the proxy has them below the prefix, where they are`(
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
    func `a prefix that is no plain path is refused`(_ text: String) {
        #expect(AccelPrefix(text) == nil)
    }

    @Test func `the answer names the file, its type, and nothing of its content`() throws {
        let path = try Scratch.write([1, 2, 3], to: "a film.mov")
        let library = try MediaLibrary([Scratch.directory])
        let entry = try #require(library.listing.first)
        let response = Response(entry, handedTo: try #require(AccelPrefix("/accel")))
        let fields = Dictionary(uniqueKeysWithValues: response.headers)
        let folder = String(path.dropLast("a film.mov".count))
        #expect(response.status == 200)
        #expect(fields["x-accel-redirect"] == "/accel\(folder)a%20film.mov")
        #expect(fields["content-type"] == "video/quicktime")
        #expect(fields["etag"] == nil && fields["accept-ranges"] == nil)
        #expect(response.body.length == 0)
    }
}
