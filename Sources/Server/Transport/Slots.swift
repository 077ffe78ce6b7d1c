/// A place in a ``SlotTable``, good for one tenant only.
///
/// A slot outlives what it names without harm: once the tenant has left, it names nothing.
package struct Slot: Hashable, Sendable {
    let index: Int
    let generation: Int

    /// Seldom are two there at once that the generation alone tells apart.
    package func hash(into hasher: inout Hasher) { hasher.combine(index) }
}

/// A table whose entries are named by value, so that nobody outside needs a pointer.
struct SlotTable<Tenant> {
    private struct Place {
        var generation = 0
        var tenant: Tenant?
    }

    private var places: [Place] = []
    private var vacant: [Int] = []

    var count: Int { places.count - vacant.count }

    var tenants: [Tenant] { places.compactMap(\.tenant) }

    /// The tenant of `slot`, or `nil` once it has left.
    subscript(slot: Slot) -> Tenant? {
        guard places.indices.contains(slot.index) else { return nil }
        let place = places[slot.index]
        return place.generation == slot.generation ? place.tenant : nil
    }

    /// Whoever is at `index` now.
    subscript(index: Int) -> Tenant? {
        places.indices.contains(index) ? places[index].tenant : nil
    }

    mutating func insert(_ makeTenant: (Slot) -> Tenant) -> Tenant {
        let index = vacant.popLast() ?? places.count
        if index == places.count { places.append(Place()) }
        let tenant = makeTenant(Slot(index: index, generation: places[index].generation))
        places[index].tenant = tenant
        return tenant
    }

    mutating func remove(_ slot: Slot) {
        guard self[slot] != nil else { return }
        places[slot.index] = Place(generation: slot.generation + 1, tenant: nil)
        vacant.append(slot.index)
    }
}

/// One request waiting for its answer.
package struct ExchangeID: Hashable, Sendable {
    let connection: Slot
    /// Which request of its connection it is, from 1.
    let number: Int
}

/// One open WebSocket.
package struct SocketID: Hashable, Sendable {
    let connection: Slot
}
