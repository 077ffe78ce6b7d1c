import Foundation
import Testing

@testable import Remote

@Suite("Addresses of media") struct RemoteAddressTests {
    static let addresses = [
        "http://example.org", "https://example.org/", "HTTPS://Example.ORG:8443/a/b.mp4",
        "http://127.0.0.1:80/x?y=1&z=2", "https://[2001:db8::1]/film.mp4",
        "https://[2001:db8::1]:444/film%20one.mp4?versionId=7",
        "https://bucket.s3.eu-central-1.amazonaws.com/a%2Fb.mkv",
    ]

    @Test(arguments: addresses)
    func `is read as Foundation reads it`(text: String) throws {
        let (ours, theirs) = (try RemoteAddress(text), try #require(URLComponents(string: text)))
        let port = theirs.port ?? (theirs.scheme?.lowercased() == "https" ? 443 : 80)
        #expect(ours.scheme.rawValue == theirs.scheme?.lowercased())
        #expect(ours.host == theirs.encodedHost?.lowercased())
        #expect(ours.port == port)
        #expect(ours.path == (theirs.percentEncodedPath.isEmpty ? "/" : theirs.percentEncodedPath))
        #expect(ours.query == theirs.percentEncodedQuery)
    }

    @Test(arguments: [
        ("ftp://a/b", RemoteAddress.Refusal.scheme), ("film.mp4", .scheme), ("http:/a", .scheme),
        ("http://", .host), ("http:///x", .host), ("http://a b/", .host), ("http://ä/", .host),
        ("http://a%2fb/", .host), ("http://[::1/", .host), ("http://[::1]x/", .port),
        ("http://a:0/", .port), ("http://a:65536/", .port), ("http://a:+1/", .port),
        ("http://a:/", .port), ("http://u@a/", .credentials), ("http://u:p@a/", .credentials),
        ("http://a/#b", .fragment),
    ])
    func `is refused where it is none`(text: String, reason: RemoteAddress.Refusal) {
        #expect(throws: reason) { try RemoteAddress(text) }
    }

    @Test(arguments: [
        ("https://h/films/a%20film.mp4?X-Amz-Signature=s", "a film.mp4"),
        ("https://h/films/", "films"), ("https://h", "h"), ("https://h/%C3%A4.mp4", "ä.mp4"),
        ("https://h/ä.mp4", "ä.mp4"), ("https://h/100%.mp4", "100%.mp4"),
        ("https://h/%2e%2e%2fpasswd", "../passwd"), ("https://h/a%ff.mp4", "a\u{fffd}.mp4"),
    ])
    func `has a name that people see`(text: String, name: String) throws {
        #expect(try RemoteAddress(text).name == name)
    }

    @Test(arguments: [
        ("https://h/a?X-Amz-Signature=1&X-Amz-Date=2&versionId=3", "https://h:443/a?versionId=3"),
        ("https://h/a?x-amz-credential=1", "https://h:443/a"),
        ("https://h/a?AWSAccessKeyId=1&Signature=2&Expires=3", "https://h:443/a"),
        ("https://h/a?sv=1&se=2&sig=3&id=4", "https://h:443/a?id=4"),
        ("http://h/a?part=1", "http://h:80/a?part=1"),
    ])
    func `is the same when it is signed anew`(text: String, unsigned: String) throws {
        #expect(try RemoteAddress(text).unsigned == unsigned)
    }

    @Test func `holds no byte that ends a line of a head`() throws {
        let address = try RemoteAddress("https://h/a\r\nX: y?b\n\t\u{7f}ü")
        #expect(address.text.utf8.allSatisfy { (0x21...0x7e).contains($0) })
        #expect(address.text.removingPercentEncoding == "https://h:443/a\r\nX: y?b\n\t\u{7f}ü")
    }
}

@Suite("Addresses of the internet") struct IPAddressTests {
    /// The registries of RFC 6890 (iana-ipv4-special-registry, iana-ipv6-special-registry), the first
    /// and the last address of each block that is not globally reachable.
    static let reserved = [
        "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255",
        "127.0.0.1", "127.255.255.255", "169.254.169.254", "172.16.0.0", "172.31.255.255",
        "192.0.0.0", "192.0.2.1", "192.168.0.0", "192.168.255.255", "198.18.0.0",
        "198.19.255.255", "198.51.100.7", "203.0.113.9", "224.0.0.1", "240.0.0.0",
        "255.255.255.255", "::", "::1", "::ffff:10.0.0.1", "::ffff:127.0.0.1",
        "64:ff9b::7f00:1", "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::",
        "fc00::1", "fdff::1", "fe80::1", "febf::1", "fec0::1", "ff02::1",
    ]
    static let reachable = [
        "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
        "128.0.0.0", "169.253.255.255", "172.15.255.255", "172.32.0.0", "192.167.255.255",
        "198.17.255.255", "198.20.0.0", "223.255.255.255", "2606:4700::1111", "2a00:1450::1",
        "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::",
    ]

