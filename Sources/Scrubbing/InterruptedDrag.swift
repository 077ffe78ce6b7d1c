import ScrubModel
import Timeline
import Wire

/// A drag of the bar or a dial that ended as its socket was lost: the client may go on with it over
/// the next, so that undo and `cancel` lead to where it really began.
struct InterruptedDrag: Equatable, Sendable {
    /// The client's number of the gesture.
    let gesture: Int
    /// The pointer's last place.
    let x, y: Double
    /// The place that the drag began at.
    let origin: Place

    /// The same on a track that has changed.
    func moved(_ newPlace: (Place) -> Place) -> InterruptedDrag {
        InterruptedDrag(gesture: gesture, x: x, y: y, origin: newPlace(origin))
    }

    /// What the client is told of it.
    var description: DragDescription { DragDescription(gesture: gesture, x: x, y: y) }
}

// MARK: - In what is kept of a session

extension InterruptedDrag {
    /// Writes the drag of a session that snaps as `snap` says.
    func encode(into writer: inout ByteWriter, snap: Snap) {
        writer.append(signed: Int64(gesture))
        writer.append(x.bitPattern)
        writer.append(y.bitPattern)
        origin.encode(into: &writer, snap: snap)
    }

    /// Reads the drag of a session that snaps as `snap` says.
    init(from reader: inout ByteReader, snap: Snap) throws(StoredError) {
        let gesture = Int(try reader.signed())
        let x = Double(bitPattern: try reader.number())
        let y = Double(bitPattern: try reader.number())
        guard x.isFinite, y.isFinite else { throw .impossible }
        self.init(gesture: gesture, x: x, y: y, origin: try Place(from: &reader, snap: snap))
    }
}

extension ScrubSession {
    /// What the client is told that goes on with the session over a new socket.
    var resumed: ResumedDescription {
        ResumedDescription(seq: taken, drag: interrupted?.description)
    }
}
