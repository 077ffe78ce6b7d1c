import System

/// Listens on the address that the settings name.
///
/// It replaces libwebsockets' own listener, which does not say why it cannot listen, and which spins
/// when the process runs out of descriptors.
final class Listener {
    enum Accepted {
        /// A client, which the caller owns.
        case connection(Descriptor)
        /// No client is waiting.
        case none
        /// The process or the system has no descriptor left.
        case exhausted
    }

    private let socket: ListeningSocket

    init(_ address: ListenAddress) throws(TransportError) {
        do throws(SystemFailure) {
            socket =
                switch address {
                case .network(let host, let port):
                    try ListeningSocket.listen(host: host, port: port)
                case .file(let path, let mode): try ListeningSocket.listen(at: path, mode: mode)
                case .inherited(let number): try ListeningSocket.adopt(Descriptor(number))
                }
        } catch {
            throw .cannotListen(address, reason: ListenFailure(error, at: address))
        }
    }

    /// Can be read when a client waits.
    var descriptor: Descriptor { socket.descriptor }

    /// The port that clients connect to; `nil` for a socket in the file system.
    var port: Int? { socket.port }

    /// The port, or the path of the socket in the file system.
    var place: String {
        if let port { return "port \(port)" }
        return socket.path.map { "socket \($0)" } ?? "socket"
    }

    /// Accepts the next client that waits.
    func accept() -> Accepted {
        do throws(SystemFailure) {
            return .connection(try socket.accept())
        } catch {
            return error.kind == .exhausted ? .exhausted : .none
        }
    }
}

extension ListenFailure {
    fileprivate init(_ failure: SystemFailure, at address: ListenAddress) {
        switch (failure.kind, address) {
        case (.addressInUse, .file): self = .pathInUse
        case (.addressInUse, _): self = .addressInUse
        case (.notPermitted, .network): self = .notPermitted
        case (.noSuchAddress, _): self = .noSuchAddress
        default: self = .other(failure.reason)
        }
    }
}

/// The kernel's side of a connection, used without libwebsockets noticing.
struct Peer {
    let socket: Descriptor
    /// `nil` for a peer that has none.
    let address: HostAddress?

    init(_ socket: Descriptor) {
        self.socket = socket
        address = HostAddress(of: socket)
    }

    /// Sends a prepared answer and closes, before libwebsockets knows of the connection.
    func refuse(with bytes: [UInt8]) {
        _ = try? socket.send(bytes[...])
        socket.discardInput()
        socket.close()
    }
}
