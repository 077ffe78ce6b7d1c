import Basics
import Media
import MediaWorkers
import Remote
import Transport
import Wire

/// What the operator has set up and observes: the page, the log, metrics, recordings, login links.
///
/// Belongs to the loop's thread, except ``log(_:)``.
final class Operations {
    private let settings: ServerSettings
    private var counted = Metrics()
    private var recorder: Recorder?
    private var invitations = Invitations()
    private var isDraining = false
    /// The tokens that let clients in; `nil` when none are needed.
    private var tokens: AccessTokens?

    /// The page's files.
    let page: PageFiles

    /// Takes the settings, and the page that was read as they say.
    init(_ settings: ServerSettings, _ page: PageFiles) {
        (self.settings, self.page) = (settings, page)
    }

    /// Where a reverse proxy finds the files to send them itself.
    var accel: AccelPrefix? { settings.accel }

    /// Logs an event; safe on every thread.
    func log(_ event: LogEvent) { settings.log(event) }

    /// Counts something that has happened.
    func count(_ change: (inout Metrics) -> Void) { change(&counted) }

    /// What was counted so far, and the state of the worker processes and the stores.
    var metrics: Metrics {
        var metrics = counted
        metrics.workers = settings.workers.counts
        metrics.quarantined = settings.workers.quarantine.count
        metrics.remote = settings.remote?.counts ?? metrics.remote
        return metrics
    }

    /// Where the server listens, with the port that the system chose for port 0.
    func address(port: Int) -> ListenAddress {
        guard case .network(let host, _) = settings.listen.address else {
            return settings.listen.address
        }
        return .network(host: host, port: port)
    }

    /// How to listen, and where what the transport reports is logged.
    var listen: ListenSettings {
        var listen = settings.listen
        let log = settings.log
        listen.log = { log(.problem($0, $1)) }
        return listen
    }

    /// Reads the file of tokens, and returns what authorizes requests; `nil` when none are needed.
    ///
    /// Tokens that were read before stay as they are if it throws.
    func readTokens() throws(AccessError) -> (@Sendable (RequestHead) -> Bool)? {
        guard let path = settings.tokenFile else { return nil }
        let tokens = try AccessTokens(file: path)
        self.tokens = tokens
        return tokens.authorize
    }

    /// Reads the file of keys, and returns what they say of the signature of a request's address;
    /// `nil` when no address can be signed.
    func readKeys() throws(AccessError) -> (@Sendable (RequestHead) -> Bool?)? {
        guard let path = settings.keyFile else { return nil }
        let keys = try AddressKeys(file: path)
        return { keys.admit($0) }
    }

    /// Whether addresses can be signed.
    var knowsKeys: Bool { settings.keyFile != nil }

    /// Logs, once, that the server stops.
    func noteDraining(clients: Int) {
        guard !isDraining else { return }
        isDraining = true
        log(.draining(clients: clients))
    }
}

// MARK: - Recordings

extension Operations {
    /// Creates the file or the folder of the recording, if one is wanted.
    func beginRecording() throws(RecordingError) {
        let log = settings.log
        recorder = try settings.recording.map { place throws(RecordingError) in
            try Recorder(place) { log(.problem($0, $1)) }
        }
    }

    /// Records a message of a socket.
    func record(_ text: [UInt8], from socket: SocketID) { recorder?.record(text, from: socket) }

    /// Ends the trace of a socket, and returns whether the recording is complete.
    func endRecording(of socket: SocketID) -> Bool { recorder?.close(socket) ?? false }

    /// How many messages of clients have been recorded.
    var recordedMessages: Int { recorder?.messages ?? 0 }

    /// Waits until everything is written.
    func finish() { recorder?.finish() }
}

// MARK: - Login links

extension Operations {
    /// The path of a new login link; `nil` where no token is needed.
    func invite() -> String? { tokens.map { _ in invitations.make(.unguessable(), at: .now) } }

    /// The token for the browser that follows a login link, which is used up by this.
    func redeem(_ code: String) -> String? {
        guard let tokens, invitations.take(code, at: .now) else { return nil }
        return tokens.first
    }
}
