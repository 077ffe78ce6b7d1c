import Basics
import Library
import Media
import Pictures
import System
import Timeline
import Transport

/// Addresses that name the version of a media, as `v`: what is there stays what it is, so that
/// caches may keep it for ever. Without it an address leads to what the file is now.
extension Application {
    /// Refuses a request for a version of a file that is not there any more.
    func checkVersion(
        _ pending: PendingRequests.Pending,
        of file: OpenFile?
    ) throws(RequestError) {
        guard pending.route.isOfVersion, let asked = pending.request.version, let file else {
            return
        }
        let version = ClipSource.version(of: file.identity)
        guard asked == version else { throw .replaced(now: version) }
    }

    /// Tells a proxy, before its cache answers, that a client is let in: others were refused before.
    ///
    /// Where the answer is of a media's version that is not there any more, this says which is, as
    /// the cache must not answer then.
    func tellAccess(to exchange: ExchangeID, of file: OpenFile?) {
        var answer = Response(status: 204, headers: [Response.unkept])
        if let pending = requests[exchange], pending.opening != nil,
            let asked = pending.request.version
        {
            let present = file.map { ClipSource.version(of: $0.identity) } ?? "none"
            if asked != present { answer.headers.append(("vernier-replaced", present)) }
        }
        reply(to: exchange, answer)
    }

    /// Has the file opened whose version tells whether a proxy's cache may answer, if one is asked for.
    func findVersion(for exchange: ExchangeID) {
        guard let media = requests[exchange]?.opening?.id, let entry = library.file(media) else {
            return tellAccess(to: exchange, of: nil)
        }
        library.opener.open(entry, stream: nil, for: .exchange(exchange))
    }

    /// An answer, which caches may keep for ever if its address says what it is of.
    func lasting(_ response: Response, for pending: PendingRequests.Pending?) -> Response {
        guard let pending else { return response }
        let isSigned = operations.knowsKeys && !pending.request.signatureText.isEmpty
        let response = isSigned ? response.openToOtherSites : response
        guard let source = pending.clip.flatMap({ library.source($0) }),
            pending.request.version == source.version,
            pending.route.isSettled(in: source.index.table)
        else { return response }
        return response.immutable(until: isSigned ? pending.request.expiry : nil)
    }
}

extension Request {
    /// The version of a media that the address names; `nil` means what is there now.
    fileprivate var version: String? { query["v"] }

    /// The media whose version a proxy asks about; `nil` where it asks about none.
    var versionedMedia: Opening? {
        guard version != nil, let media = query["media"] else { return nil }
        return Opening(id: MediaID(media), stream: nil)
    }
}

extension Response {
    /// The same, for pages of other sites too: who signed its address has meant it for them.
    fileprivate var openToOtherSites: Response {
        var response = self
        response.headers.append(("cross-origin-resource-policy", "cross-origin"))
        return response
    }

    /// The same, for caches to keep, if they may keep it now, until a time in seconds since 1970.
    fileprivate func immutable(until expiry: Int64?) -> Response {
        guard status == 200 || status == 304, headers.contains(where: { $0 == Self.revalidate })
        else { return self }
        var response = self
        let kept =
            expiry.map { Self.immutable(for: $0 - Int64(WallClock.seconds)) } ?? Self.immutable
        response.headers = headers.map { $0 == Self.revalidate ? kept : $0 }
        return response
    }
}

extension Route {
    /// Whether the answer is the same for the same bytes.
    fileprivate var isOfVersion: Bool {
        switch self {
        case .frame, .lossless, .tiles, .sound, .index, .storyboard: true
        default: false
        }
    }

    /// Whether the answer stays the same as long as the file does.
    fileprivate func isSettled(in table: FrameTable) -> Bool {
        switch self {
        case .frame(_, let number, _): number < table.settled
        case .lossless(_, let query): query.last < table.settled
        case .tiles, .sound, .index: table.isComplete
        default: false
        }
    }
}
