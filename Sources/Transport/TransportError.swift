/// The errors of the transport.
package enum TransportError: Error, Equatable, CustomStringConvertible {
    /// The server cannot listen on its address.
    case cannotListen(ListenAddress, reason: ListenFailure)

    /// libwebsockets did not start; `reason` says at which step.
    case cannotStart(reason: String)

    /// A text that is not of the form `http://host:port`.
    case invalidURL(String)

    /// No socket could be opened at `url`.
    case cannotConnect(url: String, reason: String)

    /// The socket has closed.
    case closed

    package var description: String {
        switch self {
        case .cannotListen(let address, let reason):
            "cannot listen on \(address): \(reason)"
        case .cannotStart(let reason):
            "cannot start libwebsockets: \(reason)"
        case .invalidURL(let text):
            "\(text) is not a server's address; write it as http://127.0.0.1:8080"
        case .cannotConnect(let url, let reason):
            "cannot open a socket at \(url): \(reason)"
        case .closed:
            "the socket is closed"
        }
    }
}

/// Why a socket cannot listen.
package enum ListenFailure: Equatable, Sendable, CustomStringConvertible {
    case addressInUse
    case notPermitted
    case noSuchAddress
    /// Something else is where the socket's file should be.
    case pathInUse
    /// Anything else, in the system's words.
    case other(String)

    package var description: String {
        switch self {
        case .addressInUse:
            "the port is in use; stop the program that holds it, or choose another port"
        case .notPermitted:
            "this user may not take that port; choose one above 1023"
        case .noSuchAddress:
            "this machine has no such address; 127.0.0.1 always exists"
        case .pathInUse:
            "a server listens there, or what is there is no socket; choose another path"
        case .other(let words):
            words
        }
    }
}
