import Glibc
import Server
import Transport

/// Where a server listens: the options of every command that serves.
struct AddressOptions: Equatable {
    let address: ListenAddress

    /// Takes the options.
    init(_ arguments: inout Arguments) throws(UsageError) {
        arguments.prefer(["--socket"], to: ["--host", "--port"])
        arguments.prefer(["--host", "--port"], to: ["--socket", "--socket-mode"])
        let host = try arguments.text("--host")
        let port = try arguments.number("--port", in: 0...65_535)
        let path = try arguments.text("--socket")
        let mode = try arguments.text("--socket-mode")
        guard let path else {
            guard mode == nil else {
                throw arguments.usage("--socket-mode is for --socket", of: "--socket-mode")
            }
            address = .network(host: host ?? "127.0.0.1", port: port ?? 8080)
            return
        }
        guard host == nil, port == nil else {
            throw arguments.usage("--socket, or --host and --port, not both", of: "--socket")
        }
        address = .file(path: path, mode: try Self.mode(mode ?? "660", arguments))
    }

    private static func mode(_ text: String, _ arguments: Arguments) throws(UsageError) -> UInt32 {
        guard let mode = UInt32(text, radix: 8), mode <= 0o777 else {
            throw arguments.usage(
                "--socket-mode needs a mode such as 660, not “\(text)”",
                of: "--socket-mode"
            )
        }
        return mode
    }
}

extension ListenAddress {
    /// How people reach it; `port` is the one that was free.
    func invitation(port: Int) -> String {
        switch self {
        case .network(let host, _): "Open http://\(host):\(port)"
        case .file, .inherited: "Listening on \(self)"
        }
    }
}

/// Who may come in: the options of every command that serves.
struct AccessOptions: Equatable {
    /// The file of tokens; `nil` lets in whoever reaches the server.
    let tokenFile: String?

    /// Takes the options; beyond this machine one of them has to be there.
    init(_ arguments: inout Arguments, at address: ListenAddress) throws(UsageError) {
        arguments.prefer(["--token-file"], to: ["--no-token"])
        arguments.prefer(["--no-token"], to: ["--token-file"])
        tokenFile = try arguments.text("--token-file")
        let isOpen = arguments.flag("--no-token")
        guard tokenFile == nil || !isOpen else {
            throw arguments.usage("--token-file or --no-token, not both", of: "--no-token")
        }
        guard tokenFile != nil || isOpen || !address.reachesBeyondThisMachine else {
            throw arguments.usage(
                "\(address) reaches beyond this machine: say who may come in with --token-file FILE,"
                    + " or --no-token that anybody may",
                of: "--host"
            )
        }
    }
}

extension ListenAddress {
    /// Whether others than this machine's users can connect.
    fileprivate var reachesBeyondThisMachine: Bool {
        guard case .network(let host, _) = self else { return false }
        let isLoopback = host == "localhost" || host == "::1" || host.hasPrefix("127.")
        // A name that begins with 127. may lead anywhere.
        return !isLoopback
            || host.contains { !$0.isHexDigit && $0 != "." && $0 != ":" }
                && host != "localhost"
    }
}

/// The variables that the program was started with.
enum Environment {
    /// The text of a variable, if it is set.
    static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// Keeps variables from the programs that this one starts.
    ///
    /// Only while there is one thread.
    static func remove(_ names: [String]) {
        for name in names { unsetenv(name) }
    }
}
