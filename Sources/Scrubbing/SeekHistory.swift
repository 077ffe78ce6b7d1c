/// The places before each seek and each gesture that moved the playhead, for undo.
struct SeekHistory: Equatable {
    private var places: [Place] = []
    /// More than anyone undoes, in some KiB per client.
    static let limit = 200

    /// All places, the oldest first.
    var all: [Place] { places }

    /// Notes the place that is about to be left.
    mutating func push(_ place: Place) {
        if places.count == Self.limit { places.removeFirst() }
        places.append(place)
    }

    /// Removes and returns the newest place; `nil` when there is none left.
    mutating func pop() -> Place? { places.popLast() }

    /// Recomputes every place for a newer index.
    mutating func move(_ newPlace: (Place) -> Place) { places = places.map(newPlace) }
}
