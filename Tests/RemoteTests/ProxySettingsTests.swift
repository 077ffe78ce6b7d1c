import Testing

@testable import Remote

@Suite("Proxies") struct ProxySettingsTests {
    private func proxy(_ variables: [String: String], for address: String) throws -> String? {
        ProxySettings { variables[$0] }.proxy(for: try RemoteAddress(address))
    }

    /// As `curl(1)` says of its variables, in “Environment variables”.
    @Test(
        arguments: [
            ("http://h/", ["http_proxy": "p:1"], "p:1"), ("https://h/", ["http_proxy": "p:1"], nil),
            ("https://h/", ["https_proxy": "p:2"], "p:2"),
            ("https://h/", ["HTTPS_PROXY": "p:2"], "p:2"),
            ("https://h/", ["HTTPS_PROXY": "p:2", "https_proxy": "p:3"], "p:3"),
            // What a web server's program is told by whoever asks.
            ("http://h/", ["HTTP_PROXY": "p:1"], nil),
            ("http://h/", ["all_proxy": "p:4"], "p:4"),
            ("https://h/", ["ALL_PROXY": "p:4"], "p:4"),
            ("http://h/", ["all_proxy": "p:4", "http_proxy": "p:1"], "p:1"),
            ("http://h/", ["http_proxy": "", "all_proxy": ""], nil), ("http://h/", [:], nil),
        ] as [(String, [String: String], String?)]
    )
    func `are those of the protocol, else those of all`(
        address: String,
        variables: [String: String],
        expected: String?
    ) throws {
        #expect(try proxy(variables, for: address) == expected)
    }

    /// As the same page says of `no_proxy`, and of names without regard to case and outer dots.
    @Test(arguments: [
        ("*", "http://h/", false), ("h", "http://h:8080/", false), ("h", "http://other/", true),
        ("example.org", "http://a.example.org/", false),
        ("example.org", "http://EXAMPLE.ORG/", false),
        (".example.org", "http://example.org/", false),
        ("example.org.", "http://example.org/", false),
        ("example.org", "http://example.org./", false),
        ("example.org", "http://notexample.org/", true),
        ("a.example.org", "http://example.org/", true), ("x, h\ty", "http://h/", false),
        ("10.0.0.1", "http://10.0.0.1/", false), ("10.0.0.1", "http://10.0.0.10/", true),
        ("10.0.0.0/8", "http://10.200.0.1/", false), ("10.0.0.0/8", "http://11.0.0.1/", true),
        ("10.0.0.0/33", "http://10.0.0.0/", true), ("10.0.0.0/-1", "http://10.0.0.0/", true),
        ("10.0.0.0/x", "http://10.0.0.0/", true), ("0.1", "http://10.0.0.1/", true),
        ("::1", "http://[::1]/", false), ("fd00::/8", "http://[fdab::1]/", false),
        ("fd00::/8", "http://[fe80::1]/", true), ("", "http://h/", true),
        (",.,", "http://h/", true),
    ])
    func `are not asked where an exception says so`(
        exceptions: String,
        address: String,
        isAsked: Bool
    ) throws {
        for name in ["no_proxy", "NO_PROXY"] {
            let found = try proxy(["http_proxy": "p:1", name: exceptions], for: address)
            #expect(found == (isAsked ? "p:1" : nil))
        }
    }
}

@Suite("Redirects behind a proxy") struct ProxiedRedirectTests {
    private static let named: Set<String> = ["http://10.0.0.7:80"]

    /// Whether a proxy is asked for where an address of the internet leads to.
    private func isFollowed(to location: String) throws -> Bool {
        var rule = RedirectRule(named: Self.named)
        let address = try RemoteAddress("http://films.example/")
        try rule.go(to: address, byProxy: true)
        let new = try rule.follow(from: address, to: location)
        return (try? rule.go(to: new, byProxy: true)) != nil
    }

    @Test(arguments: [
        ("http://other.example/", true), ("http://1.1.1.1/", true),
        ("http://[2606:4700::1111]/", true), ("http://10.0.0.7/x", true),
        ("http://127.0.0.1/", false), ("http://10.0.0.8/", false), ("http://[::1]/", false),
        ("http://localhost/", false), ("http://a.LOCALHOST./", false), ("http://127.1/", false),
        ("http://2130706433/", false), ("http://0x7f.1/", false),
        ("http://169.254.169.254/", false),
    ])
    func `are followed to names and addresses of the internet`(
        location: String,
        isExpected: Bool
    ) throws {
        #expect(try isFollowed(to: location) == isExpected)
    }

    @Test func `do not count the proxy's own address`() throws {
        var rule = RedirectRule(named: [])
        let address = try RemoteAddress("http://films.example/")
        try rule.go(to: address, byProxy: true)
        let isAdmitted = rule.admits(IPAddress([10, 0, 0, 1]))
        #expect(isAdmitted)
        let new = try rule.follow(from: address, to: "http://direct.example/")
        try rule.go(to: new, byProxy: false)
        let isPrivateAdmitted = rule.admits(IPAddress([10, 0, 0, 2]))
        #expect(!isPrivateAdmitted)
    }

    @Test func `lead on from a private address that was named`() throws {
        var rule = RedirectRule(named: [])
        let address = try RemoteAddress("http://10.0.0.1/")
        try rule.go(to: address, byProxy: true)
        let new = try rule.follow(from: address, to: "http://10.0.0.2/")
        #expect(throws: Never.self) { try rule.go(to: new, byProxy: true) }
    }
}
