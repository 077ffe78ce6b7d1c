import Dispatch
import Foundation
import Glibc
import Media
import Synchronization
import System
import TestSupport
import Testing
import Wire

@testable import Server
@testable import Transport

/// An application with sockets that are not connected to a network.
struct TestApplication {
    let application: Application

    init(_ media: String = Repository.root + "/samples/media") throws {
        application = try Application(
            ServerSettings(media: [media], page: nil, listen: ListenSettings(port: 0))
        )
    }

    /// The identifier of a socket.
    static func socket(_ index: Int) -> SocketID {
        SocketID(connection: Slot(index: index, generation: 0))
    }

    /// The id of the media with a name.
    func id(_ name: String) throws -> MediaID {
        try #require(application.library.files.first { $0.name == name }).id
    }

    /// The session of a socket, while it is open.
    func session(_ index: Int) -> Session? { application.clients.read(Self.socket(index)) { $0 } }

    func say(_ json: String, on index: Int) {
        application.received(.text(Array(json.utf8)), from: Self.socket(index), at: .now)
    }

    /// Opens a socket on a media; returns when the answer is there.
    func open(_ index: Int, on name: String, resume: String? = nil) throws -> OpenedMessage {
        application.opened(Self.socket(index))
        let resume = resume.map { #","resume":"\#($0)""# } ?? ""
        say(#"{"type":"open","media":"\#(try id(name))"\#(resume)}"#, on: index)
        let deadline = ContinuousClock.now + .seconds(30)
        while session(index)?.scrub == nil {
            try #require(ContinuousClock.now < deadline, "no answer came")
            Thread.sleep(forTimeInterval: 0.005)
            application.woken()
        }
        return try #require(try hear(index).compactMap(\.opened).first)
    }

    /// Reads everything that waits for a socket.
    func hear(_ index: Int) throws -> [ServerMessage] {
        var messages: [ServerMessage] = []
        while let next = application.clients.next(for: Self.socket(index), at: .now) {
            if case .text(let text) = next.item { messages.append(try ServerMessage(json: text)) }
        }
        return messages
    }
}

/// What workers report, for a test that waits for it.
final class JobResults: Sendable {
    let mailbox: Mailbox<JobResult>
    private let arrivals: DispatchSemaphore
    private let taken = Mutex<[JobResult]>([])

    init() {
        let arrivals = DispatchSemaphore(value: 0)
        self.arrivals = arrivals
        mailbox = Mailbox { arrivals.signal() }
    }

    /// The next report; an error when none comes within half a minute.
    func next() throws -> JobResult {
        try #require(arrivals.wait(timeout: .now() + 30) == .success, "no report came")
        return taken.withLock { taken in
            taken += mailbox.drain()
            return taken.removeFirst()
        }
    }

    /// How the next picture turned out, and how many others were cached meanwhile.
    ///
    /// The result is `nil` when the picture was cancelled.
    func nextPicture() throws -> (result: Result<EncodedFrame, MediaError>?, passed: Int) {
        var passed = 0
        while true {
            switch try next() {
            case .progressed: passed += 1
            case .picture(_, let result): return (result, passed)
            default: throw Unexpected()
            }
        }
    }

    /// Whether anything comes within a tenth of a second.
    var isSilent: Bool { arrivals.wait(timeout: .now() + 0.1) == .timedOut }

    /// A report of another kind than the test is about.
    struct Unexpected: Error {}
}

/// Changes files in the test's folder.
enum Folder {
    /// The absolute path of a name in the folder.
    static func path(_ name: String = "media") -> String { Scratch.directory + "/" + name }

    /// Writes a file, and the folders that it is in.
    static func write(_ name: String, bytes: Int = 1, secondsAgo: Double = 60) throws {
        let folder = URL(filePath: path(name)).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let content = repeatElement(UInt8(7), count: bytes)
        _ = try Scratch.write(content, to: name, secondsAgo: secondsAgo)
    }

    static func link(_ name: String, to destination: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: path(name),
            withDestinationPath: destination
        )
    }

    static func pipe(_ name: String) { mkfifo(path(name), 0o600) }

    static func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: path(name))
    }

    static func move(_ name: String, to other: String) throws {
        try FileManager.default.moveItem(atPath: path(name), toPath: path(other))
    }
}
