import Testing

@testable import Server
@testable import Transport

@Suite("What authorizes a request")
struct AuthorizationTests {
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

    private static let token = String(repeating: "t", count: 43)

    private static let handshake = RequestHead(
        path: "/api/v1/scrub",
        fields: [
            .host: ["127.0.0.1:8080"], .connection: ["Upgrade"], .upgrade: ["websocket"],
            .socketVersion: ["13"], .socketKey: ["dGhlIHNhbXBsZSBub25jZQ=="],
            .socketProtocol: ["vernier.v1"],
        ]
    )

    private static func locked() throws -> AccessRules {
        var rules = AccessRules(hosts: [], origins: [], port: 8080)
        let text = "# mine\n\n\(token)\n" + String(repeating: "u", count: 43)
        rules.authorizes = try AccessTokens(text, from: "f").authorize
        return rules
    }

    @Test(arguments: [
        Example("nothing", 401) { _ in },
        Example("a bearer", nil) { $0.fields[.authorization] = ["Bearer \(token)"] },
        Example("the other bearer", nil) {
            $0.fields[.authorization] = ["bearer " + String(repeating: "u", count: 43)]
        },
        Example("another bearer", 401) {
            $0.fields[.authorization] = ["Bearer " + String(repeating: "v", count: 43)]
        },
        Example("a part of it", 401) { $0.fields[.authorization] = ["Bearer \(token.dropLast())"] },
        Example("more than it", 401) { $0.fields[.authorization] = ["Bearer \(token)t"] },
        Example("another scheme", 401) { $0.fields[.authorization] = ["Basic \(token)"] },
        Example("a comment", 401) { $0.fields[.authorization] = ["Bearer # mine"] },
        Example("an empty one", 401) { $0.fields[.authorization] = ["Bearer "] },
        Example("a cookie", nil) { $0.fields[.cookie] = ["a=b; vernier=\(token); c=d"] },
        Example("another's cookie", 401) { $0.fields[.cookie] = ["other=\(token)"] },
        Example("health", nil) { $0.path = "/healthz" },
        Example("readiness", nil) { $0.path = "/readyz" },
        Example("metrics", 401) { $0.path = "/metrics" },
        Example("a link", nil) { $0.path = "/login/code" },
        Example("below a link", 401) { $0.path = "/login/code/x" },
        Example("below health", 401) { $0.path = "/healthz/x" },
    ])
    func `a token lets in`(_ example: Example) throws {
        let rules = try Self.locked()
        var head = RequestHead(path: "/", fields: [.host: ["127.0.0.1:8080"]])
        example.change(&head)
        #expect(status(rules.verdict(onRequest: head)) == example.status)
        guard head.path == "/" else { return }
        var handshake = Self.handshake
        handshake.fields.merge(head.fields) { $1 }
        #expect(status(rules.verdict(onUpgrade: handshake)) == example.status)
    }

    @Test func `a subprotocol carries a token where no header can`() throws {
        var head = Self.handshake
        head.fields[.socketProtocol] = ["vernier.v1, vernier.token.\(Self.token)"]
        #expect(status(try Self.locked().verdict(onUpgrade: head)) == nil)
        head.fields[.socketProtocol] = ["vernier.v1, vernier.token.\(Self.token.dropLast())x"]
        #expect(status(try Self.locked().verdict(onUpgrade: head)) == 401)
    }

    private func status(_ verdict: Verdict) -> Int? {
        guard case .refuse(let refusal) = verdict else { return nil }
        return refusal.status
    }
}
