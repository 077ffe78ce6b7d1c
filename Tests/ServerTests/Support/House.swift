import Foundation
import Media
import TestSupport
import Testing
import Wire

@testable import Server

/// An application that works, with sockets that no network stands behind.
struct House {
    let application: Application

    init(_ media: String = Repository.root + "/samples/media") throws {
        application = try Application(
            ServerSettings(media: [media], page: nil, listen: ListenSettings(port: 0))
        )
    }

    /// A socket's name.
    static func socket(_ index: Int) -> SocketID {
        SocketID(connection: Slot(index: index, generation: 0))
    }

    /// The id of the media with a name.
    func id(_ name: String) throws -> MediaID {
        try #require(application.library.listing.first { $0.name == name }).id
    }

    /// The session of a socket, while it is open.
    func session(_ index: Int) -> Session? { application.sockets[Self.socket(index)]?.session }

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
        while let item = application.sockets[Self.socket(index)]?.session.next() {
            if case .text(let text) = item { messages.append(try ServerMessage(json: text)) }
        }
        return messages
    }
}
