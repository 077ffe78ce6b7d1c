import Server
import Transport

/// Where a server listens: the options of every command that serves.
struct AddressOptions: Equatable {
    let address: ListenAddress

    /// Takes the options.
    init(_ arguments: Arguments) throws(UsageError) {
        typealias Serve = Options.Serve
        let (host, port) = (try arguments[Serve.host], try arguments[Serve.port])
        let mode = try arguments[Serve.socketMode]
        guard let path = try arguments[Serve.socket] else {
            guard !arguments.has(Serve.socketMode) else {
                throw arguments.usage("--socket-mode is for --socket", of: Serve.socketMode)
            }
            address = .network(host: host, port: port)
            return
        }
        guard !arguments.has(Serve.host), !arguments.has(Serve.port) else {
            throw arguments.usage("--socket, or --host and --port, not both", of: Serve.socket)
        }
        address = .file(path: path, mode: mode)
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
    /// The file of keys that sign addresses; `nil` takes no signature.
    let keyFile: String?

    /// Takes the options; beyond this machine one of them has to be there.
    init(_ arguments: Arguments, at address: ListenAddress) throws(UsageError) {
        tokenFile = try arguments[Options.Serve.tokenFile]
        keyFile = try arguments[Options.Serve.keyFile]
        let isOpen = try arguments[Options.Serve.noToken]
        guard tokenFile == nil || !isOpen else {
            throw arguments.usage(
                "--token-file or --no-token, not both",
                of: Options.Serve.noToken
            )
        }
        guard tokenFile != nil || isOpen || !address.reachesBeyondThisMachine else {
            throw arguments.usage(
                "\(address) reaches beyond this machine: say who may come in with --token-file FILE,"
                    + " or --no-token that anybody may",
                of: Options.Serve.host
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
