/// What each address may still spend, whoever it is that spends it there.
///
/// An address is known for as long as its bucket is not full. Peers without one, as those of a
/// socket in the file system, where a proxy counts, spend what they like.
struct AddressBudgets {
    private let size: TokenBucket.Size?
    private var buckets: [PeerAddress: TokenBucket] = [:]
    /// More addresses than this are not known at once, whatever happens.
    private static let limit = 4096

    /// Gives every address a bucket of this size; without one nothing is counted.
    init(_ size: TokenBucket.Size?) { self.size = size }

    /// How many addresses are known.
    var count: Int { buckets.count }

    /// Spends tokens of an address, and returns how long to wait before the next are spent.
    mutating func spend(
        _ cost: Double,
        of address: PeerAddress?,
        at now: ContinuousClock.Instant
    ) -> Duration {
        guard let size, let address, hasRoom(for: address) else { return .zero }
        return buckets[address, default: TokenBucket(size, at: now)].spend(cost, at: now)
    }

    /// How long it takes until an address owes nothing any more.
    func wait(of address: PeerAddress?, at now: ContinuousClock.Instant) -> Duration {
        address.flatMap { buckets[$0] }?.wait(at: now) ?? .zero
    }

    /// Forgets the addresses that have spent nothing for a while.
    mutating func forget(at now: ContinuousClock.Instant) {
        if !buckets.isEmpty { buckets = buckets.filter { !$0.value.isFull(at: now) } }
    }

    private func hasRoom(for address: PeerAddress) -> Bool {
        buckets.count < Self.limit || buckets[address] != nil
    }
}
