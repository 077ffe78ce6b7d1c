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
        open(entry, stream: opening.stream, for: requester)
    }

    /// Opens the media of someone who has waited until the folders are known as they are now.
    func openKnown(for requester: ClientRequest) {
        let opening: Opening?
        switch requester {
        case .socket(let socket): opening = clients.opening(of: socket)
        case .exchange(let exchange):
            if case .mediaList = requests[exchange]?.route { return replyMediaList(to: exchange) }
            opening = requests[exchange]?.opening
        }
        guard let opening else { return }
        guard let entry = library.file(opening.id) else { return refuse(requester, nil) }
        open(entry, stream: opening.stream, for: requester)
    }

    private func open(_ entry: MediaLibrary.Entry, stream: Int?, for requester: ClientRequest) {
        do throws(MediaError) {
            let (key, hasChanged) = try library.open(entry, stream: stream)
            if hasChanged { announce(key) }
            switch requester {
            case .socket(let socket): attach(socket, to: key)
            case .exchange(let exchange): begin(exchange, on: key, of: entry)
            }
        } catch {
            refuse(requester, error)
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
        case .exchange(let exchange): reply(to: exchange, Response(reason))
        }
    }
}
