import Basics
import ClipSupport
import Foundation
import Media
import TestSupport
import Testing
import Wire

@testable import Library
@testable import Pictures
@testable import Scrubbing
@testable import Server
@testable import Transport

/// An application with sockets that are not connected to a network.
struct TestApplication {
    let application: Application

    init(_ media: String = Repository.root + "/samples/media") throws {
        application = try Application(
            ServerSettings(media: [media], page: .none, listen: ListenSettings(port: 0))
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
        try run { session(index)?.scrub != nil }
        return try #require(try hear(index).compactMap(\.opened).first)
    }

    /// Takes what threads have done until something is so.
    func run(until isSo: () -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(30)
        while !isSo() {
            try #require(ContinuousClock.now < deadline, "it never came")
            Thread.sleep(forTimeInterval: 0.005)
            application.woken()
        }
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
