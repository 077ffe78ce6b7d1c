/// One open WebSocket.
///
/// Transport gives these values out, and what works for a client is told apart by them, without
/// knowing of sockets otherwise.
package struct SocketID: Hashable, Sendable {
    /// Its connection.
    package let connection: Slot

    /// Names the socket of a connection.
    package init(connection: Slot) { self.connection = connection }
}

/// One request waiting for its answer.
package struct ExchangeID: Hashable, Sendable {
    /// The connection that it came over.
    package let connection: Slot
    /// The request's number on its connection, from 1.
    package let number: Int

    /// Names a request of a connection.
    package init(connection: Slot, number: Int) {
        (self.connection, self.number) = (connection, number)
    }
}

/// An index into a table, valid for one entry only.
///
/// A slot may be kept for any time: once its entry is removed, it refers to nothing.
package struct Slot: Hashable, Sendable {
    /// The entry's place, which later entries may have.
    package let index: Int
    /// How many entries have had the place before.
    package let generation: Int

    /// Names an entry.
    package init(index: Int, generation: Int) {
        (self.index, self.generation) = (index, generation)
    }

    /// The index alone is enough: slots that differ only in generation rarely meet.
    package func hash(into hasher: inout Hasher) { hasher.combine(index) }
}
