import Cluster
import Server
import Transport

extension Options {
    /// The options of `serve`.
    enum Serve {
        static let config = Option<String?>(
            "--config",
            "FILE",
            "reads options from FILE too: “name = value” on a line, without dashes, "
                + "“path = PATH”, # for comments; the command line goes before it"
        )
        static let port = Option<Int>(
            "--port",
            "P",
            in: 0...65_535,
            "the port, 0 for any free one",
            absent: 8080,
            rivals: ["--socket"]
        )
        static let host = Option<String>(
            "--host",
            "H",
            "the address",
            absent: "127.0.0.1",
            rivals: ["--socket"]
        )
        static let socket = Option<String?>(
            "--socket",
            "PATH",
            "a socket in the file system instead, for a proxy; one that systemd passes on goes "
                + "before all three",
            rivals: ["--host", "--port"]
        )
        static let socketMode = Option<UInt32>(
            "--socket-mode",
            "M",
            "who may connect to it; 660 by default, its user and group",
            absent: 0o660,
            rivals: ["--host", "--port"],
            needs: "a mode such as 660"
        ) { UInt32($0[0], radix: 8).flatMap { $0 <= 0o777 ? $0 : nil } }
        static let tokenFile = Option<String?>(
            "--token-file",
            "F",
            "tokens that let clients in, a line each; needed beyond loopback",
            rivals: ["--no-token"]
        )
        static let noToken = Option<Bool>(
            flag: "--no-token",
            "lets in whoever reaches the server, also beyond loopback",
            rivals: ["--token-file"]
        )
        static let keyFile = Option<String?>(
            "--key-file",
            "F",
            "keys that sign addresses of pictures and tiles, a name and a key on a line: who has such "
                + "an address needs no token until it expires"
        )
        static let web = Option<String?>(
            "--web",
            "DIR",
            "a folder whose page is served instead of the program's own; “none” for no page"
        )
        static let allowHost = Option<[String]>(
            repeated: "--allow-host",
            "NAME",
            "a further name that clients may call the server by"
        )
        static let allowOrigin = Option<[String]>(
            repeated: "--allow-origin",
            "O",
            "a further origin whose pages may open a socket"
        )
        static let connections = Option<Int>(
            "--connections",
            "N",
            in: 1...16_000,
            "clients at once, 16000 at most",
            absent: 4096
        )
        static let addressConnections = Option<Int>(
            "--address-connections",
            "N",
            in: 0...16_000,
            "clients of one address at once, 0 for any number",
            absent: 64
        )
        static let trustProxy = Option<[TrustedProxy]>(
            repeated: "--trust-proxy",
            "ADDRESS",
            "a proxy whose X-Forwarded-For says which address a client has: its own, or “unix” "
                + "for one that connects to a socket in the file system",
            needs: "an address, or unix"
        ) { TrustedProxy($0) }
        static let accel = Option<AccelPrefix?>(
            "--accel",
            "PREFIX",
            "has the proxy send media files, by their paths below PREFIX",
            absent: nil,
            needs: "a path such as /accel"
        ) { AccelPrefix($0[0]).map(Optional.some) }
        static let previewMemory = Option<Int>(
            "--preview-memory",
            "S",
            "pictures kept in memory, 64 is 64MiB",
            absent: 256 << 20,
            absentText: "256MiB",
            needs: ByteSize.forms
        ) { ByteSize.bytes($0[0]) }
        static let decoders = Option<Int>(
            "--decoders",
            "N",
            in: 1...64,
            "processes that make pictures",
            absent: 2
        )
        static let deadline = Option<Int>(
            "--deadline",
            "S",
            in: 1...3600,
            "seconds that one may take for a picture",
            absent: 30
        )
        static let messageRate = Option<Int>(
            "--message-rate",
            "N",
            in: 0...1_000_000,
            "messages a second that a client may send, and 32 times as many one address, before "
                + "they wait, 0 for any number",
            absent: 1000
        )
        static let remoteScanRate = Option<Int>(
            "--remote-scan-rate",
            "S",
            "read a second, while nobody else waits, to index media at addresses that has to be "
                + "read as a whole, “none” for as much as comes",
            absent: 4 << 20,
            absentText: "4MiB",
            needs: "\(ByteSize.forms), or none"
        ) { $0[0] == "none" ? Int.max : ByteSize.bytes($0[0]) }
        static let exportFolder = Option<String?>(
            "--export-dir",
            "DIR",
            "lets clients cut media into DIR; without it nothing is written"
        )
        static let record = Option<String?>(
            "--record",
            "DIR",
            "keeps what each client sends as a trace in DIR; not by default"
        )
        static let recordLimit = Option<Int>(
            "--record-limit",
            "M",
            in: 1...65_536,
            "MiB of traces, after which none is kept",
            absent: 64
        )
        static let redis = Option<String?>(
            "--redis",
            "ADDRESS",
            "shares rooms with other servers through Redis at “unix:/path” or "
                + "“redis://host:port/number”, over TLS “rediss://…”"
        )
        static let redisPasswordFile = Option<String?>(
            "--redis-password-file",
            "F",
            "a line with the password of Redis, or with a user and a password; otherwise "
                + "$VERNIER_REDIS_PASSWORD and $VERNIER_REDIS_USER"
        )
        static let redisPrefix = Option<String>(
            "--redis-prefix",
            "TEXT",
            "what its keys and channels begin with",
            absent: ClusterSettings.defaultPrefix
        )
        static let redisCA = Option<String?>(
            "--redis-ca",
            "FILE",
            "certificates of the authorities that are trusted over “rediss://”; otherwise those that "
                + "the system trusts"
        )
        static let drain = Option<Int>(
            "--drain",
            "S",
            in: 0...3600,
            "seconds to serve on when asked to stop, and not to be ready",
            absent: 0
        )
        static let log = Option<LogForm>(
            "--log",
            "FORM",
            "what standard error tells: “text”, of trouble; “json”, a line for each thing that "
                + "happens; “none”",
            absent: .text,
            absentText: "text",
            needs: "text, json or none"
        ) { LogForm(rawValue: $0[0]) }

        /// All of them, in the manual's order.
        static let all: [any DeclaredOption] =
            [
                config, port, host, socket, socketMode, tokenFile, noToken, keyFile, web, allowHost,
                allowOrigin, connections, addressConnections, trustProxy, accel, previewMemory,
                previewCache, decoders, deadline,
                messageRate, remoteScanRate, exportFolder, record, recordLimit, redis,
                redisPasswordFile, redisPrefix, redisCA, drain, log,
            ] + cache
    }
}
