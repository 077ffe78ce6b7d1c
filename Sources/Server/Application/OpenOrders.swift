/// The pictures that somebody waits for, and since when: what workers owe.
///
/// An order that is withdrawn may be in its worker's hands all the same. It is remembered until the
/// worker is heard of again, so that one that never comes back is not forgotten with its clients.
struct OpenOrders<Customer: Hashable> {
    private struct Place {
        let worker: Int
        let since: ContinuousClock.Instant
    }

    private var places: [Customer: Place] = [:]
    /// For each worker, since when it has been owing what nobody wants any more.
    private var withdrawn: [Int: ContinuousClock.Instant] = [:]

    /// Notes an order of a worker; one in the place of another is as old as that.
    mutating func add(_ customer: Customer, to worker: Int, at now: ContinuousClock.Instant) {
        places[customer] = places[customer] ?? Place(worker: worker, since: now)
    }

    /// Notes that nobody waits any more.
    mutating func withdraw(_ customer: Customer) {
        guard let place = places.removeValue(forKey: customer) else { return }
        withdrawn[place.worker] = min(withdrawn[place.worker] ?? place.since, place.since)
    }

    /// Notes that a worker has come back with what a customer waits for.
    ///
    /// - Returns: How long it took; `nil` when nobody waited.
    mutating func finish(
        _ customer: Customer,
        by worker: Int,
        at now: ContinuousClock.Instant
    ) -> Duration? {
        withdrawn[worker] = nil
        return places.removeValue(forKey: customer).map { now - $0.since }
    }

    /// Notes that a worker has nothing in its hands.
    mutating func rest(_ worker: Int) { withdrawn[worker] = nil }

    /// Since when the oldest has been open.
    var oldest: ContinuousClock.Instant? {
        (places.values.map(\.since) + withdrawn.values).min()
    }
}
