import Server

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
