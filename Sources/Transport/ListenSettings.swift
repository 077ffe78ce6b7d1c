/// Where a ``ServiceLoop`` listens, which clients it serves, and its limits.
package struct ListenSettings: Sendable {
    /// Where to listen.
    package var address: ListenAddress

    /// Names, besides those of the loopback, under which clients may know this server.
    ///
    /// `name` admits itself and `name` with the port served; `name:port` admits just that, which
    /// is how a server behind a proxy learns the proxy's port.
    package var allowedHosts: [String] = []

    /// Origins, besides the server's own, whose pages may open a socket.
    package var allowedOrigins: [String] = []

    /// Proxies that are believed who their clients are.
    package var proxies: Set<TrustedProxy> = []

    package var limits = TransportLimits()

    /// Receives what libwebsockets reports, on any thread.
    package var log: @Sendable (LogLevel, String) -> Void = { _, _ in }

    package init(_ address: ListenAddress) { self.address = address }

    package init(host: String = "127.0.0.1", port: Int = 8080) {
        self.init(.network(host: host, port: port))
    }
}

/// The limits of the transport.
package struct TransportLimits: Sendable {
    /// Open connections.
    ///
    /// More are answered 503, or wait while descriptors are short.
    package var connections = 4096

    /// Connections of one address, sockets among them; `nil` for any number.
    ///
    /// Enough for a dozen pages behind one router, and few enough that no client takes every slot.
    package var connectionsPerAddress: Int? = 64

    /// How long a socket may stay without saying which media it is for.
    package var openTime = Duration.seconds(10)

    /// Bytes in one message of a socket, over all its fragments.
    package var messageBytes = 64 * 1024

    /// Fragments in one message of a socket.
    package var fragments = 256

    /// Messages that a socket may send in a second, where one of more than 512 bytes counts as
    /// several; `nil` for any number.
    ///
    /// A drag on a 240 Hz screen, with its acknowledgements of pictures, sends half as many.
    package var messageRate: Int? = 1000

    /// How many times the limit of one socket all sockets of one address may send.
    package var addressShare = 32

    /// How long a socket may go on to send more than it may before it is closed.
    package var floodTime = Duration.seconds(10)

    /// How often a socket is pinged, below the minute after which proxies give up on a silent one.
    ///
    /// A client that has sent nothing until the next is due is gone.
    package var pingInterval = Duration.seconds(15)

    /// How long a message may take from its first byte to its last.
    package var messageTime = Duration.seconds(5)

    /// How long a request's body may take from its first byte to its last.
    package var bodyTime = Duration.seconds(30)

    /// How long the application may take to answer a request; after that the answer is 503.
    package var answerTime = Duration.seconds(30)

    /// How many requests one connection may make before it is closed.
    package var requests = 100

    /// The bytes that a client must take of an answer in every ``rateWindow``.
    package var rateBytes = 160 * 1024

    /// The time over which the rate of a client's download is measured.
    package var rateWindow = Duration.seconds(10)

    /// How long the server serves on after it has been asked to stop, while `/readyz` says so.
    package var drainTime = Duration.zero

    /// How long a connection that is about to be closed may take to receive pending output.
    package var lingerTime = Duration.seconds(5)

    /// How long clients have to close their sockets once the server stops.
    package var closeTime = Duration.seconds(5)

    package init() {}

    /// What one socket may send.
    var socketBucket: TokenBucket.Size? { messageRate.map(TokenBucket.Size.init(perSecond:)) }

    /// What all sockets of an address together may send.
    var addressBucket: TokenBucket.Size? {
        messageRate.map { TokenBucket.Size(perSecond: $0 * addressShare) }
    }

    /// How often an address may connect: a page of a hundred files does at once.
    var arrivalBucket: TokenBucket.Size? {
        messageRate.map { TokenBucket.Size(perSecond: $0 * 4) }
    }
}

/// Where a server can be reached.
package enum ListenAddress: Equatable, Sendable, CustomStringConvertible {
    /// A numeric address or a name, and a port; 0 takes any free one.
    case network(host: String, port: Int)

    /// A socket in the file system, for a proxy on the same machine.
    ///
    /// `mode` says who may connect, as for any file.
    case file(path: String, mode: UInt32)

    /// A listening socket that the program has inherited, as from systemd.
    case inherited(descriptor: CInt)

    package var description: String {
        switch self {
        case .network(let host, let port): "\(host):\(port)"
        case .file(let path, _): path
        case .inherited: "the inherited socket"
        }
    }
}

/// The severity of an event.
package enum LogLevel: String, Sendable {
    case info, warning, error
}
