/// Which groups of frames are asked for often enough to be decoded as a whole.
///
/// One frame from afar is cheapest alone. A client that takes frame after frame of one group, in
/// whatever order, would have it decoded again for each: then all of it is kept at once.
struct GroupDemand {
    private var requests: [Int: Int] = [:]
    /// Decoding a whole group costs about as much as reaching a few frames of it alone.
    private static let few = 4

    /// Notes a request for a frame of the group that starts at frame `start`.
    ///
    /// - Returns: Whether the whole group is worth keeping. Never for a hand: it moves on.
    mutating func isBusy(_ start: Int, for order: PictureOrder) -> Bool {
        guard case .exchange = order.customer else { return false }
        requests[start, default: 0] += 1
        return requests[start, default: 0] > Self.few
    }
}
