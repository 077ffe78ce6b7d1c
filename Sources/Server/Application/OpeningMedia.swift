import Library
import Media
import Scrubbing
import Transport
import Wire

/// The stream of a media that someone wants to open; `nil` is the best one.
struct Opening: Equatable {
    let id: MediaID
    let stream: Int?
}

/// From the id of a media to its open file, for sockets and for requests.
extension Application {
    /// Opens a media; one whose id is not known, once the folders are known as they are now.
    func open(_ opening: Opening, for requester: ClientRequest) {
        guard let entry = library.file(opening.id) else { return library.refresh(for: requester) }
        library.opener.open(entry, stream: opening.stream, for: requester)
    }

    /// Opens the media of someone who has waited until the folders are known as they are now.
    func openKnown(for requester: ClientRequest) {
        if case .exchange(let exchange) = requester, case .mediaList = requests[exchange]?.route {
            return replyMediaList(to: exchange)
        }
        guard let opening = opening(of: requester) else { return }
        guard let entry = library.file(opening.id) else { return refuse(requester, nil) }
        library.opener.open(entry, stream: opening.stream, for: requester)
    }

    /// Goes on with someone whose file has been opened, unless they have gone or want another one.
    func take(_ opened: OpenedMedia) {
        let (entry, requester) = (opened.entry, opened.requester)
        let wanted = Opening(id: entry.id, stream: opened.stream)
        guard opening(of: requester) == wanted else { return }
        switch (opened.file, requester) {
        case (.failure(let error), _):
            library.noteFailure(of: entry, error)
            refuse(requester, error)
        case (.success(let file), .socket(let socket)):
            attach(socket, to: clip(of: file, as: opened))
        case (.success(let file), .exchange(let exchange)): begin(exchange, on: file, as: opened)
        }
    }

    /// The clip of a file that has been opened.
    func clip(of file: OpenFile, as opened: OpenedMedia) -> ClipKey {
        let (key, hasChanged) = library.take(file, of: opened.entry, stream: opened.stream)
        if hasChanged { announce(key) }
        return key
    }

    private func opening(of requester: ClientRequest) -> Opening? {
        switch requester {
        case .socket(let socket): clients.opening(of: socket)
        case .exchange(let exchange): requests[exchange]?.opening
        }
    }

    /// Tells why a media cannot be opened; without an error, there is none with the id.
    private func refuse(_ requester: ClientRequest, _ error: MediaError?) {
        let reason = error.map { RequestError($0) } ?? .unknownMedia
        switch requester {
        case .socket(let socket):
            clients.wait(socket, for: nil)
            let code = error == nil ? ErrorCode.unknownMedia : .indexFailed
            perform(on: socket) { $0.fail(code, reason.problem.detail ?? reason.problem.title) }
        case .exchange(let exchange):
            if case .access = requests[exchange]?.route { return tellAccess(to: exchange, of: nil) }
            reply(to: exchange, Response(reason))
        }
    }
}
