/// Where a ``ServiceLoop`` listens, whom it answers, and how much it takes.
package struct ListenSettings: Sendable {
    /// Where to listen.
    package var address: ListenAddress

    /// Names, besides those of the loopback, under which clients may know this server.
    ///
    /// `name` admits itself and `name` with the port served; `name:port` admits just that, which
    /// is how a server behind a proxy is told of the proxy's port.
    package var allowedHosts: [String] = []

    /// Origins, besides the server's own, whose pages may open a socket.
    package var allowedOrigins: [String] = []

    package var limits = TransportLimits()

    /// Hears what happens, on any thread.
    package var log: @Sendable (LogEvent) -> Void = { _ in }

    package init(_ address: ListenAddress) { self.address = address }

    package init(host: String = "127.0.0.1", port: Int = 8080) {
        self.init(.network(host: host, port: port))
    }
}

/// What one client may ask of the transport.
package struct TransportLimits: Sendable {
    /// Open connections.
    ///
    /// More are answered 503, or wait while descriptors are short.
    package var connections = 4096

    /// Bytes in one message of a socket, over all its fragments.
    package var messageBytes = 64 * 1024

    /// Fragments in one message of a socket.
    package var fragments = 256

    /// Messages that a socket may send in a second, where one of more than 512 bytes counts as
    /// several; `nil` for any number.
    ///
    /// A hand on a screen of 240 Hz, with its acknowledgements of pictures, sends half as many.
    package var messageRate: Int? = 1000

    /// As how many sockets all those of one address may send.
    package var addressShare = 32

    /// How long a socket may go on to send more than it may before it is closed.
    package var floodTime = Duration.seconds(10)

    /// How long a message may take from its first byte to its last.
    package var messageTime = Duration.seconds(5)

    /// How long a request's body may take from its first byte to its last.
    package var bodyTime = Duration.seconds(30)

    /// How long the application may take to answer a request.
    package var answerTime = Duration.seconds(30)

    /// How many requests one connection may make before it is closed.
    package var requests = 100

    /// The bytes that a client must take of an answer in every ``paceWindow``.
    package var paceBytes = 160 * 1024

    /// The time over which a client's pace is measured.
    package var paceWindow = Duration.seconds(10)

    /// How long the server serves on once it has been asked to stop, and says that it will.
    package var drainTime = Duration.zero

    /// How long a connection that is to end may take to take what is still on its way.
    package var partingTime = Duration.seconds(5)

    /// How long clients have to say goodbye once the server stops.
    package var farewellTime = Duration.seconds(5)

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