    @Test(arguments: reserved)
    func `are not public where they are reserved`(text: String) throws {
        let address = try #require(IPAddress(bytes(of: text)))
        #expect(!address.isPublic)
    }

    @Test(arguments: reachable)
    func `are public elsewhere`(text: String) throws {
        let address = try #require(IPAddress(bytes(of: text)))
        #expect(address.isPublic)
    }

    private func bytes(of text: String) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 { return Array(bytes[..<4]) }
        return inet_pton(AF_INET6, text, &bytes) == 1 ? bytes : []
    }
}

@Suite("Redirects") struct RedirectRuleTests {
    static let here = IPAddress([127, 0, 0, 1])
    static let outside = IPAddress([1, 1, 1, 1])

    private func rule(named: Set<String> = []) -> RedirectRule { RedirectRule(named: named) }

    @Test(arguments: [
        ("http", "http", true), ("http", "https", true), ("https", "https", true),
        ("https", "http", false), ("https", "ftp", false), ("http", "file", false),
    ])
    func `lead to https or the same`(from: String, to: String, isFollowed: Bool) throws {
        var rule = rule()
        let address = try RemoteAddress("\(from)://a/x")
        let new = try? rule.follow(from: address, to: "\(to)://b/y")
        #expect((new != nil) == isFollowed)
    }

    @Test func `are followed three times`() throws {
        var (rule, address) = (rule(), try RemoteAddress("http://a/"))
        for step in 1...3 { address = try rule.follow(from: address, to: "http://a/\(step)") }
        let fourth = try? rule.follow(from: address, to: "http://a/4")
        #expect(fourth == nil)
    }

    @Test func `lead from outside to no machine that was not named`() throws {
        let address = try RemoteAddress("http://a/")
        var rule = rule(named: ["http://named:80"])
        let isAdmitted1 = rule.admits(Self.outside)
        #expect(isAdmitted1)
        _ = try rule.follow(from: address, to: "http://other/")
        let isAdmitted2 = rule.admits(Self.here)
        #expect(!isAdmitted2)
        let isAdmitted3 = rule.admits(Self.outside)
        #expect(isAdmitted3)
    }

    @Test func `lead from outside to a machine that was named`() throws {
        let address = try RemoteAddress("http://a/")
        var rule = rule(named: ["http://named:80"])
        let isAdmitted4 = rule.admits(Self.outside)
        #expect(isAdmitted4)
        _ = try rule.follow(from: address, to: "http://NAMED/")
        let isAdmitted5 = rule.admits(Self.here)
        #expect(isAdmitted5)
    }

    @Test func `lead from a machine that was named to others beside it`() throws {
        let address = try RemoteAddress("http://a/")
        var rule = rule()
        let isAdmitted6 = rule.admits(Self.here)
        #expect(isAdmitted6)
        _ = try rule.follow(from: address, to: "http://b/")
        let isAdmitted7 = rule.admits(Self.here)
        #expect(isAdmitted7)
    }

    @Test func `lead nowhere by an address that is none`() { #expect(!Self.admitsNothing) }

    private static var admitsNothing: Bool {
        var rule = RedirectRule(named: [])
        return rule.admits(nil)
    }
}
