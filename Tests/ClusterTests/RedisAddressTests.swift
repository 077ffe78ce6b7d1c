import System
import Testing

@testable import Cluster

@Suite("The address of Redis")
struct RedisAddressTests {
    @Test(arguments: [
        ("redis://127.0.0.1", [127, 0, 0, 1], 6379, 0),
        ("redis://10.1.2.3:7000", [10, 1, 2, 3], 7000, 0),
        ("redis://10.1.2.3:7000/15", [10, 1, 2, 3], 7000, 15),
        ("redis://[::1]:1/2", [UInt8](repeating: 0, count: 15) + [1], 1, 2),
        ("redis://[::ffff:10.1.2.3]", [10, 1, 2, 3], 6379, 0),
    ])
    func `is a host, a port and a number`(
        _ text: String,
        _ host: [UInt8],
        _ port: UInt16,
        _ database: Int
    ) throws {
        let address = try RedisAddress(text)
        #expect(address.place == .network(HostAddress(host), port: port))
        #expect((address.database, address.description) == (database, text))
    }

    @Test(arguments: [
        ("redis://localhost", "localhost", UInt16(6379), 0),
        ("redis://store-1.example.:7000/3", "store-1.example.", 7000, 3),
        ("redis://r2/", "r2", 6379, 0), ("redis://_redis._tcp.x", "_redis._tcp.x", 6379, 0),
    ])
    func `is a name, a port and a number`(
        _ text: String,
        _ name: String,
        _ port: UInt16,
        _ database: Int
    ) throws {
        let address = try RedisAddress(text)
        #expect(address.place == .named(name, port: port))
        #expect((address.database, address.description) == (database, text))
    }

    @Test func `is a socket in the file system`() throws {
        let address = try RedisAddress("unix:/run/redis/redis.sock")
        #expect(address.place == .file(path: "/run/redis/redis.sock"))
        #expect(address.database == 0)
    }

    @Test(arguments: [
        ("", ClusterError.noAddress), ("127.0.0.1", .noAddress), ("http://127.0.0.1", .noAddress),
        ("unix:", .noAddress), ("unix:run/redis.sock", .noAddress),
        ("unix:/" + String(repeating: "x", count: 107), .noAddress),
        ("redis://", .noAddress), ("redis://:6379", .noAddress), ("redis://1.2.3.4:", .noAddress),
        ("redis://1.2.3.4:0", .noAddress), ("redis://1.2.3.4:65536", .noAddress),
        ("redis://1.2.3.4:6:7", .noAddress), ("redis://::1", .noAddress),
        ("redis://[::1", .noAddress), ("redis://[::1]7", .noAddress),
        ("redis://1.2.3.4/-1", .noAddress), ("redis://1.2.3.4/x", .noAddress),
        ("redis://1.2.3.4/65536", .noAddress), ("redis://1.2.3", .noAddress),
        ("redis://10.0.0.256", .noAddress), ("redis://a b", .noAddress),
        ("redis://a..b", .noAddress), ("redis://-a", .noAddress), ("redis://näme", .noAddress),
        ("redis://" + String(repeating: "x", count: 64), .noAddress),
        ("redis://:secret@127.0.0.1", .passwordInAddress),
        ("rediss://user:secret@127.0.0.1", .passwordInAddress),
    ])
    func `is refused with a reason that does not repeat it`(_ text: String, _ error: ClusterError) {
        #expect(throws: error) { try RedisAddress(text) }
        #expect(!error.description.contains("secret"))
    }

    @Test func `is one over TLS where hiredis has that, and else is refused with the reason`()
        throws
    {
        guard RedisTrust.isThere else {
            #expect(throws: ClusterError.wantsTLS) { try RedisAddress("rediss://127.0.0.1") }
            return
        }
        for (text, host) in [
            ("a.example:7", "a.example"), ("10.0.0.7", "10.0.0.7"), ("[::1]", "::1"),
        ] {
            #expect(try RedisAddress("rediss://" + text).certified == host)
            #expect(try RedisAddress("redis://" + text).certified == nil)
        }
    }

    @Test(arguments: [
        ("secret", nil, "secret"), ("secret\n", nil, "secret"),
        ("\n  secret \t\r\n", nil, "secret"),
        ("node secret", "node", "secret"), ("pass:wörd", nil, "pass:wörd"),
    ])
    func `goes with an account that a file has`(
        _ text: String,
        _ user: String?,
        _ password: String
    ) throws {
        let account = try RedisAccount(text)
        #expect(try account == RedisAccount(user: user, password: password))
        #expect(account.signIn == ["AUTH"] + (user.map { [$0] } ?? []) + [password])
    }

    @Test(arguments: ["", "\n", " ", "a b c", "a\nb"])
    func `does not go with something that is none`(_ text: String) {
        #expect(throws: ClusterError.noAccount) { try RedisAccount(text) }
    }

    @Test func `shows no account`() throws {
        let account = try RedisAccount("node secret")
        let shown = "\(account) \(String(reflecting: account)) \(account as Any)"
        #expect(!shown.contains("secret") && !shown.contains("node"))
    }

    @Test(arguments: ["", "a b", "a*", "ä", "a~", String(repeating: "x", count: 65)])
    func `goes with a prefix of plain characters`(_ prefix: String) throws {
        let address = try RedisAddress("redis://127.0.0.1")
        #expect(throws: ClusterError.noPrefix) {
            try ClusterSettings(address: address, account: nil, prefix: prefix)
        }
        #expect(throws: Never.self) {
            try ClusterSettings(address: address, account: nil, prefix: "stage-2:v_1.")
        }
    }
}
