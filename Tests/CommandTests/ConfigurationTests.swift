import Foundation
import Server
import TestSupport
import Testing

@testable import Transport
@testable import vernier

@Suite("A configuration file", .scratchDirectory)
struct ConfigurationTests {
    /// A value for each kind of option, other than the one that it has by default.
    private static let values = [
        "--port": "0", "--host": "::1", "--socket": "/run/v.sock", "--socket-mode": "600",
        "--token-file": "/etc/tokens", "--key-file": "/etc/keys", "--web": "none",
        "--allow-host": "a.example:8443",
        "--allow-origin": "https://a.example", "--accel": "/accel", "--preview-memory": "64MiB",
        "--preview-cache": "1GiB", "--decoders": "3", "--deadline": "4",
        "--export-dir": "/out dir",
        "--record": "/traces", "--record-limit": "5", "--index-cache": "/cache=1",
        "--index-cache-limit": "7", "--log": "json", "--drain": "9", "--message-rate": "90",
        "--remote-cache": "2GiB", "--remote-scan-rate": "1MiB",
        "--s3-endpoint": "https://store.example", "--connections": "5000",
        "--address-connections": "12",
        "--trust-proxy": "10.0.0.1", "--redis": "redis://127.0.0.1:6379/2",
        "--redis-password-file": "/etc/redis-password", "--redis-prefix": "stage:",
        "--redis-ca": "/etc/redis-ca.pem",
    ]

    /// What an option is given together with.
    private static let companions = [
        "--socket-mode": "socket = s", "--redis-password-file": "redis = unix:/r",
        "--redis-prefix": "redis = unix:/r", "--redis-ca": "redis = unix:/r",
    ]

    private static var options: [String] {
        Manual.page(.serve).options.map(\.name).filter { $0 != "--config" }
    }

    @Test(arguments: options)
    func `every option of a server can stand in it, and there says the same`(
        _ option: String
    ) throws {
        let declared = try #require(Manual.page(.serve).options.first { $0.name == option })
        let value = Self.values[option]
        try #require(declared.isFlag == (value == nil))
        let companion = Self.companions[option]
        let name = String(option.dropFirst(2))
        let setting = value.map { "\(name) = \($0)" } ?? name
        let filed = try serve("\(setting)\n\(companion ?? "")\npath = m")
        let words = companion.map { "--" + $0.replacing(" = ", with: " ") }?.words ?? []
        let given = try serve("", [option] + (value.map { [$0] } ?? []) + words + ["m"])
        #expect(text(filed) == text(given))
        // That nobody needs a token on this machine leaves no trace.
        if option != "--no-token" { #expect(text(filed) != text(try serve("path = m"))) }
    }

    @Test func `a flag of it counts`() throws {
        #expect(throws: UsageError.self) { try serve("host = ::\npath = m") }
        #expect(throws: Never.self) { try serve("host = ::\npath = m\nno-token") }
    }

    @Test func `comments, empty lines and blanks say nothing`() throws {
        let serve = try serve("# port = 1\n\n \t\r\nport=2\r\n  path\t=  a b # c  \n#\n  # x\n")
        #expect(serve.address == .network(host: "127.0.0.1", port: 2))
        #expect(serve.media == ["a b # c"])
    }

    @Test func `options that repeat, and paths, stand as often as one likes`() throws {
        let serve = try serve("allow-host = a\npath = m\nallow-host = b\npath = n")
        #expect((serve.hosts, serve.media) == (["a", "b"], ["m", "n"]))
    }

    @Test func `the command line goes before all that it names`() throws {
        let file = "port = 1\nallow-host = a\nallow-host = b\npath = m\npath = n\ndecoders = 5"
        let serve = try serve(file, ["--allow-host", "c", "x", "--port", "2"])
        #expect(serve.address == .network(host: "127.0.0.1", port: 2))
        #expect((serve.hosts, serve.media, serve.decoders) == (["c"], ["x"], 5))
    }

    @Test(arguments: [
        ("socket = s\nsocket-mode = 600", "--port 3", "127.0.0.1:3"),
        ("host = ::1\nport = 4", "--socket t", "t"),
        ("port = 4", "--host ::1", "::1:4"),
    ])
    func `it also goes before what does not go with it`(
        _ file: String,
        _ words: String,
        _ address: String
    ) throws {
        #expect("\(try serve(file, words.words + ["m"]).address)" == address)
    }

    @Test func `a token on the command line locks what the file has left open`() throws {
        let serve = try serve("no-token\nhost = ::\npath = m", ["--token-file", "t"])
        #expect(serve.access.tokenFile == "t")
    }

    @Test(
        arguments: [
            ("port = x", 1, "port needs a whole number from 0 to 65535, not “x”"),
            ("\n# c\nport = 1\nport = 2", 4, "port stands in line 3 already; once is enough"),
            ("decoders", 1, "decoders needs a value"), ("a = b\nweb =", 2, "web needs a value"),
            ("prot = 1", 1, "there is no option “prot”; write name = value, without dashes"),
            ("--port = 1", 1, "there is no option “--port”; write name = value, without dashes"),
            ("config = f", 1, "there is no option “config”; write name = value, without dashes"),
            ("no-token = yes", 1, "no-token takes no value"),
            ("log = loud", 1, "log needs text, json or none, not “loud”"),
            (
                "preview-memory = 1TB", 1,
                "preview-memory needs a size such as 512 (MiB), 64KiB or 2GiB, not “1TB”"
            ),
            ("accel = x", 1, "accel needs a path such as /accel, not “x”"),
            ("socket-mode = 600", 1, "socket-mode is for --socket"),
            ("port = 1\nsocket = s", 2, "socket, or --host and --port, not both"),
            ("token-file = t\nno-token", 2, "--token-file or no-token, not both"),
        ] as [(String, Int, String)]
    )
    func `a fault names the file, the line and what to do`(
        _ file: String,
        _ line: Int,
        _ message: String
    ) throws {
        let path = try write(Array((file + "\npath = m").utf8))
        let error = UsageError("\(path), line \(line): \(message)", command: "serve")
        #expect(throws: error) { try Command(["serve", "--config", path]) }
    }

    @Test func `a file that is not there, or no text, is named`() throws {
        let missing = Scratch.directory + "/none"
        let help = "\(missing): cannot be read; name a file of options, a line each"
        #expect(throws: UsageError(help, command: "serve")) {
            try Command(["serve", "--config", missing, "m"])
        }
        let odd = try write([0x70, 0xFF])
        let text = "\(odd): is not UTF-8; write it anew as plain text"
        #expect(throws: UsageError(text, command: "serve")) {
            try Command(["serve", "--config", odd, "m"])
        }
    }

    private func write(_ bytes: [UInt8]) throws -> String {
        try Scratch.write(bytes, to: "vernier.conf", secondsAgo: 0)
    }

    /// The server that a file and further words make.
    private func serve(_ file: String, _ words: [String] = []) throws -> Serve {
        let path = try write(Array(file.utf8))
        guard case .serve(let serve) = try Command(["serve", "--config", path] + words) else {
            throw ParsingTests.Unexpected()
        }
        return serve
    }

    private func text(_ serve: Serve) -> String {
        var text = ""
        dump(serve, to: &text)
        return text
    }
}
