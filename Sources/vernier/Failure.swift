import Cluster
import Library
import Media
import Scrubbing
import Server
import Transport
import Wire

/// How the program ends, in the numbers of `sysexits.h` and, for a signal, of shells.
enum ExitCode: Int32, CaseIterable {
    case success = 0
    case different = 1
    case usage = 64
    case badData = 65
    case noInput = 66
    case unavailable = 69
    case internalError = 70
    case cannotCreate = 73
    case interrupted = 130

    /// What the number means, for the help text.
    var meaning: String {
        switch self {
        case .success: "done"
        case .different: "a replay, a verified frame or a load is not as it should be"
        case .usage: "the command was called wrongly"
        case .badData: "the media, the trace or the tokens are damaged or not of their kind"
        case .noInput: "a file is missing or cannot be read"
        case .unavailable: "the port is in use, or a server cannot be reached"
        case .internalError: "a fault of vernier's own"
        case .cannotCreate: "the output cannot be written"
        case .interrupted: "ended by a signal before all was done"
        }
    }
}

/// Words that make no command.
struct UsageError: Error, Equatable {
    let message: String
    /// The command whose help explains it, if it is known.
    let command: String?

    init(_ message: String, command: String? = nil) {
        self.message = message
        self.command = command
    }
}

/// Any error, as the user meets it: one sentence and an exit code.
struct Failure: Error, Equatable {
    let code: ExitCode
    let message: String
    /// Whether it is written to the log already.
    var isLogged = false

    init(_ code: ExitCode, _ message: String) {
        self.code = code
        self.message = message
    }

    init(_ error: any Error) {
        switch error {
        case let error as Failure: self = error
        case let error as UsageError:
            let help = ["vernier", error.command, "--help"].compactMap { $0 }
            self.init(.usage, "\(error.message)\ntry “\(help.joined(separator: " "))”")
        case let error as MediaError: self.init(ExitCode(error), error.description)
        case let error as LibraryError: self.init(.noInput, error.description)
        case let error as AccessError: self.init(ExitCode(error), error.description)
        case let error as RecordingError: self.init(.cannotCreate, error.description)
        case let error as ClusterError: self.init(.noInput, error.description)
        case let error as PageError: self.init(.noInput, error.description)
        case .cannotListen(_, .addressInUse) as TransportError:
            self.init(.unavailable, "\(error) with --port")
        case let error as TransportError: self.init(ExitCode(error), error.description)
        case let error as SessionError: self.init(.usage, error.message)
        case let error as WireError: self.init(.badData, error.message)
        default: self.init(.internalError, "\(error)")
        }
    }
}

extension ExitCode {
    fileprivate init(_ error: MediaError) {
        switch error {
        case .cannotOpen, .notAFile: self = .noInput
        case .noSuchFrame, .noSuchStream, .cannotCut: self = .usage
        case .empty, .notMedia, .refused, .unsuitable, .noStreams, .noFrames, .noDecoder,
            .undecodable, .noPictures, .noSound, .cannotEncode, .changed:
            self = .badData
        case .elsewhere: self = .unavailable
        case .cannotClear, .exists, .noSpace, .cannotWrite: self = .cannotCreate
        case .cancelled, .workerLost, .quarantined: self = .internalError
        }
    }

    fileprivate init(_ error: AccessError) {
        switch error {
        case .cannotRead: self = .noInput
        case .open, .badToken, .noToken, .tooLong, .badKey, .noKey: self = .badData
        }
    }

    fileprivate init(_ error: TransportError) {
        switch error {
        case .cannotListen, .cannotConnect, .closed: self = .unavailable
        case .invalidURL: self = .usage
        case .cannotStart: self = .internalError
        }
    }
}
