/// What the keys and channels of rooms are called: the schema that docs/nodes.md describes.
struct RoomKeys {
    let prefix: String

    /// The log of a room: a stream whose entries have one field, `r`, a ``RoomRecord``.
    func log(_ room: String) -> String { "\(prefix)room:\(room):log" }

    /// What holds of a room: a hash with `media`, `epoch`, `leader` and `play`.
    func state(_ room: String) -> String { "\(prefix)room:\(room):state" }

    /// Where everything that happens in a room is told.
    func channel(_ room: String) -> String { "\(prefix)room:\(room)" }

    /// The room of a channel.
    func room(of channel: String) -> String? {
        let start = "\(prefix)room:"
        return channel.hasPrefix(start) ? String(channel.dropFirst(start.count)) : nil
    }
}
