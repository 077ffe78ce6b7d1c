import Testing

@testable import Transport

@Suite("The rules for requests and handshakes")
struct AccessRulesTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let why: String
        let change: @Sendable (inout RequestHead) -> Void
        /// The status of the refusal, or `nil` when the request is admitted.
        let status: Int?
        var testDescription: String { why }

        init(
            _ why: String,
            _ status: Int?,
            _ change: @escaping @Sendable (inout RequestHead) -> Void
        ) {
            self.why = why
            self.status = status
            self.change = change
        }
    }

    static let rules = AccessRules(
        hosts: ["media.example", "Proxy.example:443"],
        origins: ["https://proxy.example"],
        port: 8080
    )

    static let request = RequestHead(path: "/", fields: [.host: ["127.0.0.1:8080"]])

    static let handshake = RequestHead(
        path: "/api/v1/scrub",
        fields: [
            .host: ["127.0.0.1:8080"], .connection: ["Upgrade"], .upgrade: ["websocket"],
            .socketVersion: ["13"], .socketKey: ["dGhlIHNhbXBsZSBub25jZQ=="],
            .socketProtocol: ["vernier.v1"],
        ]
    )

    private func status(_ verdict: Verdict) -> Int? {
        guard case .refuse(let refusal) = verdict else { return nil }
        return refusal.status
    }

    @Test(arguments: [
        Example("as it should be", nil) { _ in },
        Example("HEAD", nil) { $0.method = .head },
        Example("HTTP/1.0", nil) { $0.version = "HTTP/1.0" },
        Example("a path that is two", 400) { $0.path = nil },
        Example("several methods", 400) { $0.method = nil },
        Example("no version", 400) { $0.version = "" },
        Example("a link from another site", nil) {
            $0.fields[.fetchSite] = ["cross-site"]
            $0.fields[.fetchMode] = ["navigate"]
        },
        Example("a picture in another site's page", 403) {
            $0.fields[.fetchSite] = ["cross-site"]
            $0.fields[.fetchMode] = ["no-cors"]
        },
        Example("another port of this machine", 403) { $0.fields[.fetchSite] = ["same-site"] },
        Example("our own page", nil) { $0.fields[.fetchSite] = ["same-origin"] },
        Example("an empty body", 400) { $0.fields[.contentLength] = ["0"] },
    ])
    func `requests are judged`(_ example: Example) {
        var head = Self.request
        example.change(&head)
        #expect(status(Self.rules.verdict(onRequest: head)) == example.status)
    }

    @Test(arguments: [
        ("127.0.0.1:8080", true), ("LOCALHOST:8080", true), ("[::1]:8080", true),
        ("media.example", true), ("media.example:8080", true), ("proxy.example:443", true),
        ("proxy.example", false), ("proxy.example:8080", false), ("localhost", false),
        ("localhost:80", false), ("media.example.", false), ("media.example:8080@evil", false),
        ("127.0.0.1.evil.example:8080", false), ("", false), ("[::1]", false),
    ])
    func `hosts are compared whole`(host: String, isAdmitted: Bool) {
        var head = Self.request
        head.fields[.host] = [host]
        #expect(status(Self.rules.verdict(onRequest: head)) == (isAdmitted ? nil : 421))
    }

    @Test func `on port 80 names stand alone`() {
        let rules = AccessRules(hosts: [], origins: [], port: 80)
        #expect(rules.hosts.isSuperset(of: ["localhost", "localhost:80", "[::1]"]))
        #expect(rules.origins.contains("http://localhost"))
    }

    @Test func `without a port names stand alone, and no page is the server's own`() {
        let rules = AccessRules(hosts: ["a.example"], origins: ["https://a.example"], port: nil)
        #expect(rules.hosts == ["a.example", "127.0.0.1", "localhost", "[::1]"])
        #expect(rules.origins == ["https://a.example"])
    }

    @Test(
        arguments: [
            ("http://127.0.0.1:8080", nil), ("http://LocalHost:8080", nil),
            ("https://proxy.example", nil), ("http://media.example", nil),
            ("https://127.0.0.1:8080", 403), ("http://127.0.0.1:8080/", 403),
            ("http://127.0.0.1", 403), ("null", 403), ("", 403), ("http://evil.example", 403),
        ] as [(String, Int?)]
    )
    func `origins are compared whole`(origin: String, expected: Int?) {
        var head = Self.handshake
        head.fields[.origin] = [origin]
        #expect(status(Self.rules.verdict(onUpgrade: head)) == expected)
    }

    @Test(arguments: [
        Example("as it should be", nil) { _ in },
        Example("two origins", 403) {
            $0.fields[.origin] = ["http://127.0.0.1:8080", "http://127.0.0.1:8080"]
        },
        Example("two versions", 426) { $0.fields[.socketVersion] = ["13", "13"] },
        Example("version 013", 426) { $0.fields[.socketVersion] = ["013"] },
        Example("two keys", 400) { $0.fields[.socketKey]? += ["dGhlIHNhbXBsZSBub25jZQ=="] },
        Example("two lists of protocols", nil) {
            $0.fields[.socketProtocol] = ["a", "vernier.v1"]
        },
        Example("a longer name", 400) { $0.fields[.socketProtocol] = ["vernier.v11"] },
        Example("a name in quotes", 400) { $0.fields[.socketProtocol] = ["\"x\", vernier.v1"] },
        Example("an empty name", 400) { $0.fields[.socketProtocol] = [", vernier.v1"] },
        Example("two connections", nil) { $0.fields[.connection] = ["keep-alive", "UPGRADE"] },
        Example("a long connection", 400) {
            $0.fields[.connection] = ["upgrade", String(repeating: "x", count: 128)]
        },
        Example("a path below ours", 404) { $0.path = "/api/v1/scrub/" },
        Example("a chunked body", 400) { $0.fields[.transferEncoding] = ["chunked"] },
    ])
    func `handshakes are judged`(_ example: Example) {
        var head = Self.handshake
        example.change(&head)
        #expect(status(Self.rules.verdict(onUpgrade: head)) == example.status)
    }

    @Test(arguments: [
        ("dGhlIHNhbXBsZSBub25jZQ==", true), ("AAAAAAAAAAAAAAAAAAAAAA==", true),
        ("AAAAAAAAAAAAAAAAAAAAAB==", false), ("AAAAAAAAAAAAAAAAAAAAAA=", false),
        ("AAAAAAAAAAAAAAAAAAAAAAA=", false), ("AAAAAAAAAAAAAAAAAAAAAAAA", false),
        ("AAAAAAAAAAAAAAAAAAAA-_==", false), ("", false), ("====", false),
    ])
    func `a key is sixteen bytes in base64`(text: String, isKey: Bool) {
        #expect(AccessRules.isKey(text) == isKey)
    }

    @Test(
        arguments: [
            ("film.example", ["https://film.example"], true),
            ("Film.example", ["HTTPS://film.EXAMPLE"], true),
            ("film.example:8443", ["https://film.example:8443"], true),
            ("film.example", [], false), ("127.0.0.1", ["https://film.example"], false),
            ("film.example:80", ["https://film.example"], false),
            ("film.example", ["https://film.example", "http://film.example"], false),
        ] as [(String, [String], Bool)]
    )
    func `a name is secure that has one address, which begins with https`(
        _ host: String,
        _ origins: [String],
        _ isSecure: Bool
    ) {
        let rules = AccessRules(hosts: ["film.example"], origins: origins, port: nil)
        #expect(rules.isSecure(RequestHead(fields: [.host: [host]])) == isSecure)
    }

    @Test(
        arguments: [
            ([], [:]), (["a=1", "b="], ["a": "1", "b": ""]),
            (["a", "", "=x"], ["a": "", "": "x"]),
            (["a=1=2"], ["a": "1=2"]), (["a=1", "a=1"], nil),
        ] as [([String], [String: String]?)]
    )
    func `a query is read`(arguments: [String], expected: [String: String]?) {
        #expect(RequestHead(arguments: arguments).query == expected)
    }
}
