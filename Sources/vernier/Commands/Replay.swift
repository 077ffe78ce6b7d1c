import Foundation
import Media
import Server
import Wire

/// The command that plays a recorded gesture.
struct Replay {
    let file: String
    let trace: String
    let server: String?

    init(_ arguments: inout Arguments) throws(UsageError) {
        server = try arguments.text("--server")
        file = try arguments.operand("a media file")
        trace = try arguments.operand("a trace")
    }

    func run() throws {
        let trace = try readTrace()
        if let server {
            try play(trace, against: server)
        } else {
            try play(trace)
        }
    }

    private func readTrace() throws -> Trace {
        guard let data = FileManager.default.contents(atPath: trace) else {
            throw Failure(.noInput, "\(trace): cannot be read; name a file of client messages")
        }
        do throws(WireError) {
            return try Trace(jsonLines: Array(data))
        } catch {
            throw Failure(.badData, "\(trace): \(error.message)")
        }
    }

    /// Plays the messages through the model alone.
    private func play(_ trace: Trace) throws {
        let file = try OpenFile(path: file)
        let clip = Clip(try MediaIndex(scanning: file), name: file.name)
        var session = ScrubSession(clip: clip)
        for entry in trace.entries {
            do throws(SessionError) {
                try session.apply(entry.message)
                if let decision = session.decision { Output.print(decision) }
                Output.print(ServerMessage.state(session.state))
            } catch {
                let message = ErrorMessage(code: error.code, message: error.message, seq: error.seq)
                Output.print(ServerMessage.error(message))
            }
        }
    }
}

// MARK: - Against a server

extension Replay {
    /// How long a server may take for an answer that it owes.
    private static var patience: Duration { .seconds(30) }

    /// Sends the messages and prints what comes back, until the last answer that is owed.
    private func play(_ trace: Trace, against server: String) throws {
        let socket = try SocketClient(connectingTo: server)
        defer { socket.close() }
        for entry in trace.entries {
            try socket.send(text: try message(entry))
            if case .open = entry.message { try awaitOpened(socket, server) }
        }
        let owed = trace.entries.compactMap(\.message.owedSeq).last
        while let owed, try receive(socket, server).seq.map({ $0 < owed }) ?? true {}
    }

    private func awaitOpened(_ socket: SocketClient, _ server: String) throws {
        while true {
            switch try receive(socket, server) {
            case .opened: return
            case .error(let error): throw Failure(.badData, "\(server): \(error.message)")
            default: continue
            }
        }
    }

    /// The message as it was recorded, with the media's id where the trace opens it.
    private func message(_ entry: Trace.Entry) throws -> [UInt8] {
        guard case .open(var open) = entry.message else { return entry.json }
        // The server names files by where they really are.
        let path = URL(filePath: file).resolvingSymlinksInPath().path(percentEncoded: false)
        guard FileManager.default.fileExists(atPath: path) else {
            throw Failure(.noInput, "\(file): there is no such file")
        }
        open.media = MediaID(ofPath: path).description
        return open.json()
    }

    /// Waits for the next message, and prints states, decisions and errors.
    private func receive(_ socket: SocketClient, _ server: String) throws -> ServerMessage {
        while true {
            switch socket.receive(timeout: Self.patience) {
            case .text(let text):
                let message = try ServerMessage(json: text)
                Output.print(message)
                return message
            case .binary: continue
            case .closed(let code, let reason):
                throw Failure(.unavailable, "\(server): closed the socket: \(code) \(reason)")
            case nil: throw Failure(.unavailable, "\(server): gave no answer")
            }
        }
    }
}

extension ServerMessage {
    /// The number of the client's message that this answers.
    var seq: UInt32? {
        switch self {
        case .state(let state): state.seq
        case .error(let error): error.seq
        default: nil
        }
    }
}

extension ClientMessage {
    /// The message's number, if the server owes an answer to this very message.
    var owedSeq: UInt32? {
        switch self {
        case .end, .cancel, .seek: seq
        default: nil
        }
    }
}

extension Output {
    /// Writes a message as a line of JSON, if it is a state, a decision or an error.
    fileprivate static func print(_ message: ServerMessage) {
        switch message {
        case .state, .confirmed, .declined, .error: write(message.json() + [UInt8(ascii: "\n")])
        default: return
        }
    }
}
