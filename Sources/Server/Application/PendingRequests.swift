import Media

/// The requests over HTTP that wait for their media, or for something that is made of it.
///
/// Belongs to the loop's thread.
final class PendingRequests {
    /// A request that waits.
    struct Pending {
        let request: Request
        let route: Route
        /// The media that it is about; `nil` when it is about all of them.
        let opening: Opening?
        /// The clip that it is about, once that is open.
        var clip: ClipKey?
        /// The picture that it waits for.
        var job: PictureJob?
        /// The tiles that it waits for.
        var tiles: TileSet?

        /// Whether it is answered as soon as enough is known of its clip.
        var awaitsClip: Bool { clip != nil && job == nil && tiles == nil }
    }

    private var pending: [ExchangeID: Pending] = [:]

    /// A request that waits; `nil` once it is answered or its client has gone.
    subscript(exchange: ExchangeID) -> Pending? { pending[exchange] }

    /// Has a request wait.
    func add(
        _ exchange: ExchangeID,
        _ request: Request,
        _ route: Route,
        about opening: Opening? = nil
    ) {
        pending[exchange] = Pending(request: request, route: route, opening: opening)
    }

    /// Changes what a request waits for.
    func change(_ exchange: ExchangeID, _ change: (inout Pending) -> Void) {
        if var request = pending[exchange] {
            pending[exchange] = nil
            change(&request)
            pending[exchange] = request
        }
    }

    /// Removes a request, which is answered or not needed any more.
    @discardableResult
    func remove(_ exchange: ExchangeID) -> Pending? { pending.removeValue(forKey: exchange) }

    /// The requests about a clip.
    func exchanges(on clip: ClipKey) -> [ExchangeID] {
        pending.filter { $0.value.clip == clip }.map(\.key)
    }

    /// The clips that requests are about.
    var clips: Set<ClipKey> { Set(pending.values.compactMap(\.clip)) }
}
