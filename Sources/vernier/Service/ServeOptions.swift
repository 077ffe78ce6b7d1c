import Cluster
import Server
import System
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

/// The Redis server that rooms are shared through: the options of every command that serves.
struct ClusterOptions: Equatable {
    /// Where it is; `nil` shares nothing.
    let address: RedisAddress?
    /// The file of its password.
    let passwordFile: String?
    /// What the names of keys begin with.
    let prefix: String
    /// The file of the authorities that are trusted over TLS; `nil` trusts the system's.
    let authorities: String?

    /// Takes the options; what is said of a Redis server that is not named is a mistake.
    init(_ arguments: Arguments) throws(UsageError) {
        typealias Serve = Options.Serve
        passwordFile = try arguments[Serve.redisPasswordFile]
        prefix = try arguments[Serve.redisPrefix]
        authorities = try arguments[Serve.redisCA]
        guard let text = try arguments[Serve.redis] else {
            let further: [any DeclaredOption] = [
                Serve.redisPasswordFile, Serve.redisPrefix, Serve.redisCA,
            ]
            for option in further where arguments.has(option) {
                throw arguments.usage("\(option.name) is for --redis", of: option)
            }
            address = nil
            return
        }
        do throws(ClusterError) {
            let address = try RedisAddress(text)
            self.address = address
            _ = try ClusterSettings(address: address, account: nil, prefix: prefix)
        } catch {
            let option: any DeclaredOption = error == .noPrefix ? Serve.redisPrefix : Serve.redis
            throw arguments.usage("\(option.name): \(error)", of: option)
        }
    }

    /// What the server is to know, with the account that the operator has kept elsewhere.
    func settings(
        environment: (String) -> String? = ThisProcess.variable
    ) throws -> ClusterSettings? {
        guard let address else { return nil }
        let account = try account(environment)
        return try ClusterSettings(
            address: address,
            account: account,
            prefix: prefix,
            authorities: authorities
        )
    }

    private func account(_ environment: (String) -> String?) throws -> RedisAccount? {
        if let passwordFile {
            let text = try AccessTokens.read(passwordFile)
            do throws(ClusterError) {
                return try RedisAccount(text)
            } catch {
                throw Failure(.badData, "\(passwordFile): \(error)")
            }
        }
        guard let password = environment("VERNIER_REDIS_PASSWORD") else { return nil }
        do throws(ClusterError) {
            return try RedisAccount(user: environment("VERNIER_REDIS_USER"), password: password)
        } catch {
            throw Failure(.badData, "$VERNIER_REDIS_PASSWORD: \(error)")
        }
    }
}
