import Wire

/// What waits to be sent to one client: answers in order, and at most one state, one update of
/// each topic, one picture, one sound, and one place of each other member of its room.
///
/// A state, update, picture or place that is superseded before it was sent is dropped. Answers that the
/// protocol promises are never dropped.
package struct OutgoingQueue {
    /// A message that the socket takes.
    package enum Item: Equatable {
        case text([UInt8])
        case picture([UInt8])
        case sound([UInt8])
    }

    /// What a client can subscribe to updates of.
    enum Topic: CaseIterable {
        case marks, exports, room, transport, marked
    }

    private var answers: [ServerMessage] = []
    private var state: StateMessage?
    private var updates: [Topic: ServerMessage] = [:]
    private var cursors: [(member: String, text: [UInt8])] = []
    private var picture: (bytes: [UInt8], seq: UInt32)?
    private var sound: (bytes: [UInt8], seq: UInt32)?
    /// More answers than this pile up only for a client that does not read.
    private static let limit = 1024

    /// Whether there is nothing to send.
    package var isEmpty: Bool {
        !hasText && picture == nil && sound == nil && cursors.isEmpty
    }

    /// Whether there is anything to send other than a picture, a sound, or where others stand.
    package var hasText: Bool { !answers.isEmpty || state != nil || !updates.isEmpty }

    /// Whether too many answers have piled up.
    var isOverfull: Bool { answers.count > Self.limit }

    /// Appends an answer, which is never dropped.
    mutating func add(_ message: ServerMessage) {
        if case .state = message { state = nil }
        answers.append(message)
    }

    /// Queues a state; it replaces one that still waits.
    mutating func show(_ state: StateMessage) { self.state = state }

    /// Queues an update; it replaces one of the same topic that still waits.
    mutating func show(_ message: ServerMessage, of topic: Topic) { updates[topic] = message }

    /// Queues the picture that answers `seq`; it replaces one that still waits.
    ///
    /// - Returns: The message number of the picture that was dropped, if one was.
    mutating func show(picture bytes: [UInt8], seq: UInt32) -> UInt32? {
        defer { picture = (bytes, seq) }
        return picture?.seq
    }

    /// Queues the sound that answers `seq`; it replaces one that still waits.
    ///
    /// - Returns: The message number of the sound that was dropped, if one was.
    mutating func show(sound bytes: [UInt8], seq: UInt32) -> UInt32? {
        defer { sound = (bytes, seq) }
        return sound?.seq
    }

    /// Drops a picture that still waits, and returns its message number.
    mutating func dropPicture() -> UInt32? {
        defer { picture = nil }
        return picture?.seq
    }

    /// Queues where a member of the room stands; it replaces a place that still waits.
    mutating func show(cursor text: [UInt8], of member: String) {
        guard let index = cursors.firstIndex(where: { $0.member == member }) else {
            return cursors.append((member, text))
        }
        cursors[index].text = text
    }

    /// Drops the places of those who have left the room.
    mutating func keepCursors(of members: [String]) {
        if !cursors.isEmpty { cursors.removeAll { !members.contains($0.member) } }
    }

    /// Takes the next message: answers, the room, states, updates, pictures, sounds, places.
    ///
    /// At most two pictures and two sounds are on their way, so places have their turn over a slow
    /// link, too.
    mutating func next() -> Item? {
        if !answers.isEmpty { return .text(answers.removeFirst().json()) }
        // Who leads is to be known before where that leads.
        if let room = updates.removeValue(forKey: .room) { return .text(room.json()) }
        if let state {
            self.state = nil
            return .text(state.json())
        }
        for topic in Topic.allCases {
            if let message = updates.removeValue(forKey: topic) { return .text(message.json()) }
        }
        if let picture {
            self.picture = nil
            return .picture(picture.bytes)
        }
        if let sound {
            self.sound = nil
            return .sound(sound.bytes)
        }
        return cursors.isEmpty ? nil : .text(cursors.removeFirst().text)
    }
}
