/// What one who reads has said that it reads next, and how much of it is asked for so far.
///
/// Not all at once unless that is sure: who looks elsewhere meanwhile would wait until what is on its way has come. So it
/// is asked for in steps that grow, each while enough of those before is still to come.
struct Expectation {
    /// What is to be asked for, in the order in which it is read.
    private var rest: [Range<Int64>]
    /// What was asked for last.
    private var last: Range<Int64>?
    private var step: Int64
    /// The blocks of all places.
    let blocks: Set<Int64>
    /// Bytes that are asked for at first, and then.
    private static let (first, second, most) = (
        Int64(768 << 10), Int64(256 << 10), Int64(512 << 10)
    )
    /// Bytes that are still to come when more are asked for: those of a round trip on most links.
    private static let reserve: Int64 = 384 << 10

    /// Expects places of a file of `size` bytes.
    init(_ places: [Range<Int64>] = [], of size: Int64 = 0, isSure: Bool = false) {
        step = isSure ? .max : Self.first
        rest = places.map { $0.clamped(to: 0..<size) }.filter { !$0.isEmpty }
        blocks = Set(rest.flatMap(BlockPlan.numbers))
    }

    /// Whether more is to be asked for as a read comes to a place.
    func isDue(at place: Int64) -> Bool {
        guard !rest.isEmpty, let last else { return false }
        return last.lowerBound <= place && place >= last.upperBound - Self.reserve
            && place <= last.upperBound
    }

    /// Takes what is to be asked for next.
    mutating func next() -> [Range<Int64>] {
        var (taken, room) = ([Range<Int64>](), step)
        while room > 0, let place = rest.first {
            let end =
                room < place.upperBound - place.lowerBound
                ? place.lowerBound + room : place.upperBound
            taken.append(place.lowerBound..<end)
            room -= end - place.lowerBound
            if end < place.upperBound {
                rest[0] = end..<place.upperBound
            } else {
                rest.removeFirst()
            }
        }
        step = step >= Self.first ? Self.second : min(2 * step, Self.most)
        last = taken.last
        return taken
    }

    /// Puts back all but the bytes before a place, as those come to somebody else already: what
    /// follows would come at their cost.
    mutating func putBack(_ taken: [Range<Int64>], from place: Int64) {
        guard let head = taken.first, head.contains(place) else { return }
        var back = [place..<head.upperBound] + taken.dropFirst()
        if let end = back.last?.upperBound, let next = rest.first, next.lowerBound == end {
            back[back.count - 1] = back[back.count - 1].lowerBound..<next.upperBound
            rest.removeFirst()
        }
        rest = back + rest
        last = head.lowerBound..<place
    }
}
