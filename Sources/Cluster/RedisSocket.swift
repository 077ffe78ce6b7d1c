import System

/// What a connection over TLS goes by: whom it trusts, and whom it has to be to.
struct RedisSecurity {
    let trust: RedisTrust
    /// The host that the certificate has to be for: a name, or an address.
    let host: String

    /// What the settings say; `nil` without TLS.
    init?(_ settings: ClusterSettings) throws(ClusterError) {
        guard let host = settings.address.certified else { return nil }
        trust = try RedisTrust(file: settings.authorities)
        self.host = host
    }
}

/// The socket of a connection to Redis, plain or over TLS; nobody waits for it.
final class RedisSocket {
    private let socket: OutgoingSocket
    private let security: RedisSecurity?
    private var stream: SecureStream?

    /// Begins to connect.
    init(to place: RedisAddress.Place, _ security: RedisSecurity?) throws(LinkFault) {
        self.security = security
        do throws(SystemFailure) {
            socket = try Self.connect(to: place)
        } catch {
            throw LinkFault(.lost, error.reason)
        }
    }

    private static func connect(
        to place: RedisAddress.Place
    ) throws(SystemFailure) -> OutgoingSocket {
        switch place {
        case .network(let host, let port): return try OutgoingSocket(to: host, port: port)
        case .named: throw SystemFailure(reason: "its address is not known")
        case .file(let path):
            guard let address = UnixAddress(path: path) else {
                throw SystemFailure(reason: "no path of a socket")
            }
            return try OutgoingSocket(to: address)
        }
    }

    /// For use while this lives.
    var descriptor: Descriptor { socket.descriptor }

    /// Whether what is not sent now may wait for something to be read, and is to be tried again after
    /// that, and from time to time.
    var isSecure: Bool { stream != nil }

    /// Notes that it can be written to, so that it is connected, or has failed.
    func opened() throws(LinkFault) {
        if let failure = socket.failure { throw LinkFault(.lost, failure.reason) }
        guard let security, stream == nil else { return }
        stream = try SecureStream(over: descriptor, to: security.host, trusting: security.trust)
    }

    /// Sends what can be sent now, and returns how many bytes that are.
    ///
    /// What has failed for good is read from a plain socket, too.
    func send(_ bytes: ArraySlice<UInt8>) throws(LinkFault) -> Int {
        guard security != nil else { return (try? descriptor.send(bytes)) ?? 0 }
        return try stream?.write(bytes) ?? 0
    }

    /// Reads what has come, and returns how many bytes; `nil` where there is nothing yet.
    func read(into buffer: inout [UInt8]) throws(LinkFault) -> Int? {
        guard security == nil else {
            let count = try stream?.read(into: &buffer) ?? 0
            return count == 0 ? nil : count
        }
        do throws(SystemFailure) {
            return try descriptor.read(into: &buffer)
        } catch {
            if error.kind == .notNow { return nil }
            throw LinkFault(.lost, error.reason)
        }
    }
}
