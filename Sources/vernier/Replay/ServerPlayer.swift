import Media
import Transport
import Wire

/// Plays a trace against a server, and shows the pictures that it sends.
///
/// Each section is sent at once and waited for at its end, so that pauses of the
/// recorded drag do not count as latency. The trace's own `painted` messages are left out: they
/// acknowledge other pictures.
struct ServerPlayer: TracePlayer {
    private let socket: SocketClient
    private let server: String
    private let media: MediaID
    private let stream: Int?
    private var wantsPictures = false
    private var hasPictures = false

    /// How long a server may take for an answer that it owes.
    private static let timeout = Duration.seconds(30)
    /// The pictures that are asked for where the trace asks for none.
    private static let preview = PreviewRequest(width: 320)

    /// Connects to a server that serves the media with this id.
    init(_ media: MediaID, stream: Int?, server: String) throws {
        socket = try SocketClient(connectingTo: server)
        (self.media, self.stream, self.server) = (media, stream, server)
    }

    mutating func play(_ section: TraceSection) throws -> PlayedSection {
        let opening = try section.entries.flatMap { try send($0) }
        let sent = ContinuousClock.now
        guard let seq = section.awaitedSeq else { return PlayedSection(answers: opening) }
        let owesPicture = section.owedSeq != nil && wantsPictures && hasPictures
        var played = try listen(TraceSectionEnd(of: seq, owesPicture: owesPicture), since: sent)
        played.answers.insert(contentsOf: opening, at: 0)
        return played
    }

    private func listen(
        _ end: TraceSectionEnd,
        since sent: ContinuousClock.Instant
    ) throws -> PlayedSection {
        var end = end
        while !end.isOver {
            switch try receive(within: Self.timeout - (.now - sent)) {
            case .message(let message): end.hear(message)
            case .preview(let header): end.hear(header, after: .now - sent)
            case nil where end.owesState: throw Failure(.unavailable, "\(server): gave no answer")
            case nil: end.giveUpPicture("no exact picture came in \(Self.timeout)")
            }
        }
        return end.played
    }

    /// Sends a message, and returns what must come back before the next one.
    private mutating func send(_ entry: Trace.Entry) throws -> [ServerMessage] {
        switch entry.message {
        case .painted, .heard: return []
        case .open(let open): return try self.open(open)
        case .configure(let change):
            wantsPictures = change.preview.map { $0 != .off } ?? wantsPictures
            try socket.send(text: entry.json)
        default: try socket.send(text: entry.json)
        }
        return []
    }

    /// Opens the media, and waits until its index is complete: positions mean other frames before.
    private mutating func open(_ open: Open) throws -> [ServerMessage] {
        var open = open
        (open.media, open.stream, open.resume) = (media.description, stream, nil)
        open.preview = open.preview ?? Self.preview
        wantsPictures = true
        try socket.send(text: open.json())
        while true {
            guard let incoming = try receive() else {
                throw Failure(.unavailable, "\(server): gave no answer")
            }
            switch incoming {
            case .message(.opened(let opened)):
                hasPictures = opened.media.kind != .audio || opened.media.cover
                if opened.media.index.state == .complete { return [.state(opened.state)] }
            case .message(.index(let index)) where index.state == .complete: return []
            case .message(.error(let error)):
                throw Failure(.badData, "\(server): \(error.message)")
            default: continue
            }
        }
    }
}

// MARK: - What comes in

extension ServerPlayer {
    private enum Incoming {
        case message(ServerMessage)
        case preview(PreviewHeader)
    }

    /// The next message, or `nil` when none comes in time; a picture is told to be on the screen.
    private func receive(within time: Duration = timeout) throws -> Incoming? {
        switch socket.receive(timeout: max(time, .zero)) {
        case .text(let text): return .message(try ServerMessage(json: text))
        case .binary(let bytes):
            let header = try PreviewHeader(bytes: bytes)
            try socket.send(text: PaintedMessage(seq: header.seq).json())
            return .preview(header)
        case .closed(let code, let reason):
            throw Failure(.unavailable, "\(server): closed the socket: \(code) \(reason)")
        case nil: return nil
        }
    }
}

extension TraceSection {
    /// The newest number in it; that message is answered or refused, since none supersedes it.
    fileprivate var awaitedSeq: UInt32? {
        entries.lazy.reversed().compactMap { entry -> UInt32? in
            entry.message.isAcknowledgement ? nil : entry.message.seq
        }.first
    }
}
