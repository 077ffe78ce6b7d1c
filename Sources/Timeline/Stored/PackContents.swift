/// Which previews a pack holds, and where, as far as its bytes are to be believed.
public struct PackContents: Hashable, Sendable {
    /// Where a preview lies.
    public struct Place: Hashable, Sendable {
        /// The first byte of its head.
        public let offset: Int
        /// Its head.
        public let record: PackRecord

        /// The bytes of head and picture.
        public var range: Range<Int> { offset..<offset + PackRecord.headSize + record.length }
    }

    /// Where the next preview goes: behind the last whole one.
    public private(set) var end: Int
    private let start: Int
    private var places: [Int: Place] = [:]

    /// The contents of a pack whose header ends at `start`.
    public init(from start: Int) { (self.start, end) = (start, start) }

    /// How many previews there are.
    public var count: Int { places.count }

    /// Where the preview of the packet `ordinal` is, the last one if there are several.
    public subscript(ordinal: Int) -> Place? { places[ordinal] }

    /// Takes note of what has been written since, up to the first record that is not whole.
    ///
    /// - Parameters:
    ///   - size: Bytes in the file now; when they have become fewer, all is looked at again.
    ///   - head: Gives the bytes of a head at an offset.
    public mutating func grow(to size: Int, head: (_ offset: Int) -> [UInt8]) {
        if size < end { self = PackContents(from: start) }
        while size - end >= PackRecord.headSize, let record = PackRecord(head: head(end)) {
            let place = Place(offset: end, record: record)
            guard place.range.upperBound <= size else { return }
            places[record.ordinal] = place
            end = place.range.upperBound
        }
    }
}
