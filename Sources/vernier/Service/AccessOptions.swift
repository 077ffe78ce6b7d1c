import Server

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
