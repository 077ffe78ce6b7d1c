/// Where the position was before each gesture that moved it and each seek.
struct History: Equatable {
    private var positions: [Double] = []
    /// More than anyone steps back, and under 2 KiB a client.
    private static let limit = 200

    /// Notes the position that is about to be left.
    mutating func push(_ position: Double) {
        if positions.count == Self.limit { positions.removeFirst() }
        positions.append(position)
    }

    /// Takes the newest position back; `nil` when there is none left.
    mutating func pop() -> Double? { positions.popLast() }

    /// Gives every position its new place when the track's end has moved.
    mutating func move(_ newPlace: (Double) -> Double) { positions = positions.map(newPlace) }
}
